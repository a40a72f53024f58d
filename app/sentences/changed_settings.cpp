// Finds the differences of two settings and puts them into words. See changed_settings.h.
#include "app/sentences/changed_settings.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/format.h"
#include "lab/asked.h"
#include "lab/programs.h"
#include "lab/words.h"
#include "text/turned.h"

namespace app {
namespace {

using lab::Settings;
struct Turned {
    std::vector<const lab::Knob*> knobs{};               // one knob of each thing
    bool rung = false, text = false, arguments = false;  // arguments: of a file's kernel
    int things() const { return static_cast<int>(knobs.size()) + rung + text + arguments; }
};

// Whether another kernel of the same file was opened: both may have the same number among kernels
// with the same parameters, and other PTX.
bool another_kernel(const Settings& a, const Settings& b) {
    return a.subject != b.subject && !a.subject->source_text.empty() &&
           a.subject->source_text == b.subject->source_text &&
           lab::rung_of(a).id != lab::rung_of(b).id;
}

// Two subjects with one text may still differ in the arguments of a file's kernel.
bool same_text(const lab::Subject& a, const lab::Subject& b) {
    if (!a.own || !b.own || !a.module || !b.module) return a.key == b.key;
    return a.source_text == b.source_text && a.module->hash() == b.module->hash();
}

// Keeps the first of the knobs that belong together.
template <class Belongs>
void keep_first(std::vector<const lab::Knob*>& knobs, Belongs belongs) {
    const auto first = std::ranges::find_if(knobs, belongs);
    if (first != knobs.end())
        knobs.erase(std::remove_if(std::next(first), knobs.end(), belongs), knobs.end());
}

// Removes knobs without effect on this kernel, unless only such knobs changed.
void leave_idle(std::vector<const lab::Knob*>& knobs, const Settings& now, bool else_turned) {
    const auto counts = [&](const lab::Knob* knob) { return !lab::idle(now, *knob); };
    if (else_turned || std::ranges::any_of(knobs, counts))
        knobs.erase(std::stable_partition(knobs.begin(), knobs.end(), counts), knobs.end());
}

// Removes values that only follow another knob of a file: arrays as long as a size, a grid that
// covers it. Of knobs that explain the same number of others, the first stays.
void leave_followers(std::vector<const lab::Knob*>& knobs, Settings at, const Settings& now) {
    std::vector<const lab::Knob*> left = knobs, turned;
    while (!left.empty()) {
        Settings best = at;
        const lab::Knob* chosen = nullptr;
        std::ptrdiff_t most = -1;
        for (const lab::Knob* knob : left) {
            const lab::Knob* there = lab::find_knob(*at.subject, knob->id);
            const Settings after = lab::turned(at, *there, now[*knob]);
            const auto explained = std::ranges::count_if(
                left, [&](auto* other) { return after[*other] == now[*other]; });
            if (explained > most) best = after, chosen = knob, most = explained;
        }
        turned.push_back(chosen);
        at = best;
        std::erase_if(left, [&](auto* knob) { return knob == chosen || at[*knob] == now[*knob]; });
    }
    std::erase_if(knobs, [&](auto* knob) { return std::ranges::count(turned, knob) == 0; });
}

// The sides of a box change with its size, so they count as one change; the sides of a block too.
Turned turned(const Settings& before, const Settings& now) {
    const bool another = another_kernel(before, now);
    Turned made{.rung = another || before.rung != now.rung,
                .text = !another && !same_text(*before.subject, *now.subject)};
    made.arguments = !another && !made.text && before.subject->key != now.subject->key;
    const lab::Subject& subject = *now.subject;
    for (const lab::Knob* knob : subject.knobs) {
        const lab::Knob* old = lab::find_knob(*before.subject, knob->id);
        if (old && before[*old] != now[*knob]) made.knobs.push_back(knob);
    }
    leave_idle(made.knobs, now, made.rung || made.text || made.arguments);
    if (subject.turn && lab::same(before.subject.get(), &subject))
        leave_followers(made.knobs, before, now);
    keep_first(made.knobs, [&](auto* knob) { return is_side(subject, *knob); });
    keep_first(made.knobs, [](auto* knob) { return lab::block_axis(*knob) != 0; });
    return made;
}

bool is_number(const lab::Knob& knob) {
    return knob.kind != lab::Knob::Kind::choice && !knob.names;
}

// "4 → 4 096", "2¹⁰ → 2¹²": both values in one notation.
// A lesson's numbers have their unit; a file's knobs are named as its parameters.
std::string change_of_value(const Settings& of, const lab::Knob& knob, std::int64_t before,
                            std::int64_t now) {
    const bool plain = is_number(knob) && std::min(before, now) < 1024;
    const auto words = [&](std::int64_t value) {
        return plain ? grouped(value) : titled_value(knob, value);
    };
    const std::string was = words(before), is = words(now);
    const bool of_several_words = (was + is).find(' ') != was.npos;
    if (!is_number(knob) && of_several_words)
        return text::turned::knob_words({.knob = knob.title, .before = was, .now = is});
    if (!of.lesson() || !is_number(knob) || knob.unit.empty() ||
        lower_case(knob.title).find(knob.unit) != std::string::npos)
        return text::turned::knob({.knob = knob.title, .before = was, .now = is});
    return text::turned::knob_of_unit(
        {.knob = knob.title, .before = was, .now = is, .unit = knob.unit});
}

bool is_side_of_block(const Settings& settings, const lab::Knob& knob) {
    return lab::block_axis(knob) && !lab::idle(settings, knob);
}

// "32 x 8 x 2": the sides of a block that this kernel uses.
std::string block_words(const Settings& settings) {
    std::string words;
    for (const lab::Knob* knob : settings.subject->knobs)
        if (is_side_of_block(settings, *knob))
            words += (words.empty() ? "" : " × ") + std::to_string(settings[*knob]);
    return words;
}

bool has_several_sides(const Settings& settings) {
    const auto is_side = [&](auto* knob) { return is_side_of_block(settings, *knob); };
    return std::ranges::count_if(settings.subject->knobs, is_side) > 1;
}

// Whether a knob is named as part of the block's shape: the width must be a knob too. Others keep
// their title: "Block rows" without a width, or a single "Tile" for equal sides.
bool is_shape(const Settings& settings, const lab::Knob& knob) {
    const auto is_width = [](const lab::Knob* other) { return lab::block_axis(*other) == 'x'; };
    const auto of_block = [](const lab::Knob* other) { return lab::block_axis(*other) != 0; };
    const auto& knobs = settings.subject->knobs;
    const bool called = lower_case(knob.title).find("block") != std::string::npos;
    return lab::block_axis(knob) && (called || std::ranges::count_if(knobs, of_block) > 1) &&
           std::ranges::any_of(knobs, is_width);
}

std::string change_of_knob(const lab::Knob& knob, const Settings& before, const Settings& now) {
    if (is_shape(now, knob) && has_several_sides(now))
        return text::turned::block({.before = block_words(before), .now = block_words(now)});
    const lab::Knob* old = lab::find_knob(*before.subject, knob.id);
    const bool counts = !lab::idle(now, knob), counted = !lab::idle(before, *old);
    if (counts && !counted)
        return text::turned::knob_now({.knob = knob.title, .now = titled_value(knob, now[knob])});
    return change_of_value(now, knob, before[*old], now[knob]);
}

// Kernels of a lesson have numbers, kernels of a file their names.
std::string kernel_name(const Settings& settings) {
    return settings.subject->lesson ? std::to_string(settings.rung + 1)
                                    : lab::rung_of(settings).title;
}

}  // namespace

std::string titled_value(const lab::Knob& knob, std::int64_t value) {
    if (is_number(knob)) return power_or_grouped(value);
    const bool known = value >= 0 && value < std::ssize(knob.choices);
    return known ? uncapitalised(knob.choices[static_cast<std::size_t>(value)].title)
                 : lab::worded(knob, value);
}

bool is_side(const lab::Subject& subject, const lab::Knob& knob) {
    return &knob == subject.size || std::ranges::find(subject.sides, &knob) != subject.sides.end();
}

int things_turned(const Settings& before, const Settings& now) {
    return turned(before, now).things();
}

bool more_than_the_size(const Settings& before, const Settings& now) {
    return !lab::one_size(before, now) && things_turned(before, now) > 1;
}

double elements_of(const Settings& settings) {
    if (!settings.subject || !settings.subject->size) return 1;
    const lab::Knob& size = *settings.subject->size;
    double all = std::pow(double(settings[size]), size.dimensions);
    for (const lab::Knob* side : settings.subject->sides)
        if (side != settings.subject->size) all *= double(settings[*side]);
    return std::max(1., all);
}

std::int64_t problems_of(const Settings& settings) {
    if (!settings.subject) return 1;
    const lab::Knob* many = lab::find_knob(*settings.subject, lab::Knob::Role::repeats);
    return many && !lab::idle(settings, *many) ? settings[*many] : 1;
}

const lab::Knob* unequal_work(const Settings& a, const Settings& b) {
    if (!a.subject || !b.subject) return nullptr;
    const lab::Knob* of_a = lab::find_knob(*a.subject, lab::Knob::Role::repeats);
    const lab::Knob* of_b = lab::find_knob(*b.subject, lab::Knob::Role::repeats);
    if (!of_a || !of_b || lab::idle(a, *of_a) == lab::idle(b, *of_b)) return nullptr;
    return problems_of(a) == problems_of(b) ? nullptr : of_a;
}

bool other_work(const Settings& a, const Settings& b) {
    if (!a.subject || !b.subject) return false;
    const std::string &one = lab::rung_of(a).work, &other = lab::rung_of(b).work;
    return !one.empty() && !other.empty() && one != other;
}

std::string work_words(const Settings& of, const Settings& other) {
    const lab::Knob* knob = unequal_work(of, other);
    if (!knob) return "";
    const std::int64_t here = problems_of(of), there = problems_of(other);
    const std::string units = " " + lab::unit_of(std::max(here, there), knob->unit);
    return here < there ? grouped(here) + " of " + grouped(there) + units : grouped(here) + units;
}

std::string change_words(const Settings& before, const Settings& now) {
    constexpr int most = 2;
    const Turned what = turned(before, now);
    std::vector<std::string> all;
    if (what.text) all.push_back(text::turned::file());
    if (what.arguments) all.push_back(text::turned::arguments());
    if (what.rung)
        all.push_back(
            text::turned::kernel({.before = kernel_name(before), .now = kernel_name(now)}));
    for (const lab::Knob* knob : what.knobs) all.push_back(change_of_knob(*knob, before, now));
    std::string words;
    for (int i = 0; i < std::min(most, what.things()); ++i)
        words += (i > 0 ? ", " : "") + all[std::size_t(i)];
    return what.things() <= most
               ? words
               : text::turned::and_more({.first = words, .count = what.things() - most});
}

std::string set_words(const Settings& settings) {
    std::string words;
    bool shaped = false;
    for (const lab::Knob* knob : settings.subject->knobs) {
        const bool usual = settings[*knob] == knob->preset || lab::idle(settings, *knob);
        if (usual || is_side(*settings.subject, *knob)) continue;
        if (is_shape(settings, *knob) && std::exchange(shaped, true)) continue;
        words +=
            (words.empty() ? "" : ", ") +
            (is_shape(settings, *knob) ? "block " + block_words(settings)
                                       : knob->title + " " + titled_value(*knob, settings[*knob]));
    }
    return words;
}

bool turned_as_asked(const Settings& before, const Settings& now, const Settings& of_before,
                     const Settings& of_now) {
    return std::ranges::all_of(before.subject->knobs, [&](const lab::Knob* knob) {
        return before[*knob] == now[*knob] || is_side(*before.subject, *knob) ||
               (of_before[*knob] == before[*knob] && of_now[*knob] == now[*knob]);
    });
}

Difference difference(const Settings& of, const Settings& other) {
    using Kind = Difference::Kind;
    if (!of.subject || !other.subject) return {};
    const Turned what = turned(of, other);
    if (what.things() != 1 || what.arguments) return {};
    if (what.text) return {.kind = Kind::text};
    if (what.rung) return {.kind = Kind::kernel, .name = "kernel", .value = kernel_name(of)};
    const lab::Knob& knob = *what.knobs.front();
    if (is_shape(of, knob)) return {.kind = Kind::knob, .name = "block", .value = block_words(of)};
    const lab::Knob* own = lab::find_knob(*of.subject, knob.id);
    const bool choice = knob.kind == lab::Knob::Kind::choice;
    std::string name =
        spaced_name(uncapitalised(lab::block_axis(knob) || choice ? knob.title : knob.id));
    constexpr std::string_view states = " are";  // "float numbers" of "Numbers are: float"
    const bool value_first = name.ends_with(states);
    if (value_first) name.resize(name.size() - states.size());
    return {Kind::knob, name, titled_value(*own, of[*own]), choice, value_first};
}

std::string Difference::words() const {
    if (kind == Kind::several) return "before";
    if (kind == Kind::text) return "the text before";
    return value_first ? value + " " + name : name + " " + value;
}

std::string growth_words(const lab::Settings& before, const lab::Settings& now) {
    return text::turned::size({.before = lab::size_numbers(before, power_or_grouped),
                               .now = lab::size_words(now, power_or_grouped)});
}

}  // namespace app
