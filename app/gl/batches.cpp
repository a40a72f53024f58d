// Sorts triangles into runs. See batches.h.
#include "app/gl/batches.h"

#include <algorithm>

#include "imgui.h"

namespace app {
namespace {

constexpr float large = 4096;  // pixels; a smaller fill is not worth a run of its own

Rect intersection(const ImVec4& clip, const Rect& box) {
    const float left = std::max(clip.x, box.x), top = std::max(clip.y, box.y);
    return {left, top, std::min(clip.z, box.right()) - left, std::min(clip.w, box.bottom()) - top};
}

struct Corners {
    const ImDrawVert &a, &b, &c;

    Rect box_within(const Rect& clip) const {
        const auto [left, right] = std::minmax({a.pos.x, b.pos.x, c.pos.x});
        const auto [top, bottom] = std::minmax({a.pos.y, b.pos.y, c.pos.y});
        return intersection({left, top, right, bottom}, clip);
    }
    bool plain(ImVec2 white) const {
        const auto at = [&](const ImDrawVert& v) { return v.uv.x == white.x && v.uv.y == white.y; };
        return at(a) && at(b) && at(c);
    }
    bool opaque() const { return (a.col & b.col & c.col) >> IM_COL32_A_SHIFT == 255; }
};

class Sorter {
public:
    Sorter(Batches& batches, ImVec2 white) : batches_(batches), white_(white) {}

    void add(const ImDrawList& list, std::uint32_t first_vertex, const Rect& box) {
        for (const ImDrawCmd& command : list.CmdBuffer) {
            const Rect clip = intersection(command.ClipRect, box);
            if (clip.w <= 0 || clip.h <= 0) continue;
            if (command.UserCallback)
                batches_.runs.push_back({Batch::Shader::callback, clip, 0, &command, 0, 0});
            else
                add_triangles(list, command, first_vertex + command.VtxOffset, clip);
        }
    }

private:
    void add_triangles(const ImDrawList& list, const ImDrawCmd& command, std::uint32_t first_vertex,
                       const Rect& clip) {
        const ImDrawVert* vertices = list.VtxBuffer.Data + command.VtxOffset;
        const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset;
        Batch run{Batch::Shader::texture, clip, command.GetTexID(), &command, 0, 0};
        for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
            const Corners corners{vertices[index[i]], vertices[index[i + 1]],
                                  vertices[index[i + 2]]};
            const Rect seen = corners.box_within(clip);
            if (seen.w < 0 || seen.h < 0) continue;
            run.shader = shader_of(corners, seen);
            begin(run);
            for (unsigned corner = 0; corner < 3; ++corner)
                batches_.indices.push_back(first_vertex + index[i + corner]);
            batches_.runs.back().count += 3;
        }
    }

    Batch::Shader shader_of(const Corners& corners, const Rect& seen) const {
        if (seen.w * seen.h < large || !corners.plain(white_)) return Batch::Shader::texture;
        return corners.opaque() ? Batch::Shader::opaque_fill : Batch::Shader::fill;
    }

    // Continues the last run where it is of the same kind.
    void begin(Batch run) {
        if (!batches_.runs.empty()) {
            const Batch& last = batches_.runs.back();
            run.first = last.first, run.count = last.count;
            if (run == last) return;
        }
        run.first = static_cast<std::uint32_t>(batches_.indices.size()), run.count = 0;
        batches_.runs.push_back(run);
    }

    Batches& batches_;
    ImVec2 white_;
};

}  // namespace

Batches batches_of(const ImDrawData& frame, std::span<const Rect> boxes, ImVec2 white) {
    Batches batches;
    Sorter sorter(batches, white);
    for (const Rect& box : boxes) {
        std::uint32_t first_vertex = 0;
        for (const ImDrawList* list : frame.CmdLists) {
            sorter.add(*list, first_vertex, box);
            first_vertex += static_cast<std::uint32_t>(list->VtxBuffer.Size);
        }
    }
    return batches;
}

}  // namespace app
