// Pictures of the program without its window: what `shot` and the tour write.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/draw/proof.h"
#include "app/gl/offscreen.h"
#include "app/gl/painter.h"
#include "app/regions/shell.h"

namespace app {

struct Snapshot {
    std::string view;  // id of the view to draw alone; empty: the whole window
    int width = 1920, height = 1080;
    float scale = 1;
    Proof proof = Proof::none;  // of pixels: as somebody sees it who sees fewer colours
    bool of_change = true;      // over the stage's picture stands what the last change did
};

/// "lanes, banks or data_flow": the names that Snapshot::view may have, for messages.
std::string view_names();

constexpr int least_side = 64, most_side = 16384;

/// "1920x1080", each side from least_side to most_side; nullopt for anything else.
std::optional<std::pair<int, int>> size_named(const std::string& text);

/// Draws one frame of the shell, or one of its views alone, on any canvas.
void draw_picture(Canvas& canvas, Shell& shell, const Snapshot& picture);

/// Of a card of rows as tall as shows all of them, within most_side.
Snapshot with_all_rows(Shell& shell, Snapshot picture);

/// The same in pixels, through a painter, into the framebuffer that is bound.
Image drawn(Painter& painter, Shell& shell, const Snapshot& picture);

// OpenGL off screen, made once for many pictures.
class Studio {
public:
    Studio();
    const std::string& problem() const { return offscreen_.problem(); }
    std::string renderer() const { return offscreen_.renderer(); }
    Image take(Shell& shell, const Snapshot& picture);

private:
    Offscreen offscreen_;
    std::unique_ptr<Painter> painter_;
};

/// The same as SVG; needs no OpenGL.
std::string svg_of(Shell& shell, const Snapshot& picture);

}  // namespace app
