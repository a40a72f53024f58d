// Functions that make knobs, and the values of settings.
#include "lab/settings.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "lab/named_value.h"
#include "lab/subject.h"
#include "lab/words.h"
#include "simulator/engine/machine.h"

namespace lab {
namespace {

void put_ticks(Knob& knob, Ticks asked) {
    knob.ticks = std::move(asked.ticks);
    knob.ticks.insert(knob.ticks.end(), asked.also.begin(), asked.also.end());
    std::ranges::sort(knob.ticks);
    knob.ticks.erase(std::unique(knob.ticks.begin(), knob.ticks.end()), knob.ticks.end());
    if (knob.ticks.empty()) knob.ticks.push_back(asked.preset.value_or(1));
    knob.preset = asked.preset.value_or(knob.ticks[knob.ticks.size() / 2]);
    knob.beyond = asked.beyond;
    knob.high = knob.ticks.back();
}

}  // namespace

std::vector<std::int64_t> powers_of_two(std::int64_t low, std::int64_t high) {
    std::vector<std::int64_t> values;
    for (std::int64_t value = 1; value <= high && value > 0; value *= 2)
        if (value >= low) values.push_back(value);
    return values;
}

Knob whole(std::string id, std::string title, std::string unit, Ticks ticks, std::int64_t low,
           std::int64_t high) {
    Knob knob;
    knob.id = std::move(id);
    knob.title = std::move(title);
    knob.unit = std::move(unit);
    put_ticks(knob, std::move(ticks));
    knob.low = low;
    knob.high = std::max(knob.high, high);
    return knob;
}

Knob threads_per_block(Ticks ticks) {
    const simulator::Limits limits;
    Knob knob = whole("block", "Threads per block", "threads", std::move(ticks), 1,
                      limits.threads_per_block);
    knob.role = Knob::Role::threads;
    knob.logarithmic = true;
    if (!knob.beyond) knob.beyond = 2 * std::int64_t{limits.threads_per_block};
    knob.hint =
        "Number of threads in a block. They share its shared memory, its barriers and one "
        "multiprocessor.";
    return knob;
}

Knob blocks_of_grid(Ticks ticks) {
    Knob knob = whole("blocks", "Blocks of the grid", "blocks", std::move(ticks));
    knob.role = Knob::Role::blocks;
    knob.logarithmic = true;
    return knob;
}

Knob block_side(char axis, Ticks ticks) {
    const simulator::Limits limits;
    const std::uint32_t limit = axis == 'x'   ? limits.block.x
                                : axis == 'y' ? limits.block.y
                                              : limits.block.z;
    Knob knob = whole(fmt::format("block_{}", axis), fmt::format("Block {}", axis), "threads",
                      std::move(ticks), 1, limit);
    knob.role = axis == 'x'   ? Knob::Role::block_x
                : axis == 'y' ? Knob::Role::block_y
                              : Knob::Role::block_z;
    knob.logarithmic = true;
    knob.hint = fmt::format(
        "Threads of a block along {}. The product of x, y and z is at most 1024.", axis);
    return knob;
}

Knob numbers(Ticks ticks, std::string id, std::string title, std::string unit) {
    Knob knob = whole(std::move(id), std::move(title), std::move(unit), std::move(ticks));
    knob.role = Knob::Role::size;
    knob.logarithmic = true;
    return knob;
}

Knob choice(std::string id, std::string title, std::vector<Choice> choices, Knob::Role role) {
    Knob knob;
    knob.id = std::move(id);
    knob.title = std::move(title);
    knob.kind = Knob::Kind::choice;
    knob.low = 0;
    knob.high = static_cast<std::int64_t>(choices.size()) - 1;
    knob.preset = 0;
    for (std::int64_t index = 0; index <= knob.high; ++index) knob.ticks.push_back(index);
    knob.choices = std::move(choices);
    knob.role = role;
    return knob;
}

Knob with_role(Knob knob, Knob::Role role) {
    knob.role = role;
    return knob;
}

Knob at_some_rungs(Knob knob, std::string why) {
    knob.elsewhere = std::move(why);
    return knob;
}

bool Knob::variant() const {
    return role == Role::pattern || role == Role::type || role == Role::copies ||
           role == Role::clock || role == Role::variant;
}

char block_axis(const Knob& knob) {
    switch (knob.role) {
        case Knob::Role::block_x: return 'x';
        case Knob::Role::block_y: return 'y';
        case Knob::Role::block_z: return 'z';
        default: return 0;
    }
}

Settings::Settings(std::shared_ptr<const Subject> of) : subject(std::move(of)) {
    rung = subject->rung;
    for (const Knob* knob : subject->knobs) values_[knob->id] = knob->preset;
}

const Lesson* Settings::lesson() const { return subject ? subject->lesson : nullptr; }

bool Settings::operator==(const Settings& other) const {
    return rung == other.rung && anyway == other.anyway && values_ == other.values_ &&
           same(subject.get(), other.subject.get());
}

std::int64_t Settings::operator[](const Knob& knob) const {
    const auto found = values_.find(knob.id);
    return found == values_.end() ? knob.preset : found->second;
}

std::string Settings::kernel() const {
    const Rung& chosen = rung_of(*this);
    return chosen.kernel ? chosen.kernel(*this) : chosen.id;
}

std::string size_numbers(const Settings& settings, std::string (*number)(std::int64_t)) {
    const Knob* size = settings.subject ? settings.subject->size : nullptr;
    if (!size) return "";
    std::string text = number(settings[*size]);
    for (const Knob* side : settings.subject->sides) text += " × " + number(settings[*side]);
    return text;
}

std::string size_words(const Settings& settings, std::string (*number)(std::int64_t)) {
    const std::string text = size_numbers(settings, number);
    if (text.empty()) return "";
    const Knob& size = *settings.subject->size;
    const bool one = settings[size] == 1 && settings.subject->sides.empty();
    const std::string unit = unit_of(one ? 1 : 2, size.unit);
    return unit.empty() ? text : text + " " + unit;
}

bool one_size(const Settings& a, const Settings& b) {
    const auto sides = [](const Settings& settings) {
        std::vector<std::int64_t> all;
        if (!settings.subject || !settings.subject->size) return all;
        all.push_back(settings[*settings.subject->size]);
        for (const Knob* side : settings.subject->sides) all.push_back(settings[*side]);
        return all;
    };
    return sides(a) == sides(b);
}

namespace {

std::map<const Knob*, NamedValue>& named_values() {
    static std::map<const Knob*, NamedValue> all;
    return all;
}

}  // namespace

void name_value(const Knob& knob, NamedValue named) { named_values()[&knob] = std::move(named); }

const NamedValue* named_value(const Knob& knob) {
    const auto found = named_values().find(&knob);
    return found == named_values().end() ? nullptr : &found->second;
}

bool is_named(const Knob& knob, std::int64_t value) {
    const NamedValue* named = named_value(knob);
    return named && named->value == value;
}

}  // namespace lab
