// Draws each step in a few pictures. See played.h.
#include "app/program/played.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "app/draw/gif.h"

namespace app {

namespace {

// Fractions of a step's motion, and durations of pictures in hundredths of a second.
constexpr std::array<float, 3> on_the_way{.2f, .5f, .8f};
constexpr int moving = 9, standing = 70, at_the_end = 250;

std::optional<int> number(std::string_view digits) {
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool whole = error == std::errc{} && end == digits.data() + digits.size();
    return whole ? std::optional(value) : std::nullopt;
}

}  // namespace

simulator::Outcome<PlayedSteps> steps_named(std::string_view text, int count) {
    const auto wrong = [&](std::string words) {
        return simulator::Diagnostic{0, 0, fmt::format("--play {}: {}", text, std::move(words))};
    };
    if (count == 0) return wrong("this run has no steps.");
    PlayedSteps steps{1, count};
    if (text != "all") {
        const std::size_t dash = text.find('-');
        const auto first = number(text.substr(0, dash));
        const auto last = dash == text.npos ? first : number(text.substr(dash + 1));
        if (!first || !last) return wrong("write FROM-TO, such as 3-12, one step, or all.");
        steps = {*first, *last};
    }
    if (steps.last < steps.first)
        return wrong(fmt::format("FROM comes before TO: write {}-{}.", steps.last, steps.first));
    if (steps.first < 1 || steps.last < steps.first || steps.last > count)
        return wrong(fmt::format("this run has the steps 1 to {}.", count));
    if (steps.last - steps.first >= most_played)
        return wrong(fmt::format("{} steps, and at most {} are played.",
                                 steps.last - steps.first + 1, most_played));
    return PlayedSteps{steps.first - 1, steps.last - 1};
}

std::string played(Studio& studio, Shell& shell, const Snapshot& picture, PlayedSteps steps) {
    GifWriter gif(picture.width, picture.height);
    Cursor& cursor = shell.playback.cursor;
    for (int step = steps.first; step <= steps.last; ++step) {
        shell.playback.go_to(step);
        for (const float fraction : on_the_way) {
            if (picture.view.empty() || step == steps.first) break;  // a window has no motion here
            cursor.fraction = fraction;
            gif.add(studio.take(shell, picture), moving);
        }
        cursor.fraction = 1;
        gif.add(studio.take(shell, picture), step == steps.last ? at_the_end : standing);
    }
    return gif.finish();
}

}  // namespace app
