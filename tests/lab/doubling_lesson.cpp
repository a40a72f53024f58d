// The lesson of doubling_lesson.h. Every test of the lab finds its PTX in tests/assets.
#include "tests/lab/doubling_lesson.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace tests {

using lab::Plan;
using lab::Settings;

const lab::Knob doubling_count = lab::numbers(
    {.ticks = lab::powers_of_two(32, 1 << 20), .also = {}, .preset = 100, .beyond = {}});
const lab::Knob doubling_block = lab::threads_per_block(
    {.ticks = lab::powers_of_two(32, 1024), .also = {100}, .preset = 64, .beyond = {}});
const lab::Knob doubling_shared =
    lab::whole("shared", "Shared memory", "bytes",
               {.ticks = {0, 1024, 1 << 20}, .also = {}, .preset = 0, .beyond = {}}, 0);
const lab::Knob doubling_pattern =
    lab::choice("pattern", "Reads", {{"coalesced", "Coalesced", ""}, {"strided", "Strided", ""}},
                lab::Knob::Role::pattern);

namespace {

void host(Plan& plan, const Settings& set) {
    const auto numbers =
        plan.input("numbers", lab::Type::f32, set[doubling_count], lab::Fill::digits(0, 9));
    const auto twice = plan.buffer("twice", lab::Type::f32, set[doubling_count]);
    plan.launch(set.kernel(),
                {lab::blocks_for(set[doubling_count], set[doubling_block]), set[doubling_block],
                 set[doubling_shared]},
                numbers, twice, set[doubling_count]);
    plan.field(twice, {static_cast<std::uint32_t>(set[doubling_count]), 1, 1}, "twice");
    plan.result(twice);
}

lab::Expected expected(const Settings& set, const lab::Inputs& inputs) {
    lab::Expected answer{{{}}, "doubled on the CPU", "exact"};
    const auto numbers = inputs.values("numbers");
    for (std::int64_t i = 0; i < set[doubling_count]; ++i)
        answer.results[0].values.push_back(2 * numbers(i));
    return answer;
}

std::optional<lab::Refusal> not_with_100(const Settings& set) {
    if (set[doubling_block] != 100) return std::nullopt;
    lab::Refusal refusal;
    refusal.title = "This rung needs whole warps";
    refusal.knob = "block";
    refusal.use = 128;
    refusal.shows = "All is well.";
    return refusal;
}

lab::Rung rung(std::string id, std::string kernel) {
    lab::Rung made;
    made.id = made.title = made.idea = made.claim = std::move(id);
    made.line = "numbers[i]";
    made.kernel = [kernel](const Settings&) { return kernel; };
    return made;
}

lab::Lesson lesson() {
    lab::Lesson made;
    made.id = "doubling";
    made.number = 1;
    made.title = "Doubling numbers";
    made.source = "doubling.cu";
    made.sees = made.breaks = made.next = "A sentence.";
    made.rungs = {rung("guarded", "doubled"), rung("wrong", "tripled"), rung("over", "unguarded"),
                  rung("picky", "doubled"), rung("lost", "nowhere")};
    made.rungs[3].legal = not_with_100;
    made.knobs = {&doubling_count, &doubling_block, &doubling_shared, &doubling_pattern};
    made.host = host;
    made.expected = expected;
    made.picture = [](Settings set) {
        set.set(doubling_count, std::min<std::int64_t>(set[doubling_count], 128));
        return set;
    };
    made.bytes = [](const Settings& set) { return 8.0 * set[doubling_count]; };
    made.flops = [](const Settings& set) { return 1.0 * set[doubling_count]; };
    made.views = {"lanes"};
    made.ledger = {"warp_instructions"};
    made.predictions = {{.question = "How many?", .answer = "1", .because = "So."}};
    made.cost = [](const Settings& set) { return 12.0 * set[doubling_count]; };
    return made;
}

const lab::RegisterLesson registered(lesson());
const Environment tests_assets("WARPLENS_ASSETS", WARPLENS_TESTS_DIR "/assets");

}  // namespace

const lab::Lesson& doubling() { return *lab::find_lesson("doubling"); }

Settings doubling_at(const std::string& rung) {
    Settings settings(doubling());
    lab::find_rung(doubling(), rung, &settings.rung);
    return settings;
}

Environment::Environment(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) {
        had_ = true;
        old_ = old;
    }
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

Environment::~Environment() {
    if (had_)
        setenv(name_.c_str(), old_.c_str(), 1);
    else
        unsetenv(name_.c_str());
}

}  // namespace tests
