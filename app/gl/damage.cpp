// Hashes each tile of the frame. See damage.h.
#include "app/gl/damage.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>

#include "imgui.h"

namespace app {
namespace {

constexpr int tile = 32;                // pixels
constexpr std::size_t most_boxes = 16;  // each box is drawn separately; more are merged into one

template <class T>
std::span<const std::byte> bytes_of(const T& value) {
    return std::as_bytes(std::span(&value, 1));
}

// Draw lists are in framebuffer pixels.
Rect between(ImVec2 low, ImVec2 high) { return {low.x, low.y, high.x - low.x, high.y - low.y}; }

ImVec2 least(ImVec2 a, ImVec2 b) { return {std::min(a.x, b.x), std::min(a.y, b.y)}; }
ImVec2 most(ImVec2 a, ImVec2 b) { return {std::max(a.x, b.x), std::max(a.y, b.y)}; }

}  // namespace

std::vector<Rect> Damage::since_last(const ImDrawData& frame, int width, int height,
                                     std::uint32_t background) {
    const bool anew = width != width_ || height != height_ || background != background_;
    width_ = width;
    height_ = height;
    background_ = background;
    columns_ = (width + tile - 1) / tile, rows_ = (height + tile - 1) / tile;
    now_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_), {});
    for (const ImDrawList* list : frame.CmdLists)
        for (const ImDrawCmd& command : list->CmdBuffer) add(*list, command);
    std::vector<Rect> changed;
    if (anew)
        changed.push_back({0, 0, static_cast<float>(width), static_cast<float>(height)});
    else
        changed = boxes();
    before_.swap(now_);
    return changed;
}

// Adds each triangle to the tiles that its box touches within the clip.
void Damage::add(const ImDrawList& list, const ImDrawCmd& command) {
    if (command.UserCallback == ImDrawCallback_ResetRenderState) return;
    const ImVec2 clip_low{command.ClipRect.x, command.ClipRect.y},
        clip_high{command.ClipRect.z, command.ClipRect.w};
    simulator::Hash common;
    common.add(bytes_of(command.ClipRect));
    if (command.UserCallback) {
        common.add({static_cast<const std::byte*>(command.UserCallbackData),
                    static_cast<std::size_t>(command.UserCallbackDataSize)});
        return mark(between(clip_low, clip_high), common.value());
    }
    common.add(static_cast<std::uint64_t>(command.GetTexID()));
    const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset;
    const ImDrawVert* vertices = list.VtxBuffer.Data + command.VtxOffset;
    for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
        ImVec2 low = clip_high, high = clip_low;
        simulator::Hash what = common;
        for (unsigned corner = 0; corner < 3; ++corner) {
            const ImDrawVert& vertex = vertices[index[i + corner]];
            low = least(low, vertex.pos), high = most(high, vertex.pos);
            what.add(std::bit_cast<std::uint64_t>(vertex.pos));
            what.add(std::bit_cast<std::uint64_t>(vertex.uv) ^ vertex.col * 0x100000001ull);
        }
        mark(between(most(low, clip_low), least(high, clip_high)), what.value());
    }
}

void Damage::mark(Rect box, std::uint64_t what) {
    if (box.w < 0 || box.h < 0) return;
    const auto tile_of = [](float pixel, int count) {
        return std::clamp(static_cast<int>(pixel) / tile, 0, count - 1);
    };
    const int left = tile_of(box.x, columns_), right = tile_of(box.right(), columns_);
    const int top = tile_of(box.y, rows_), bottom = tile_of(box.bottom(), rows_);
    for (int row = top; row <= bottom; ++row)
        for (int column = left; column <= right; ++column)
            now_[static_cast<std::size_t>(row * columns_ + column)].add(what);
}

bool Damage::differs(int row, int column) const {
    const auto at = static_cast<std::size_t>(row * columns_ + column);
    return now_[at].value() != before_[at].value();
}

// Finds runs of columns (or rows) of `tiles` with a change, and cuts them the other way until no
// cut is left.
void Damage::cut(Tiles tiles, bool by_columns, bool was_whole, std::vector<Tiles>& found) const {
    const int first = by_columns ? tiles.left : tiles.top,
              end = by_columns ? tiles.right : tiles.bottom;
    const auto changed = [&](int line) {
        const int across = by_columns ? tiles.top : tiles.left,
                  last = by_columns ? tiles.bottom : tiles.right;
        for (int at = across; at < last; ++at)
            if (by_columns ? differs(at, line) : differs(line, at)) return true;
        return false;
    };
    for (int from = first; from < end;) {
        if (!changed(from)) {
            ++from;
            continue;
        }
        int to = from;
        while (to < end && changed(to)) ++to;
        Tiles part = tiles;
        (by_columns ? part.left : part.top) = from;
        (by_columns ? part.right : part.bottom) = to;
        const bool whole = from == first && to == end;
        if (whole && was_whole)
            found.push_back(part);
        else
            cut(part, !by_columns, whole, found);
        from = to;
    }
}

std::vector<Rect> Damage::boxes() const {
    std::vector<Tiles> parts;
    cut({0, 0, columns_, rows_}, false, false, parts);
    if (parts.size() > most_boxes) {
        Tiles all = parts.front();
        for (const Tiles& part : parts)
            all = {std::min(all.left, part.left), std::min(all.top, part.top),
                   std::max(all.right, part.right), std::max(all.bottom, part.bottom)};
        parts = {all};
    }
    std::vector<Rect> found;
    for (const Tiles& part : parts)
        found.push_back({static_cast<float>(part.left * tile), static_cast<float>(part.top * tile),
                         static_cast<float>((part.right - part.left) * tile),
                         static_cast<float>((part.bottom - part.top) * tile)});
    return found;
}

}  // namespace app
