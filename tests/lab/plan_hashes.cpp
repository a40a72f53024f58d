// Each member of each step of a plan belongs to its hash, by which a recording is found.
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "lab/plan.h"

namespace {

using lab::Plan;

// One of everything that a plan may hold.
Plan plan() {
    Plan made;
    const auto a = made.input("a", lab::Type::f32, 64, lab::Fill::digits(1, 9));
    const auto b = made.buffer("b", lab::Type::f32, 64);
    made.launch("kernel", {lab::Dim3{5, 6, 7}, lab::Dim3{8, 9, 10}, 11}, a, b, 12, 1.5f);
    made.copy(b, a);
    made.clear(b, 3);
    made.download(b);
    made.result(b);
    made.field(b, {4, 4, 4}, "b");
    return made;
}

lab::Allocation& allocation(Plan& plan) { return plan.allocations[0]; }
lab::Launch& launch(Plan& plan) { return std::get<lab::Launch>(plan.steps[0]); }
lab::Copy& copy(Plan& plan) { return std::get<lab::Copy>(plan.steps[1]); }
lab::Clear& clear(Plan& plan) { return std::get<lab::Clear>(plan.steps[2]); }
lab::Transfer& transfer(Plan& plan) { return std::get<lab::Transfer>(plan.steps[3]); }

struct Change {
    const char* name;
    std::function<void(Plan&)> make;
};

const Change changes[] = {
    {"type", [](Plan& p) { allocation(p).buffer.type = lab::Type::s32; }},
    {"count", [](Plan& p) { ++allocation(p).buffer.count; }},
    {"name", [](Plan& p) { allocation(p).name = "A"; }},
    {"fill", [](Plan& p) { allocation(p).fill.kind = lab::Fill::Kind::uniform; }},
    {"fill's a", [](Plan& p) { ++allocation(p).fill.a; }},
    {"fill's b", [](Plan& p) { ++allocation(p).fill.b; }},
    {"fill's shape", [](Plan& p) { ++allocation(p).fill.shape.y; }},
    {"a variable's name", [](Plan& p) { allocation(p).symbol = "a"; }},
    {"one more array", [](Plan& p) { p.buffer("c", lab::Type::f32, 1); }},
    {"kernel", [](Plan& p) { launch(p).kernel = "kernels"; }},
    {"grid.x", [](Plan& p) { ++launch(p).size.grid.x; }},
    {"grid.y", [](Plan& p) { ++launch(p).size.grid.y; }},
    {"grid.z", [](Plan& p) { ++launch(p).size.grid.z; }},
    {"block.x", [](Plan& p) { ++launch(p).size.block.x; }},
    {"block.y", [](Plan& p) { ++launch(p).size.block.y; }},
    {"block.z", [](Plan& p) { ++launch(p).size.block.z; }},
    {"shared memory", [](Plan& p) { ++launch(p).size.shared_bytes; }},
    {"a launch is timed", [](Plan& p) { launch(p).timed = false; }},
    {"a number", [](Plan& p) { launch(p).arguments[2] = 13; }},
    {"a number's type", [](Plan& p) { launch(p).arguments[2] = 12u; }},
    {"a real number", [](Plan& p) { launch(p).arguments[3] = 1.75f; }},
    {"an array as argument", [](Plan& p) { launch(p).arguments[0] = p.allocations[1].buffer; }},
    {"one more argument", [](Plan& p) { launch(p).arguments.emplace_back(0); }},
    {"copied to", [](Plan& p) { copy(p).to = allocation(p).buffer; }},
    {"copied from", [](Plan& p) { copy(p).from = p.allocations[1].buffer; }},
    {"where a copy begins", [](Plan& p) { copy(p).first = 9; }},
    {"a copy is timed", [](Plan& p) { copy(p).timed = false; }},
    {"cleared", [](Plan& p) { clear(p).buffer = allocation(p).buffer; }},
    {"cleared with", [](Plan& p) { ++clear(p).value; }},
    {"a clear is timed", [](Plan& p) { clear(p).timed = false; }},
    {"transferred", [](Plan& p) { transfer(p).buffer = allocation(p).buffer; }},
    {"to where", [](Plan& p) { transfer(p).way = lab::Transfer::Way::to_device; }},
    {"a transfer is timed", [](Plan& p) { transfer(p).timed = false; }},
    {"a part of it", [](Plan& p) { transfer(p).count = 7; }},
    {"where that begins", [](Plan& p) { transfer(p).count = 7, transfer(p).first = 9; }},
    {"a launch's stream", [](Plan& p) { launch(p).on.number = 1; }},
    {"a copy's stream", [](Plan& p) { copy(p).on.number = 1; }},
    {"a clear's stream", [](Plan& p) { clear(p).on.number = 1; }},
    {"a transfer's stream", [](Plan& p) { transfer(p).on.number = 1; }},
    {"another stream", [](Plan& p) { launch(p).on.number = 2; }},
    {"what it waits for", [](Plan& p) { transfer(p).on.after = {0}; }},
    {"pageable", [](Plan& p) { p.pageable = true; }},
    {"by calls", [](Plan& p) { p.by_calls = true; }},
    {"by a clock of the host", [](Plan& p) { p.clock = lab::Clock::host_waits; }},
    {"by an early clock", [](Plan& p) { p.clock = lab::Clock::host_does_not_wait; }},
    {"order of steps", [](Plan& p) { std::swap(p.steps[1], p.steps[2]); }},
    {"one step fewer", [](Plan& p) { p.steps.pop_back(); }},
    {"result", [](Plan& p) { p.results[0] = allocation(p).buffer; }},
    {"one result more", [](Plan& p) { p.result(allocation(p).buffer); }},
    {"field", [](Plan& p) { p.fields[0].buffer = allocation(p).buffer; }},
    {"a field's shape", [](Plan& p) { p.fields[0].shape.z = 2; }},
};

TEST(Hashes, EachMemberOfAPlanGivesAnother) {
    std::map<std::uint64_t, std::string> known{{plan().hash(), "nothing changed"}};
    for (const Change& change : changes) {
        Plan changed = plan();
        change.make(changed);
        const auto [other, added] = known.try_emplace(changed.hash(), change.name);
        EXPECT_TRUE(added) << change.name << " hashes as " << other->second;
    }
    EXPECT_EQ(plan().hash(), plan().hash());
}

}  // namespace
