// Finds the changed parts of the screen from Dear ImGui's draw lists alone. Where OpenGL runs in
// software, filling pixels takes most of a frame's time, and most pixels do not change. Calls no
// OpenGL. Used by the painter.
#pragma once

#include <cstdint>
#include <vector>

#include "app/draw/canvas.h"
#include "simulator/hash.h"

struct ImDrawCmd;
struct ImDrawData;
struct ImDrawList;

namespace app {

class Damage {
public:
    /// Boxes in framebuffer pixels that contain every difference from the last frame given here;
    /// the whole frame after a change of size or `background`. They do not overlap. `frame` must be
    /// rendered: its commands are final.
    std::vector<Rect> since_last(const ImDrawData& frame, int width, int height,
                                 std::uint32_t background);

private:
    void add(const ImDrawList& list, const ImDrawCmd& command);
    void mark(Rect box, std::uint64_t what);
    std::vector<Rect> boxes() const;

    struct Tiles {
        int left, top, right, bottom;  // right and bottom are exclusive
    };
    bool differs(int row, int column) const;
    void cut(Tiles tiles, bool by_columns, bool was_whole, std::vector<Tiles>& found) const;

    int width_ = 0, height_ = 0, columns_ = 0, rows_ = 0;
    std::uint32_t background_ = 0;
    std::vector<simulator::Hash> before_, now_;  // by tile: hash of all that is drawn in it
};

}  // namespace app
