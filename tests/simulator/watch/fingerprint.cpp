// One number for a trace, and one for a flow: equal for equal ones, and for no others.
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "simulator/watch/fingerprint.h"

namespace {

using namespace simulator;

Trace a_trace() {
    Trace trace;
    trace.launches = {{"kernel", {2}, {32}, 128, 16}};
    trace.arrays = {{"numbers", Space::global, Type::f32, 0x1000, 64, 0}};
    trace.events = {{.kind = EventKind::load, .space = Space::global, .type = Type::f32}};
    trace.slots = {{0x1000, 7, 0}};
    trace.watched = {0};
    return trace;
}

Flow a_flow() {
    Flow flow;
    flow.arrays = {{"numbers", Space::global, Type::f32, 0x1000, 64, 0}};
    flow.versions = {{}, {.kind = VersionKind::stored, .cell = 3}};
    flow.edges = {{.source = 1}};
    flow.comparisons = {{.a = 1, .b = 1}};
    flow.lost = {{12, "cp.async"}};
    return flow;
}

template <class Any>
void expect_all_apart(const Any& made, const std::vector<std::function<void(Any&)>>& changes) {
    std::set<std::uint64_t> prints{fingerprint(made)};
    EXPECT_EQ(fingerprint(Any(made)), fingerprint(made));
    for (const auto& change : changes) {
        Any other = made;
        change(other);
        prints.insert(fingerprint(other));
    }
    EXPECT_EQ(prints.size(), changes.size() + 1);
}

TEST(Fingerprint, OfATraceIsOfAllThatItHolds) {
    expect_all_apart<Trace>(
        a_trace(),
        {[](Trace& t) { t.launches[0].kernel = "other"; },
         [](Trace& t) { t.launches[0].grid.x = 3; }, [](Trace& t) { t.arrays[0].base = 0x2000; },
         [](Trace& t) { t.events[0].mask = 1; }, [](Trace& t) { t.events[0].fence_line = 4; },
         [](Trace& t) { t.events[0].sectors = 4; }, [](Trace& t) { t.events[0].used = 4; },
         [](Trace& t) { t.slots[0].value = 8; }, [](Trace& t) { t.slots[0].before = 8; },
         [](Trace& t) { t.watched.push_back(1); }, [](Trace& t) { t.full = true; }});
}

TEST(Fingerprint, OfAFlowIsOfAllThatItHolds) {
    expect_all_apart<Flow>(
        a_flow(),
        {[](Flow& f) { f.arrays[0].name = "other"; }, [](Flow& f) { f.versions[1].cell = 4; },
         [](Flow& f) { f.versions[1].previous = 1; }, [](Flow& f) { f.versions[1].level = -1; },
         [](Flow& f) { f.edges[0].moved = true; }, [](Flow& f) { f.comparisons[0].b = 0; },
         [](Flow& f) { f.lost[0].line = 13; }, [](Flow& f) { f.full = true; }});
}

}  // namespace
