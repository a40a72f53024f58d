// Draws the program without a window, for `shot` and the tour.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/draw/proof.h"
#include "app/gl/offscreen.h"
#include "app/gl/painter.h"
#include "app/shell/shell.h"

namespace app {

struct Snapshot {
    std::string view;  // id of the view to draw alone; empty: the whole window
    int width = 1920, height = 1080;
    float scale = 1;
    Proof proof = Proof::none;  // pixels only: as seen with less colour vision
    bool of_change = true;      // with the sentence on the last change above the stage
};

/// "lanes, banks or data_flow": the allowed names for Snapshot::view, for messages.
std::string view_names();

constexpr int least_side = 64, most_side = 16384;

/// "1920x1080", each side from least_side to most_side; nullopt for anything else.
std::optional<std::pair<int, int>> size_named(const std::string& text);

/// Draws one frame of the shell, or one of its views, on any canvas.
void draw_picture(Canvas& canvas, Shell& shell, const Snapshot& picture);

/// For a card of rows: the picture made tall enough for all rows, at most most_side.
Snapshot with_all_rows(Shell& shell, Snapshot picture);

/// draw_picture() as pixels: drawn by a painter into the bound framebuffer.
Image drawn(Painter& painter, Shell& shell, const Snapshot& picture);

// Off-screen OpenGL, created once for many pictures.
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

/// draw_picture() as SVG; needs no OpenGL.
std::string svg_of(Shell& shell, const Snapshot& picture);

}  // namespace app
