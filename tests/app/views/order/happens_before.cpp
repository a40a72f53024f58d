// "Happens before": which accesses meet, what puts them in order, which edge is missing; from runs
// of the simulator and from traces made by hand. What is drawn, where it opens, what answers a
// click.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "app/views/order/places.h"
#include "app/views/order/words.h"
#include "app/weights.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/picture.h"
#include "tests/app/shell_driver.h"
#include "tests/app/trace_maker.h"
#include "tests/app/view_says.h"
#include "tests/helpers/words.h"

namespace {

using namespace app;
using namespace test;

const View& order_view() { return *find_view("happens_before"); }

// A kernel of the memory model, run all the same where it is refused, where the picture opens.
struct Passed {
    lab::Result result;
    Cursor cursor;

    explicit Passed(const std::string& rung, const std::vector<const char*>& knobs = {},
                    simulator::Order order = simulator::Order::sequential,
                    std::vector<std::uint64_t> watched = {}) {
        result.request.settings = *lab::settings_named(rung);
        for (const char* knob : knobs)
            EXPECT_FALSE(lab::assign(result.request.settings, knob)) << knob;
        result.request.settings.anyway = lab::refusal(result.request.settings).has_value();
        result.request.order = order;
        result.request.watched = std::move(watched);
        lab::Request drawn = result.request;
        drawn.settings = lab::picture_of(drawn.settings);
        result.picture = lab::simulate(drawn);
        cursor.step = opening_step(&order_view(), run());
        cursor.warp = opening_warp(&order_view(), run(), cursor.step);
        cursor.lane = order_view().interest.lane(run(), cursor.step, cursor.warp);
    }
    const lab::Run& run() const { return *result.picture; }
    const Meeting& shown() const {
        static const Meeting none;
        const Meeting* meeting = meeting_shown(run(), cursor);
        EXPECT_TRUE(meeting);
        return meeting ? *meeting : none;
    }
    Picture picture(Rect area = {0, 0, 1000, 520}) const {
        return {"happens_before", result, cursor, area};
    }
};

std::vector<std::string> row_words(const Passed& passed) {
    std::vector<std::string> all;
    const Meeting& meeting = passed.shown();
    for (const OrderRow& row : rows_of(passed.run(), meeting))
        all.push_back((row.side == 0 ? "< " : "> ") +
                      (row.what == OrderRow::What::both
                           ? both_words(meeting)
                           : act_words(passed.run(), meeting, row).forms.front() + " (" +
                                 beside_words(passed.run(), row) + ")"));
    return all;
}

// "< data[0] = 5 (line 41)" as "< data[0] (line)": values and lines are the kernel's own.
std::string without_numbers(std::string words) {
    const auto cut = [&](const std::string& from, const std::string& stop) {
        const auto at = words.find(from);
        if (at == std::string::npos) return;
        const auto end = words.find(stop, at + from.size());
        words.erase(at, (end == std::string::npos ? words.size() : end) - at);
    };
    cut(" = ", " (");
    cut(": ", " (");
    for (std::size_t at = words.find("line "); at != std::string::npos; at = std::string::npos) {
        const auto end = words.find_first_not_of("0123456789", at + 5);
        words.erase(at + 4, end - at - 4);
    }
    return words;
}

std::vector<std::string> shapes_of(const Passed& passed) {
    std::vector<std::string> all = row_words(passed);
    std::ranges::transform(all, all.begin(), without_numbers);
    return all;
}

using Words = std::vector<std::string>;

TEST(HappensBefore, AFenceOnBothSidesIsAWayFromStoreToLoad) {
    const Passed fence("memory_model/fence");
    EXPECT_EQ(fence.shown().how, Ordering::flag);
    EXPECT_EQ(shapes_of(fence),
              (Words{"< data[0] (line)", "< fence for the device (line)",
                     "< flag[0] (line, volatile)", "> reads flag[0] (line, volatile)",
                     "> fence for the device (line)", "> reads data[0] (line)"}));
    EXPECT_EQ(meetings_of(fence.run()).races, 0);
    EXPECT_EQ(meetings_of(fence.run()).flags, 64) << "each lane of two pairs";
}

TEST(HappensBefore, ReleaseAndAcquireAreOneEdge) {
    const Passed release("memory_model/release");
    EXPECT_EQ(release.shown().how, Ordering::flag);
    EXPECT_EQ(shapes_of(release),
              (Words{"< data[0] (line)", "< flag[0] (line, release)",
                     "> reads flag[0] (line, acquire)", "> reads data[0] (line)"}));
    const Passed together("memory_model/together");
    Passed last = together;
    EXPECT_EQ(meetings_of(last.run()).flags, 64) << "one flag speaks for all lanes";
}

TEST(HappensBefore, AVolatileFlagLeavesTheEdgeOut) {
    const Passed usual("memory_model/is_volatile", {"launches=1"}, simulator::Order::resident);
    EXPECT_EQ(usual.shown().how, Ordering::nothing);
    EXPECT_TRUE(usual.shown().by_flag);
    EXPECT_FALSE(usual.shown().old);
    EXPECT_EQ(shapes_of(usual),
              (Words{"< data[0] (line)", "< flag[0] (line, volatile)",
                     "> reads flag[0] (line, volatile)", "> reads data[0] (line)"}));
    const Passed weak("memory_model/is_volatile", {"launches=1"});
    EXPECT_EQ(weak.shown().how, Ordering::nothing);
    EXPECT_TRUE(weak.shown().old) << "it opens where an old number is read";
    EXPECT_NE(row_words(weak).back().find(": 0, an old value"), std::string::npos);
    EXPECT_EQ(meetings_of(weak.run()).races, 64);
    EXPECT_EQ(meetings_of(weak.run()).flags, 0);
}

TEST(HappensBefore, TheScopeOfABlockLeavesItOutBetweenTwo) {
    const Passed apart("memory_model/block_scope", {"launches=1"});
    EXPECT_EQ(apart.shown().how, Ordering::nothing);
    EXPECT_EQ(meetings_of(apart.run()).races, 64) << "looks at the flag are not counted";
    EXPECT_TRUE(apart.shown().by_flag);
    EXPECT_NE(row_words(apart)[1].find(", release for the block)"), std::string::npos);
    const Passed beside("memory_model/block_scope", {"launches=1", "block=64"});
    EXPECT_EQ(beside.shown().how, Ordering::flag);
    EXPECT_EQ(meetings_of(beside.run()).races, 0);
}

TEST(HappensBefore, TheEndOfALaunchOrders) {
    const Passed two("memory_model/plain");
    EXPECT_EQ(two.shown().how, Ordering::launch);
    const Words rows = row_words(two);
    ASSERT_EQ(rows.size(), 5u) << "the flag as well, on either side of the end";
    EXPECT_EQ(rows[2], "< The launch ends: all its writes are in place");
    EXPECT_TRUE(rows[1].starts_with("< flag[0] = 1")) << rows[1];
    EXPECT_TRUE(rows[3].starts_with("> reads flag[0]: 1")) << rows[3];
    EXPECT_EQ(meetings_of(two.run()).flags, 0) << "it brings no order";
    EXPECT_TRUE(two.picture().sees("Launch 1, warp 0 of block 0"));
    EXPECT_TRUE(two.picture().sees("Launch 2, warp 0 of block 0"));
}

TEST(HappensBefore, AChainIsReadBlockByBlock) {
    const Passed chain("scan/chain", {"n=4096"}, simulator::Order::sequential, {0, 1, 2});
    EXPECT_TRUE(order_view().fits(chain.run()));
    EXPECT_EQ(chain.shown().how, Ordering::flag);
    EXPECT_EQ(chain.shown().place, "so_far[0]");
    EXPECT_EQ(shapes_of(chain),
              (Words{"< so_far[0] (line)", "< done[0] (line, release)",
                     "> reads done[0] (line, acquire)", "> reads so_far[0] (line)"}));
    const Passed back("scan/look_back", {"n=4096"}, simulator::Order::sequential, {0, 1, 2});
    EXPECT_TRUE(order_view().fits(back.run()));
    EXPECT_EQ(back.shown().how, Ordering::itself);
    EXPECT_EQ(back.shown().place.find("words["), 0u) << "and not the ticket, which only counts";
    const Passed alone("reduction/sequential");
    EXPECT_FALSE(order_view().fits(alone.run())) << "barriers alone are other pictures' business";
}

// Two warps of one block: 0 stores, 1 loads, with a barrier between or without.
std::shared_ptr<lab::Run> two_warps(bool barrier) {
    TraceMaker maker({1}, {64});
    maker.array("part", Space::shared, Type::u32, 0, 64);
    const auto own = [](int lane) -> std::optional<Address> { return 4 * Address(lane); };
    maker.access(EventKind::store, Space::shared, Type::u32, 3, 0, 0, own,
                 [](int lane) { return std::uint64_t(lane); });
    maker.access(EventKind::load, Space::shared, Type::u32, 5, 1, barrier ? 1 : 0, own,
                 [](int lane) { return std::uint64_t(lane); });
    auto run = maker.run();
    if (barrier) return run;
    simulator::Fault fault;
    fault.kind = simulator::FaultKind::race;
    fault.line = 5, fault.other_line = 3;
    fault.other_write = true;
    run->faults.push_back(fault);
    return run;
}

TEST(HappensBefore, AMissingBarrierIsAMissingEdge) {
    const auto with = two_warps(true), without = two_warps(false);
    Cursor cursor;
    cursor.step = 0;
    EXPECT_FALSE(order_view().fits(*with));
    ASSERT_TRUE(meeting_shown(*with, cursor));
    EXPECT_EQ(meeting_shown(*with, cursor)->how, Ordering::barrier);
    EXPECT_TRUE(order_view().fits(*without));
    EXPECT_EQ(meeting_shown(*without, cursor)->how, Ordering::nothing);
    EXPECT_EQ(meetings_of(*without).races, 32);
    EXPECT_EQ(view_claim(order_view().id, *without, cursor), "Nothing orders part[0]");
    EXPECT_EQ(view_sentence(order_view().id, *without, cursor),
              "Thread 0 of block 0 writes *part[0]*, and thread 32 of block 0 reads it: *luck* "
              "decides whether this read returns the new value or the old.");
    cursor.lane = 7;
    EXPECT_EQ(view_claim(order_view().id, *without, cursor), "Nothing orders part[7]")
        << "of the lens lane";
}

// Of a block that nobody followed only the fault is known.
TEST(HappensBefore, ARaceWithABlockThatWasNotTracedIsShown) {
    TraceMaker maker({4}, {32});
    maker.array("data", Space::global, Type::u32, 0x1000, 64);
    maker.access(EventKind::load, Space::global, Type::u32, 9, 0, 0,
                 [](int lane) -> std::optional<Address> { return 0x1000 + 4 * Address(lane); });
    auto run = maker.run();
    simulator::Fault fault;
    fault.kind = simulator::FaultKind::race;
    fault.buffer = "data", fault.element = 5;
    fault.line = 9, fault.other_line = 4;
    fault.other_block = {2, 0, 0}, fault.other_thread = {5, 0, 0};
    fault.thread = {5, 0, 0}, fault.other_write = true;
    run->faults.push_back(fault);
    Cursor cursor;
    cursor.step = 0;
    const Meeting* meeting = meeting_shown(*run, cursor);
    ASSERT_TRUE(meeting);
    EXPECT_EQ(meeting->place, "data[5]");
    EXPECT_EQ(thread_words(meeting->first), "thread 5 of block 2");
    EXPECT_EQ(step_of(*run, meeting->first), -1);
    lab::Result result;
    result.picture = run;
    const Picture picture("happens_before", result, cursor, {0, 0, 900, 400});
    EXPECT_TRUE(picture.sees("writes data[5]"));
}

bool has_dashes(const Picture& picture, Role role) {
    return std::ranges::any_of(picture.notes.marks, [&](const NotedMark& mark) {
        return mark.kind == MarkKind::dashed_line && mark.colour.role == role;
    });
}

// The missing edge is red, broken and said in words; the one that is there is neither.
TEST(HappensBefore, TheMissingEdgeIsSaidThreeTimes) {
    const Passed missing("memory_model/is_volatile", {"launches=1"}), there("memory_model/fence");
    EXPECT_TRUE(has_dashes(missing.picture(), Role::bad));
    EXPECT_TRUE(missing.picture().sees("Nothing"));
    EXPECT_TRUE(missing.picture().sees("the missing edge"));
    EXPECT_FALSE(has_dashes(there.picture(), Role::bad));
    EXPECT_FALSE(there.picture().sees("Nothing"));
    EXPECT_TRUE(there.picture().sees("synchronises with"));
}

// Lane 1's number is told of by lane 0 of either warp: they meet before and behind.
TEST(HappensBefore, OneLaneSpeaksForOthers) {
    const Passed together("memory_model/together"), each("memory_model/release");
    EXPECT_TRUE(meets_in_warps(together.shown()));
    EXPECT_TRUE(together.picture().sees("lanes of the warp met"));
    EXPECT_TRUE(together.picture().sees(", by lane 0"));
    EXPECT_FALSE(meets_in_warps(each.shown()));
    EXPECT_FALSE(each.picture().sees("lanes of the warp met"));
}

TEST(HappensBefore, TwoLaunchesSayWhyOneIsTooFew) {
    for (const char* rung : {"memory_model/plain", "memory_model/is_volatile"}) {
        const Passed two(rung);
        EXPECT_TRUE(view_sentence(order_view().id, two.run(), two.cursor)
                        .ends_with("In 1 launch nothing orders the number and its flag: 2 launches "
                                   "are needed. Turn *Launches* to 1 to see it go wrong."))
            << view_sentence(order_view().id, two.run(), two.cursor);
    }
}

TEST(HappensBefore, AFlagForABlockSaysWhatItIsFor) {
    const Passed block("memory_model/block_scope");
    EXPECT_TRUE(tests::has(view_sentence(order_view().id, block.run(), block.cursor),
                           "This flag is for threads of one block"))
        << view_sentence(order_view().id, block.run(), block.cursor);
}

TEST(HappensBefore, LowHalvesHaveBoxesOfOneLine) {
    EXPECT_TRUE(order_places(Metrics{}, {0, 0, 720, 130}, 4));
    EXPECT_FALSE(order_places(Metrics{}, {0, 0, 720, 90}, 4));
    // Three rows of a laptop that draws two beside each other: what a barrier says has room.
    const Metrics laptop = metrics_of(Density::laptop);
    const OrderPlaces low = order_places(laptop, {0, 0, 720, laptop.small * 2.9f + 3 * 27}, 3);
    ASSERT_TRUE(low);
    EXPECT_GE(low.box(1, {.what = OrderRow::What::both, .act = {}}).h, laptop.small * 1.3f)
        << low.row;
}

TEST(HappensBefore, AClickGoesToTheStep) {
    const Passed fence("memory_model/fence", {"block=64"});
    static const Series series;
    static const Metrics metrics;
    const DrawContext context{fence.result, fence.cursor, metrics, series};
    const Rect area{0, 0, 1000, 520};
    const auto rows = rows_of(fence.run(), fence.shown());
    const OrderPlaces places = order_places(metrics, area, int(rows.size()));
    ASSERT_TRUE(places);
    const Rect last = places.box(int(rows.size()) - 1, rows.back());
    Cursor cursor = fence.cursor;
    ASSERT_TRUE(
        order_view().pointing.click(context, cursor, area, {last.middle_x(), last.middle_y()}));
    EXPECT_EQ(cursor.step, step_of(fence.run(), fence.shown().last));
    EXPECT_EQ(cursor.warp, 1);
    const Picture picture = fence.picture(area);
    const auto told = order_view().pointing.spot(picture.notes, context, area,
                                                 {last.middle_x(), last.middle_y()});
    ASSERT_TRUE(told);
    EXPECT_EQ(told->words.find("*Thread 32 of block 0*: reads data[0]"), 0u) << told->words;
    EXPECT_FALSE(order_view().pointing.click(context, cursor, area, {area.w - 2, 2}));
}

TEST(HappensBefore, GoesOnToTheNextMeeting) {
    const Passed weak("memory_model/is_volatile", {"launches=1", "block=128"});
    const auto next = next_worth(order_view(), weak.run(), weak.cursor.step, 1);
    ASSERT_TRUE(next);
    EXPECT_GT(order_view().interest.weight(weak.run(), next->step), 0);
}

// The bug hunt: a warp reads a place and then writes it, which another warp has read before. And
// two that write one place: neither has a value that is old.
TEST(HappensBefore, WhoReadBeforeAWriteIsMetThoughTheWriterReadToo) {
    const Passed running("bug_hunt/running_sum");
    EXPECT_EQ(running.shown().how, Ordering::nothing);
    EXPECT_TRUE(running.shown().first.traced() && running.shown().last.traced());
    EXPECT_TRUE(running.shown().last.writes && !running.shown().first.writes);
    EXPECT_NE(running.shown().first.warp, running.shown().last.warp);
    EXPECT_TRUE(tests::has(view_sentence(order_view().id, running.run(), running.cursor),
                           "the read came first"));
    const Passed slots("bug_hunt/two_slots");
    EXPECT_TRUE(slots.shown().first.writes && slots.shown().last.writes);
    EXPECT_TRUE(
        tests::has(view_sentence(order_view().id, slots.run(), slots.cursor), "which value stays"));
}

// Lanes of one warp, where no other warp is there: the picture shows what the check found.
TEST(HappensBefore, LanesThatOnlyLockstepOrdersAreMet) {
    const auto finding = [](const Passed& passed) {
        const auto found = std::ranges::find(
            passed.run().faults, simulator::FaultKind::missing_warp_sync, &simulator::Fault::kind);
        return found == passed.run().faults.end() ? simulator::Fault{} : *found;
    };
    for (const auto& [rung, knob] : {std::pair{"running_sum", "block=32"},
                                     {"no_barrier", "block=32"},
                                     {"neighbour", "n=32"}}) {
        const Passed warp(std::string("bug_hunt/") + rung, {knob});
        ASSERT_TRUE(order_view().fits(warp.run())) << rung;
        EXPECT_EQ(usual_slot(*warp.run().request.settings.subject, &warp.run()), Slot::warp);
        const Meeting& shown = warp.shown();
        const simulator::Fault found = finding(warp);
        EXPECT_EQ(shown.how, Ordering::lockstep) << rung;
        EXPECT_EQ(shown.place, found.buffer + "[" + std::to_string(found.element) + "]");
        EXPECT_TRUE(shown.first.traced() && shown.last.traced()) << rung;
        EXPECT_TRUE(is_spoken_of(warp.run(), shown)) << rung;
        EXPECT_EQ(shown.first.warp, shown.last.warp);
        EXPECT_NE(shown.first.lane, shown.last.lane);
        EXPECT_GE(meetings_of(warp.run()).lockstep, 1 + found.repeats);
        EXPECT_EQ(view_claim(order_view().id, warp.run(), warp.cursor),
                  "Only lockstep orders " + shown.place);
        EXPECT_TRUE(tests::has(view_sentence(order_view().id, warp.run(), warp.cursor),
                               "nothing promises that"));
        EXPECT_TRUE(warp.picture().sees("lockstep alone")) << rung;
    }
    const Passed cured("bug_hunt/running_sum", {"block=32", "version=cured"});
    EXPECT_EQ(meetings_of(cured.run()).lockstep, 0u);
}

// What both threads write by one and the same line is data: neither tells the other of something.
TEST(HappensBefore, DataIsNoFlag) {
    const Passed place("bug_hunt/in_place");
    EXPECT_EQ(place.shown().how, Ordering::nothing);
    EXPECT_FALSE(place.shown().by_flag);
    EXPECT_TRUE(tests::has(view_sentence(order_view().id, place.run(), place.cursor), "keys[12]"));
}

// What one side shows the other shows too, whatever stands nearer to its cursor; where nobody meets
// there any more, that is the cure.
TEST(HappensBefore, TheCureStandsBesideItsBug) {
    const Passed grows("bug_hunt/running_sum"), waits("bug_hunt/running_sum", {"version=cured"});
    const Meeting* beside = meeting_beside(waits.run(), waits.cursor, grows.shown());
    ASSERT_TRUE(beside);
    EXPECT_EQ(beside->place, "before[0]");
    EXPECT_EQ(beside->how, Ordering::barrier);
    EXPECT_FALSE(beside->first.writes);
    EXPECT_TRUE(beside->last.writes);
    const Passed shares("bug_hunt/two_slots"), parts("bug_hunt/two_slots", {"version=cured"});
    EXPECT_EQ(shares.shown().place, "slots[1]");
    EXPECT_FALSE(meeting_beside(parts.run(), parts.cursor, shares.shown()));
    CanvasNotes half(app::testing::measuring_painter().fonts());
    const Metrics metrics;
    const Series none;
    const Beside led{shares.result, shares.cursor, true};
    DrawContext context{parts.result, parts.cursor, metrics, none};
    context.beside = &led;
    order_view().draw(half, context, {0, 0, 1000, 300});
    std::string words;
    for (const NotedText& text : half.texts) words += text.text + " ";
    EXPECT_TRUE(tests::has(words, "No two warps meet at slots[1] here.")) << words;
    EXPECT_NE(
        view_sentence(order_view().id, parts.run(), parts.cursor).find("meet at *slots* any more"),
        std::string::npos);
}

// Where no two accesses race, a picture opens where the bug was found.
TEST(HappensBefore, OtherBugsOpenAtTheirLine) {
    const auto text_at = [](const Passed& passed) {
        std::istringstream text(passed.run().source_text);
        std::string line;
        for (int i = 0; i < passed.run().steps[std::size_t(passed.cursor.step)].line; ++i)
            std::getline(text, line);
        return line;
    };
    const Passed end("bug_hunt/past_the_end"), tree("bug_hunt/barrier_in_if"),
        lane("bug_hunt/left_lane");
    EXPECT_TRUE(tests::has(text_at(end), "sums[t + 1] = sum;"));
    EXPECT_TRUE(tests::has(text_at(tree), "__syncthreads();"));
    EXPECT_TRUE(tests::has(text_at(lane), "__shfl_down_sync"));
    EXPECT_EQ(view_about(end.run())->id, "array");
    EXPECT_EQ(view_about(tree.run())->id, "lanes");
    const Passed sums("bug_hunt/never_zeroed");  // not where the same line loads a number
    EXPECT_EQ(sums.run().steps[std::size_t(sums.cursor.step)].kind, simulator::EventKind::atomic);
}

// A loop of the source of which PTX has one look is told where that look is seen, and no other is.
TEST(HappensBefore, TellsThatOneLookIsLeftOfALoop) {
    const auto told = [](const Passed& passed) { return flag_words(passed.run(), passed.shown()); };
    const Passed plain("memory_model/plain"), once("memory_model/plain", {"launches=1"}),
        often("memory_model/is_volatile"), released("memory_model/release");
    EXPECT_TRUE(tests::has(told(plain), "the compiler reduced the loop in line 47"));
    EXPECT_TRUE(tests::has(told(once), "the compiler reduced the loop in line 47"));
    for (const Passed* one : {&plain, &once}) {
        const Act& read = one->shown().by_flag ? one->shown().told : one->shown().last;
        EXPECT_GT(read.line, 47);
        const std::string taken = "to one look, in line " + std::to_string(read.line) + ".";
        EXPECT_TRUE(tests::has(told(*one), taken)) << "where no look stands in the source";
    }
    EXPECT_FALSE(tests::has(told(often), "One look"));
    EXPECT_FALSE(tests::has(told(released), "One look"));
    std::string drawn;
    for (const NotedText& text : once.picture().notes.texts) drawn += text.text + " ";
    EXPECT_TRUE(tests::has(drawn, "One look")) << drawn;
}

// What is old has its line as others do: the verb gives room, and the value does not.
TEST(HappensBefore, WhatIsOldHasItsLine) {
    app::testing::Driver driver(1366, 768);
    driver.shell.restore("memory_model/is_volatile launches=1 --anyway");
    driver.settle();
    EXPECT_TRUE(driver.says("data[32]: 0, old"));
    const auto box = std::ranges::find_if(
        driver.texts, [](const NotedText& text) { return text.text.ends_with(": 0, old"); });
    ASSERT_NE(box, driver.texts.end());
    EXPECT_TRUE(std::ranges::any_of(driver.texts, [&](const NotedText& text) {
        return text.text == "line 68" && std::abs(text.box.middle_y() - box->box.middle_y()) < 4;
    }));
}

}  // namespace
