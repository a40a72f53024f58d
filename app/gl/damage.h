// What has changed on the screen since the last frame, from Dear ImGui's draw lists alone: where
// OpenGL runs in software, filling pixels is most of a frame, and most of a frame is as it was. No
// OpenGL here. Used by the painter.
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
    /// Boxes in framebuffer pixels that hold everything in which this frame differs from the last
    /// one that was asked about; the whole of it after a change of size or `background`. They do
    /// not overlap. `frame` must be rendered: its commands are final.
    std::vector<Rect> since_last(const ImDrawData& frame, int width, int height,
                                 std::uint32_t background);

private:
    void add(const ImDrawList& list, const ImDrawCmd& command);
    void mark(Rect box, std::uint64_t what);
    std::vector<Rect> boxes() const;

    struct Tiles {
        int left, top, right, bottom;  // without the last two
    };
    bool differs(int row, int column) const;
    void cut(Tiles tiles, bool by_columns, bool was_whole, std::vector<Tiles>& found) const;

    int width_ = 0, height_ = 0, columns_ = 0, rows_ = 0;
    std::uint32_t background_ = 0;
    std::vector<simulator::Hash> before_, now_;  // of each tile: of what is drawn there
};

}  // namespace app
