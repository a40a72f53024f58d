// Who answers: what theory says of the sectors of each order, which block adds what, and what is
// drawn of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "lab/run.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

constexpr const char* who_rungs[] = {"offset", "rows", "columns", "again", "pieces"};

Settings who_asked(const std::string& rung, const std::vector<std::string>& values) {
    return asked("who_answers/" + rung, values);
}
simulator::Counters who_counted(const std::string& rung, const std::vector<std::string>& values) {
    return run(who_asked(rung, values))->counters;
}
LaunchSize first_size(const Settings& set) {
    const Plan plan = plan_of(set);
    const auto launch = std::ranges::find_if(
        plan.steps, [](const PlanStep& step) { return std::holds_alternative<Launch>(step); });
    return std::get<Launch>(*launch).size;
}

// 2^16 floats are 2^13 sectors and 2^11 requests of 32 lanes.
constexpr std::uint64_t all_floats = 1 << 16, all_sectors = all_floats / 8,
                        all_requests = all_floats / 32;

// A request of 128 bytes touches four sectors where it begins with one, and five where it does not.
TEST(WhoAnswers, AnOffsetAsksForAFifthSector) {
    for (const int offset : {0, 1, 4, 7, 8, 12, 16, 31}) {
        const auto found = who_counted("offset", {"n=2^16", "offset=" + std::to_string(offset)});
        EXPECT_EQ(found.global_load_requests, all_requests) << offset;
        EXPECT_EQ(found.global_load_sectors, all_requests * (offset % 8 == 0 ? 4 : 5)) << offset;
        EXPECT_EQ(found.bytes_requested, 4 * (all_floats + all_floats / 16)) << offset;
    }
}

// Lanes that are eight floats apart or more have a sector each, whoever wants the rest of it.
TEST(WhoAnswers, RowsAndColumnsAskForEverySectorEightTimes) {
    for (const char* rung : {"rows", "columns"})
        for (const char* row : {"row=8", "row=16", "row=64"})
            for (const char* block : {"block=32", "block=64", "block=256"}) {
                const auto found = who_counted(rung, {"n=2^16", row, block});
                EXPECT_EQ(found.global_load_sectors, 8 * all_sectors) << rung << row << block;
            }
    EXPECT_EQ(who_counted("rows", {"n=2^16"}).global_load_requests, all_requests);
    EXPECT_EQ(who_counted("columns", {"n=2^16"}).global_load_requests, all_requests);
    // Two rows of four floats share a sector.
    EXPECT_EQ(who_counted("rows", {"n=2^16", "row=4"}).global_load_sectors, all_requests * 16);
}

TEST(WhoAnswers, EachPassAsksForAllSectorsAgain) {
    for (const std::uint64_t passes : {1, 2, 3, 16}) {
        const std::string knob = "passes=" + std::to_string(passes);
        EXPECT_EQ(who_counted("again", {"n=2^16", knob}).global_load_sectors, passes * all_sectors);
        for (const char* piece : {"piece=4096", "piece=8192", "piece=2^18"})
            EXPECT_EQ(who_counted("pieces", {"n=2^16", knob, piece}).global_load_sectors,
                      passes * all_sectors);
    }
}

// Row and column are the same floats, and a sector's eight go to one thread or to eight blocks.
TEST(WhoAnswers, WhoWantsTheRestOfASector) {
    const auto askers = [](const char* rung) {
        const auto traced = run(picture_of(who_asked(rung, {})), true);
        std::map<simulator::Address, std::set<std::uint64_t>> blocks;
        for (const simulator::Event& event : traced->trace->events)
            if (event.kind == simulator::EventKind::load)
                for (const simulator::Slot& slot : traced->trace->lanes_of(event))
                    blocks[slot.address / 32].insert(event.block);
        std::set<std::size_t> counts;
        for (const auto& [sector, those] : blocks) counts.insert(those.size());
        EXPECT_EQ(blocks.size(), 512u) << rung;
        return counts;
    };
    EXPECT_EQ(askers("rows"), std::set<std::size_t>{1});
    EXPECT_EQ(askers("columns"), std::set<std::size_t>{8});
}

TEST(WhoAnswers, IsRightAtEveryAwkwardSize) {
    for (const char* rung : who_rungs)
        for (const char* size : {"n=1", "n=7", "n=8", "n=33", "n=1009", "n=4099"})
            for (const char* block : {"block=1", "block=33", "block=64", "block=1000"})
                for (const std::vector<std::string>& more :
                     {std::vector<std::string>{"row=1", "offset=31", "passes=3", "piece=100"},
                      {"row=13", "offset=0", "passes=1", "piece=1025"},
                      {"row=64", "offset=9", "passes=5", "piece=70000"}}) {
                    Settings set = who_asked(rung, {size, block});
                    for (const std::string& knob : more) static_cast<void>(assign(set, knob));
                    EXPECT_TRUE(expect_right_or_refused(set)) << named(set);
                }
}

// More passes than blocks, and threads that go through a piece several times.
TEST(WhoAnswers, IsRightWhereBlocksComeRoundAgain) {
    for (const char* rung : {"again", "pieces"})
        for (const char* passes : {"passes=5", "passes=16"}) {
            Settings set = who_asked(rung, {"n=9001", "block=64", passes});
            static_cast<void>(assign(set, "piece=5000"));
            EXPECT_EQ(first_size(set).grid.count(), 9u);
            expect_right(*run(set), named(set));
        }
}

// In passes no block waits for others to end; in the other orders each thread has a row's floats.
TEST(WhoAnswers, GridsHaveRoomForWhatTheyAre) {
    const auto blocks = [](const char* rung, const std::vector<std::string>& values) {
        return first_size(who_asked(rung, values)).grid.count();
    };
    EXPECT_EQ(blocks("again", {}), 132u * 32);
    EXPECT_EQ(blocks("again", {"block=32"}), 132u * 32);
    EXPECT_EQ(blocks("again", {"block=256"}), 132u * 8);
    EXPECT_EQ(blocks("again", {"block=96"}), 132u * 21);
    EXPECT_EQ(blocks("pieces", {"block=1024"}), 132u * 2);
    EXPECT_EQ(blocks("pieces", {"n=2^16"}), 65536u / 16 / 64);
    EXPECT_EQ(blocks("rows", {}), (1u << 26) / 16 / 64);
    EXPECT_EQ(blocks("columns", {}), (1u << 26) / 16 / 64);
    EXPECT_EQ(blocks("columns", {"n=65537"}), 16u * 5);  // 4097 rows, 1024 to each 16 blocks
}

// Of many threads some are compared, in all lanes; of few all.
TEST(WhoAnswers, ComparesThreadsOfAllLanes) {
    const auto elements = [](const char* rung, const char* size) {
        return compared_elements(who_asked(rung, {size}));
    };
    EXPECT_TRUE(elements("again", "n=2^20").empty());
    EXPECT_TRUE(elements("rows", "n=2^22").empty());
    EXPECT_FALSE(elements("again", "n=2^22").empty());
    const auto some = elements("rows", "n=2^26");
    EXPECT_NEAR(double(some.size()), (1 << 22) / 16., 2);
    expect_all_lanes(some);
}

TEST(WhoAnswers, TooManyPiecesAreRefused) {
    const auto refused = refusal(who_asked("pieces", {"n=2^28", "piece=65535"}));
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->asked, 4097);
    EXPECT_EQ(refused->limit, 4096);
    EXPECT_EQ(refused->knob, "piece");
    EXPECT_EQ(refused->use, 65536);
    EXPECT_FALSE(refusal(who_asked("pieces", {"n=2^28", "piece=65536"})));
    EXPECT_FALSE(refusal(picture_of(who_asked("pieces", {"n=2^28", "piece=65536"}))));
}

// All blocks of a picture are followed, and a piece is as large a part of the array as it was.
TEST(WhoAnswers, PicturesHaveFewBlocksAndTheSamePieces) {
    const auto value = [](const Settings& set, const char* knob) {
        return set[*find_knob(*set.subject, knob)];
    };
    for (const char* rung : who_rungs) {
        const Settings drawn = picture_of(who_asked(rung, {}));
        EXPECT_LE(first_size(drawn).grid.count(), 16u) << rung;
        const auto traced = run(drawn, true);
        EXPECT_EQ(traced->trace->watched.size(), first_size(drawn).grid.count()) << rung;
        EXPECT_EQ(traced->trace->watched.front(), 1u) << rung;
        EXPECT_FALSE(traced->trace->full) << rung;
    }
    EXPECT_EQ(value(picture_of(who_asked("rows", {})), "n"), 4096);
    EXPECT_EQ(value(picture_of(who_asked("pieces", {})), "n"), 8192);
    EXPECT_EQ(value(picture_of(who_asked("pieces", {})), "piece"), 512);
    EXPECT_EQ(value(picture_of(who_asked("pieces", {"n=2^28"})), "piece"), 128);
    EXPECT_EQ(value(picture_of(who_asked("pieces", {"n=2^20"})), "piece"), 1 << 22);  // all of it
    EXPECT_EQ(value(picture_of(who_asked("rows", {"n=1000003"})), "n"), 4096 - 5);
}

}  // namespace
