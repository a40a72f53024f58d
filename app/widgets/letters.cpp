// Letters on every control, to be typed: their choice, their controls, their look. The keyboard
// reaches every visible control in three presses.
#include <algorithm>
#include <cctype>

#include "app/format.h"
#include "app/widgets/ui.h"

namespace app {

namespace {

// Home row keys come first.
constexpr std::string_view alphabet = "asdfghjklqwertyuiopzxcvbnm";

bool can_be_named(const Control& control) {
    return control.enabled && control.area.w > 0 && control.area.h > 0;
}

}  // namespace

// One letter per control if there are enough, else two, so that none is the start of another.
std::vector<std::string> letters_of(const std::vector<Control>& controls) {
    const auto count = static_cast<std::size_t>(std::ranges::count_if(controls, can_be_named));
    std::vector<std::string> all;
    std::size_t next = 0;
    for (const Control& control : controls) {
        std::string letters;
        if (can_be_named(control)) {
            if (count > alphabet.size())
                letters += alphabet[next / alphabet.size() % alphabet.size()];
            letters += alphabet[next++ % alphabet.size()];
        }
        all.push_back(std::move(letters));
    }
    return all;
}

// All typing goes to the letters, until they name a control or match none.
void Ui::take_letters() {
    for (const char c : input.typed)
        if (is_letter(c))
            *state.letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const bool leaves = take({Key::escape}) || input.pressed;
    std::erase_if(strokes_, [](const Stroke& stroke) {
        return stroke.key != Key::page_up && stroke.key != Key::page_down;
    });
    const std::vector<std::string> all = letters_of(state.controls);
    const auto begins = [&](const std::string& each) {
        return !each.empty() && each.starts_with(*state.letters);
    };
    const auto named = std::ranges::find(all, *state.letters);
    if (!state.letters->empty() && named != all.end()) {
        state.named_by_letters = state.controls[static_cast<std::size_t>(named - all.begin())].id;
        want_frame();
        return state.letters.reset();
    }
    if (leaves || std::ranges::none_of(all, begins)) state.letters.reset();
    want_frame();
}

// Draws a chip at the upper left of each control; lower where two would overlap.
void Ui::draw_letters(Rect window) {
    const std::vector<std::string> all = letters_of(controls_);
    const TextStyle style{Font::mono_bold, metrics.micro, Colour::of(0xFFFFFF), Align::centre};
    const float w = canvas.width("mm", style) + 8, h = metrics.micro * 1.5f;
    std::vector<Rect> taken;
    canvas.card("letters", window);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].empty() || !all[i].starts_with(*state.letters)) continue;
        const Rect& area = controls_[i].area;
        Rect box{std::clamp(area.x - 3, window.x, window.right() - w),
                 std::clamp(area.y - 4, window.y, window.bottom() - h), w, h};
        const auto meets = [&](const Rect& other) { return other.meets(box); };
        while (std::ranges::any_of(taken, meets) && box.bottom() + h < window.bottom()) box.y += h;
        taken.push_back(box);
        canvas.fill(box, chip(tone), 4);
        canvas.outline(box, Role::accent, 4, 1);
        canvas.text({box.middle_x(), box.middle_y()}, all[i], style);
    }
    canvas.card({}, {});
}

}  // namespace app
