// Values of cells, no wider than the cells, and lanes that keep their values. See words.h.
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "app/format.h"
#include "app/views/flow/words.h"
#include "lab/words.h"

namespace app {

using namespace simulator;

namespace {

// "12k" for 12 345, "1.2M" for 1 234 567: at most `digits` digits.
std::string thousands(double value, int digits) {
    constexpr const char* units[] = {"", "k", "M", "G", "T", "P", "E"};
    int unit = 0;
    while (std::abs(value) >= 999.5 && unit < 6) value /= 1000, ++unit;
    return shortest(value, digits) + units[unit];
}

std::string without_zero(std::string text) {
    const std::size_t zero = text.starts_with("-0.") ? 1 : text.starts_with("0.") ? 0 : text.npos;
    if (zero != text.npos) text.erase(zero, 1);
    return text;
}

// Lanes for which no row shows a new value. They are off, shuffle their own value back, or make
// from another lane's value something that nobody reads.
struct IdleLanes {
    int off = 0, own = 0, unread = 0;
};

IdleLanes idle_lanes(const lab::Run& run, const FlowLayout& layout, const FlowRow& row) {
    IdleLanes idle;
    const auto last = static_cast<std::size_t>(row.last_step);
    const Step* step = row.last_step >= 0 && last < run.steps.size() ? &run.steps[last] : nullptr;
    const bool shuffles = step && run.trace && step->kind == EventKind::shuffle;
    std::map<std::uint32_t, const Event*> of_warp;
    for (std::size_t i = 0; shuffles && i < step->events.size(); ++i) {
        const Event& event = run.trace->events[step->events[i]];
        of_warp[event.warp] = &event;
    }
    for (std::size_t c = 0; c < row.marks.size(); ++c) {
        if (row.marks[c].writes) continue;
        const auto thread = static_cast<std::uint32_t>(layout.columns[c]);
        const auto found = of_warp.find(thread / warp_size);
        const int lane = static_cast<int>(thread % warp_size);
        const simulator::Slot* slot =
            found == of_warp.end() ? nullptr : run.trace->slot(*found->second, lane);
        ++(!slot                                               ? idle.off
           : slot->address == static_cast<std::uint64_t>(lane) ? idle.own
                                                               : idle.unread);
    }
    return idle;
}

}  // namespace

std::string idle_words(const lab::Run& run, const FlowLayout& layout, const FlowRow& row) {
    IdleLanes idle{layout.numbers() - row.written};
    if (run.flow->arrays[row.array].space == Space::none) idle = idle_lanes(run, layout, row);
    std::vector<std::string> parts;
    const auto say = [&](int count, const char* one, const char* several) {
        if (count > 0) parts.push_back(std::to_string(count) + " " + (count == 1 ? one : several));
    };
    say(idle.own, "gets its own value back", "get their own value back");
    say(idle.unread, "gets a value that nobody reads", "get a value that nobody reads");
    say(idle.off, "keeps its value", "keep theirs");
    return parts.empty() ? "." : ". *" + lab::listed(parts) + ".*";
}

bool flow_row_is_over(const lab::Run& run, const FlowRow& row, int step) {
    if (step < 0 || step >= std::ssize(run.steps) || row.last_step < 0) return false;
    const EventKind kind = run.steps[static_cast<std::size_t>(step)].kind;
    return kind != EventKind::barrier && row.last_step < step;
}

std::string written_words(const FlowLayout& layout, int row) {
    const std::vector<FlowMark>& marks = layout.rows[std::size_t(row)].marks;
    const auto changes = [&](const FlowMark& mark) {
        const FlowMark& above =
            layout.rows[std::size_t(row) - 1].marks[std::size_t(&mark - &marks[0])];
        return mark.writes > 0 && (mark.text != above.text || mark.first_text != above.first_text);
    };
    const bool one = layout.rows[std::size_t(row)].written == 1;
    if (row == 0 || std::ranges::any_of(marks, changes)) return one ? " changes: " : " change: ";
    return one ? " is made again and looks the same: " : " are made again and look the same: ";
}

std::string compact_value(std::uint64_t bits, Type type, const Canvas& canvas,
                          const TextStyle& style, float width) {
    const auto fits = [&](const std::string& text) { return canvas.width(text, style) <= width; };
    std::string text = value_text(bits, type, 4);
    // If some fractions have no room for their zero, none shows it: neighbouring cells must look
    // alike.
    const bool zeros = fits("0.0000");
    if ((zeros || without_zero(text) == text) && fits(text)) return text;
    // A whole number that fits needs no unit: different sums look different.
    const double number = value_number(bits, type);
    if (std::abs(number) < 1e6 && number == std::round(number))
        if (const std::string whole = std::to_string(std::llround(number)); fits(whole))
            return whole;
    for (int digits : {3, 2, 1}) {
        text = std::abs(number) >= 1000 ? thousands(number, digits) : shortest(number, digits);
        if (!zeros) text = without_zero(text);
        if (fits(text)) return text;
    }
    return number != 0 && std::abs(number) < .05 && fits("~0") ? "~0" : "\u2026";
}

}  // namespace app
