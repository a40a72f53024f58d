// Settings that tests of lessons run, made from the knobs that a lesson has. See lesson_helpers.h.
#include "tests/lessons/lesson_helpers.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "lab/bugs.h"
#include "lab/programs.h"
#include "lab/running/faults.h"
#include "lab/running/simulation.h"

namespace tests {

using namespace lab;

Settings asked(const std::string& rung, const std::vector<std::string>& values) {
    auto settings = settings_named(rung);
    EXPECT_TRUE(settings) << rung;
    for (const std::string& value : values)
        EXPECT_FALSE(assign(*settings, value)) << rung << " " << value;
    return *settings;
}

std::string named(const Settings& settings) { return with_knobs(settings); }

std::shared_ptr<const Run> run(const Settings& settings, bool trace) {
    Request request;
    request.settings = settings;
    return simulate(request, trace ? Playing::traced() : Playing::counted());
}

simulator::Counters counted_on_line(const Settings& settings) {
    const auto counted = run(settings);
    const int line = counted_line(settings, source_of(settings));
    for (const simulator::LineCounters& one : counted->lines)
        if (one.line == line) return one.counters;
    ADD_FAILURE() << "nothing ran line " << line;
    return {};
}

std::vector<Settings> rungs_of(const Lesson& lesson) {
    std::vector<Settings> all(lesson.rungs.size(), Settings(lesson));
    for (std::size_t i = 0; i < all.size(); ++i) all[i].rung = static_cast<int>(i);
    return all;
}

std::vector<Settings> all_rungs() {
    std::vector<Settings> all;
    for (const Lesson* lesson : lab::lessons())
        std::ranges::copy(rungs_of(*lesson), std::back_inserter(all));
    return all;
}

Settings mended(Settings settings) {
    if (!is_broken(settings)) return settings;
    for (const Knob* knob : settings.subject->knobs)
        for (std::size_t i = 0; i < knob->choices.size(); ++i) {
            Settings other = settings;
            other.set(*knob, std::int64_t(i));
            if (!is_broken(other)) return other;
        }
    return settings;
}

std::vector<std::int64_t> awkward_values(const Knob& knob) {
    using Role = Knob::Role;
    std::vector<std::int64_t> values;
    switch (knob.role) {
        case Role::size: values = {2, 31, 32, 33, 100, 1000, 1009, 1023, 1025, 5000}; break;
        case Role::threads: values = {2, 31, 32, 96, 100, 128, 192, 256, 1000}; break;
        case Role::block_x: values = {2, 3, 7, 16, 32}; break;
        case Role::block_y:
        case Role::block_z: values = {3, 5}; break;
        case Role::stride: values = {2, 7}; break;
        case Role::offset: values = {5, 31}; break;
        case Role::side: values = {4, 17, 33}; break;
        default: values = {2, 3, 7}; break;
    }
    const bool ends = knob.high - knob.low < 2000;  // the end of a size is for a GPU
    if (knob.kind == Knob::Kind::choice) values = knob.ticks;
    values.push_back(knob.low);
    if (ends) values.push_back(knob.high);
    std::erase_if(values, [&](std::int64_t v) { return v < knob.low || v > knob.high; });
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

namespace {

// Rows in which any two values meet, made one after the other: each takes a pair that has not been
// and adds, knob by knob, the value that brings most new pairs.
class Pairs {
public:
    Pairs(const Settings& presets, double budget)
        : presets_(presets), budget_(budget), knobs_(presets.subject->knobs) {
        for (const Knob* knob : knobs_) values_.push_back(awkward_values(*knob));
        met_.resize(knobs_.size() * knobs_.size());
        for (std::size_t a = 0; a < knobs_.size(); ++a)
            for (std::size_t b = 0; b < knobs_.size(); ++b)
                met_[a * knobs_.size() + b].assign(values_[a].size() * values_[b].size(), false);
    }

    std::vector<Settings> rows() {
        if (knobs_.size() == 1) return each_value();
        for (std::size_t a = 0; a < knobs_.size(); ++a)
            for (std::size_t b = 0; b < a; ++b)
                for (std::size_t i = 0; i < values_[a].size(); ++i)
                    for (std::size_t j = 0; j < values_[b].size(); ++j)
                        if (!met(a, i, b, j)) add(a, i, b, j);
        return rows_;
    }

private:
    using Row = std::vector<std::size_t>;  // a value's index for each knob; `open`: not chosen yet
    static constexpr std::size_t open = ~std::size_t{0};

    // A single knob has no pairs.
    std::vector<Settings> each_value() const {
        std::vector<Settings> all;
        for (std::size_t i = 0; i < values_[0].size(); ++i)
            if (!too_much({i})) all.push_back(settings_of({i}));
        return all;
    }

    std::vector<bool>::reference met(std::size_t a, std::size_t i, std::size_t b, std::size_t j) {
        return met_[a * knobs_.size() + b][i * values_[b].size() + j];
    }

    Settings settings_of(const Row& row) const {
        Settings settings = presets_;
        for (std::size_t k = 0; k < row.size(); ++k)
            settings.set(*knobs_[k], values_[k][row[k] == open ? 0 : row[k]]);
        return settings;
    }

    bool too_much(const Row& row) const { return cost_of(settings_of(row)) > budget_; }

    // How many pairs with what is chosen value `i` of knob `a` would bring.
    int fresh(const Row& row, std::size_t a, std::size_t i) {
        int count = 0;
        for (std::size_t b = 0; b < row.size(); ++b)
            if (b != a && row[b] != open && !met(a, i, b, row[b])) ++count;
        return count;
    }

    void choose(Row& row, std::size_t a) {
        Row best = row;
        int most = -1;
        for (std::size_t n = 0; n < values_[a].size(); ++n) {
            Row tried = row;
            tried[a] = (n + rows_.size()) % values_[a].size();  // of equals, each has its turn
            const int count = fresh(row, a, tried[a]);
            if (count > most && !too_much(tried)) most = count, best = tried;
        }
        row = most < 0 ? row : best;
        if (most < 0) row[a] = 0;
    }

    void add(std::size_t a, std::size_t i, std::size_t b, std::size_t j) {
        Row row(knobs_.size(), open);
        row[a] = i, row[b] = j;
        met(a, i, b, j) = met(b, j, a, i) = true;
        if (too_much(row)) return;
        for (std::size_t k = 0; k < row.size(); ++k)
            if (row[k] == open) choose(row, k);
        for (std::size_t k = 0; k < row.size(); ++k)
            for (std::size_t l = 0; l < row.size(); ++l)
                if (k != l) met(k, row[k], l, row[l]) = true;
        rows_.push_back(settings_of(row));
    }

    Settings presets_;
    double budget_;
    std::vector<const Knob*> knobs_;
    std::vector<std::vector<std::int64_t>> values_;
    std::vector<std::vector<bool>> met_;
    std::vector<Settings> rows_;
};

}  // namespace

std::vector<Settings> awkward_settings(const Settings& presets, double budget) {
    return Pairs(presets, budget).rows();
}

void expect_in_words(const Refusal& refused, const std::string& name) {
    EXPECT_GT(refused.title.size(), 20u) << name;
    EXPECT_GT(refused.why.size(), 20u) << name;
    EXPECT_NE(refused.limit_name, "code") << name << ": " << refused.why;
    EXPECT_NE(refused.limit, refused.asked) << name << ": " << refused.title;
    EXPECT_NE(refused.asked, 0) << name
                                << " is refused only since nothing is launched: " << refused.title;
}

namespace {

// The line of the source as it stands there, without what is in front of and behind it.
bool on_line_of(const Bug& bug, const Run& made, int line) {
    std::istringstream text(made.source_text);
    std::string words;
    for (int i = 0; i < line; ++i) std::getline(text, words);
    return std::ranges::any_of(
        bug.lines, [&](const std::string& known) { return words.find(known) != words.npos; });
}

bool is_of(const Bug& bug, const Run& made, const simulator::Fault& fault) {
    const bool known = std::ranges::find(bug.kinds, fault.kind) != bug.kinds.end();
    const bool there = fault.buffer.empty()
                           ? bug.buffers.empty()
                           : std::ranges::find(bug.buffers, fault.buffer) != bug.buffers.end();
    // What is wrong with the order of the host's calls has no line of the kernel.
    const bool by_calls = fault.kind == simulator::FaultKind::missing_wait ||
                          fault.kind == simulator::FaultKind::without_memory;
    const bool here =
        bug.lines.empty() || by_calls ? fault.line == 0 : on_line_of(bug, made, fault.line);
    const bool other = fault.other_line == 0 || on_line_of(bug, made, fault.other_line);
    return known && there && here && other;
}

// What is broken on purpose: nothing but its bug is found, and that wherever a result is wrong.
void expect_bug(const Bug& bug, const Run& made, const std::string& name) {
    for (const simulator::Fault& fault : made.faults)
        EXPECT_TRUE(is_of(bug, made, fault)) << name << ": " << fault_sentence(fault);
    EXPECT_TRUE(!made.verdict.is_wrong() || !made.faults.empty()) << name;
}

}  // namespace

void expect_right(const Run& made, const std::string& name) {
    if (const auto bug = bug_of(made.request.settings)) return expect_bug(*bug, made, name);
    EXPECT_TRUE(made.verdict.checked) << name;
    EXPECT_GT(made.verdict.compared, 0u) << name;
    EXPECT_TRUE(made.verdict.ok) << name << ": [" << made.verdict.element << "] is "
                                 << made.verdict.found << ", not " << made.verdict.expected;
    EXPECT_TRUE(made.faults.empty()) << name;
}

bool expect_right_or_refused(const Settings& settings) {
    if (const auto refused = refusal(settings)) {
        expect_in_words(*refused, named(settings));
        return false;
    }
    expect_right(*run(settings), named(settings));
    return true;
}

std::vector<std::uint64_t> compared_elements(const Settings& settings) {
    const Plan plan = plan_of(settings);
    return settings.lesson()->expected(settings, Inputs(plan, 1)).results[0].elements;
}

void expect_all_lanes(const std::vector<std::uint64_t>& threads) {
    std::vector<int> lanes(32);
    for (const std::uint64_t thread : threads) ++lanes[thread % 32];
    EXPECT_GT(*std::ranges::min_element(lanes), int(threads.size()) / 64);
}

std::vector<const Lesson*> every_lesson() { return {lab::lessons().begin(), lab::lessons().end()}; }

std::string lesson_name(const testing::TestParamInfo<const Lesson*>& info) {
    return info.param->id;
}

}  // namespace tests
