// Twelve lessons of twelve kernels each, beside those that ship, and cards beyond those that have a
// place: made for the tests of room, a program of their own so that no other test meets them.
#pragma once

#include <string>

#include "app/view.h"
#include "lab/lesson.h"

namespace app::testing {

inline lab::Lesson made_lesson(int index) {
    lab::Lesson made = *lab::find_lesson("reduction");
    const std::string number = std::to_string(index + 1);
    made.id = "made_" + number;
    made.number = index;
    made.chapter = static_cast<lab::Chapter>(index * 5 / 23);
    made.title = (index % 2 ? "Many numbers, made " : "A made lesson ") + number;
    made.cards = {"timings", "made_card_2"};
    const std::vector<lab::Rung> three(made.rungs.begin(), made.rungs.begin() + 3);
    made.rungs.clear();
    for (int i = 0; i < 12; ++i) {
        lab::Rung rung = three[static_cast<std::size_t>(i) % 3];
        rung.id += "_" + std::to_string(i + 1);
        rung.title += " " + std::to_string(i + 1);
        made.rungs.push_back(rung);
    }
    return made;
}

inline void draw_made_card(Canvas& canvas, const DrawContext& context, Rect area) {
    canvas.text({area.x, area.middle_y()}, "made",
                {Font::regular, context.metrics.small, Role::text2});
}

/// Registers them once.
inline void make_room_needed() {
    static const bool made = [] {
        for (int i = 0; i < 12; ++i) lab::RegisterLesson{made_lesson(i)};
        for (int i = 1; i <= 4; ++i)
            RegisterView{{.id = "made_card_" + std::to_string(i),
                          .title = "Made card " + std::to_string(i),
                          .slot = Slot::card,
                          .order = 50 + i,
                          .fits = {},
                          .draw = draw_made_card}};
        return true;
    }();
    (void)made;
}

}  // namespace app::testing
