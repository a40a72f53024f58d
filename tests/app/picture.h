// A view drawn for a test: the notes of one frame, and ways to ask them what stands where.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/draw/canvas_notes.h"
#include "app/series.h"
#include "app/view.h"
#include "tests/app/shell_driver.h"

namespace test {

struct Picture {
    app::CanvasNotes notes{app::testing::measuring_painter().fonts()};

    Picture(std::string_view view, const lab::Result& result, const app::Cursor& cursor,
            app::Rect area, const app::Series& series = {}, const app::LivePicture* live = nullptr,
            const app::Metrics& metrics = {}) {
        app::find_view(view)->draw(notes, {result, cursor, metrics, series, live}, area);
    }

    bool sees(std::string_view words) const {
        return std::ranges::any_of(notes.texts, [&](const app::NotedText& text) {
            return text.text.find(words) != std::string::npos;
        });
    }
    std::string words() const {
        std::string all;
        for (const app::NotedText& text : notes.texts) all += text.text + " ";
        return all;
    }
    /// Of the first text that is exactly this; far away where there is none.
    app::Rect place(std::string_view words) const {
        const app::NotedText* text = notes.find(words);
        return text ? text->box : app::Rect{-1e6f, -1e6f, 0, 0};
    }
};

// Whether a cell is the chosen one, in full accent, or another that works, in half of it.
inline bool is_chosen(const app::NotedMark& mark) {
    return mark.is(app::MarkKind::fill, app::Role::accent) && !mark.colour.ground &&
           mark.colour.alpha == 1;
}
inline bool is_work(const app::NotedMark& mark) {
    return mark.is(app::MarkKind::fill, app::Role::accent) && mark.colour.ground.has_value();
}

inline bool within(const app::NotedMark& mark, app::Rect area) {
    const app::Rect around = area.inside(-.5f);
    return mark.box.x >= around.x && mark.box.right() <= around.right() && mark.box.y >= around.y &&
           mark.box.bottom() <= around.bottom();
}

/// Those of the marks that `wanted` holds of.
template <class Wanted>
std::vector<app::NotedMark> those(const std::vector<app::NotedMark>& marks, Wanted wanted) {
    std::vector<app::NotedMark> found;
    std::ranges::copy_if(marks, std::back_inserter(found), wanted);
    return found;
}

}  // namespace test
