// Views on little traces: what they make of them, that no text leaves or meets another, that bad
// areas do no harm.
#include <gtest/gtest.h>

#include <sstream>

#include "app/draw/canvas_notes.h"
#include "app/series.h"
#include "app/views/bank_passes.h"
#include "app/views/moment.h"
#include "app/views/now.h"
#include "app/views/sectors.h"
#include "app_trace_maker.h"
#include "imgui.h"
#include "lab/worker.h"

namespace {

using namespace app;
using namespace test;

const Fonts& fonts() {
    static const Fonts loaded = [] {
        ImGui::CreateContext();
        return load_fonts(*ImGui::GetIO().Fonts);
    }();
    return loaded;
}

// One request of a whole warp at `address`.
std::shared_ptr<lab::Run> one_request(EventKind kind, Space space, Type type, const Where& address,
                                      int count = 1) {
    TraceMaker maker({1}, {32});
    maker.array("numbers", Space::global, Type::f32, 0x1000, 1 << 16);
    maker.array("part", Space::shared, Type::f32, 0, 1 << 14);
    maker.access(
        kind, space, type, 7, 0, 0, address, [](int lane) { return float_bits(float(lane)); },
        count);
    return maker.run();
}

Coalescing loaded(Type type, const Where& address, int count = 1) {
    const auto run = one_request(EventKind::load, Space::global, type, address, count);
    return coalesce(*run->trace, run->trace->events[0]);
}

BankPasses passed(EventKind kind, Type type, const Where& address, int count = 1) {
    const auto run = one_request(kind, Space::shared, type, address, count);
    return passes_of(*run->trace, run->trace->events[0]);
}

// A tree in shared memory by `threads` threads, as the sequential reduction walks it.
std::shared_ptr<lab::Run> tree(unsigned threads) {
    TraceMaker maker({16}, {threads}, "reduce");
    maker.array("numbers", Space::global, Type::f32, 0x1000, 4096);
    maker.array("part", Space::shared, Type::f32, 0, threads);
    const unsigned warps = (threads + 31) / 32;
    const auto some = [&](EventKind kind, Space space, int line, unsigned interval, unsigned below,
                          Address base) {
        for (unsigned warp = 0; warp < warps && warp * 32 < below; ++warp)
            maker.access(
                kind, space, Type::f32, line, warp, interval,
                [&](int lane) -> std::optional<Address> {
                    if (warp * 32 + lane >= below) return {};
                    return base + 4 * (warp * 32 + lane);
                },
                [](int lane) { return float_bits(float(lane)); });
    };
    some(EventKind::load, Space::global, 2, 0, threads, 0x1000);
    some(EventKind::store, Space::shared, 2, 0, threads, 0);
    unsigned interval = 1;
    for (unsigned stride = threads / 2; stride > 0; stride /= 2, ++interval) {
        some(EventKind::load, Space::shared, 5, interval, stride, 0);
        some(EventKind::load, Space::shared, 5, interval, stride, 4 * stride);
        some(EventKind::store, Space::shared, 5, interval, stride, 0);
    }
    auto run = maker.run();
    run->source_text =
        "__global__ void reduce(const float* numbers)\n    part[t] = numbers[t];\n"
        "    __syncthreads();\n    for (int s = n / 2; s > 0; s /= 2)\n"
        "        if (t < s) part[t] += part[t + s];  // the far half comes to the near one\n}\n";
    run->ptx_text = ".visible .entry reduce(\n\tld.global.f32 %f1, [%rd1];\n";
    run->lines.push_back({5, 12, 300, {}});
    return run;
}

// --- sectors

TEST(Sectors, CountsFollowTheStride) {
    const int expected[][2] = {{1, 4}, {2, 8}, {4, 16}, {8, 32}, {16, 32}, {32, 32}};
    for (const auto& [stride, sectors] : expected) {
        const int s = stride;
        const Coalescing all =
            loaded(Type::f32, [s](int lane) { return Address(0x1000 + 4 * s * lane); });
        EXPECT_EQ(all.sectors, sectors) << "stride " << s;
        EXPECT_EQ(all.ideal, 4);
        EXPECT_EQ(all.stride, s);
        EXPECT_EQ(all.bytes_moved, 32 * sectors);
        EXPECT_EQ(all.bytes_wanted, 128);
    }
}

TEST(Sectors, OneOffTakesAFifth) {
    const Coalescing all = loaded(Type::f32, [](int lane) { return Address(0x1004 + 4 * lane); });
    EXPECT_EQ(all.sectors, 5);
    EXPECT_EQ(all.misaligned, 4);
    ASSERT_EQ(all.lines.size(), 2u);
    EXPECT_EQ(all.lines[1].touched, 1u);
    EXPECT_EQ(all.lines[1].wanted_in[0], 4);
    EXPECT_EQ(all.lines[0].wanted_in[0], 28);
}

TEST(Sectors, WideAccessesTakeSixteen) {
    const Coalescing all = loaded(
        Type::f32, [](int lane) { return Address(0x1000 + 16 * lane); }, 4);
    EXPECT_EQ(all.sectors, 16);
    EXPECT_EQ(all.ideal, 16);
    EXPECT_EQ(all.element_bytes, 16);
    EXPECT_EQ(all.lines.size(), 4u);
}

TEST(Sectors, OneAddressIsOneSectorForAll) {
    const Coalescing all = loaded(Type::f32, [](int) { return Address(0x1044); });
    EXPECT_EQ(all.sectors, 1);
    EXPECT_EQ(all.bytes_wanted, 4);
    ASSERT_EQ(all.lines.size(), 1u);
    ASSERT_EQ(all.lines[0].wanted.size(), 1u);
    EXPECT_EQ(all.lines[0].wanted[0].lanes, ~0u);
}

TEST(Sectors, ALaneAcrossALineIsCutThere) {
    const Coalescing all = loaded(Type::f64, [](int lane) -> std::optional<Address> {
        if (lane) return {};
        return 0x107c;
    });
    ASSERT_EQ(all.lines.size(), 2u);
    EXPECT_EQ(all.lines[0].wanted[0].byte, 124);
    EXPECT_EQ(all.lines[0].wanted[0].bytes, 4);
    EXPECT_EQ(all.lines[1].wanted[0].byte, 0);
    EXPECT_EQ(all.sectors, 2);
}

// --- banks

TEST(Banks, PassesFollowTheStride) {
    const int expected[][2] = {{1, 1}, {2, 2}, {3, 1}, {4, 4}, {8, 8}, {16, 16}, {32, 32}, {33, 1}};
    for (const auto& [stride, passes] : expected) {
        const int s = stride;
        const BankPasses all =
            passed(EventKind::load, Type::f32, [s](int lane) { return Address(4 * s * lane); });
        EXPECT_EQ(int(all.passes.size()), passes) << "stride " << s;
        EXPECT_EQ(all.ideal, 1);
        EXPECT_EQ(all.banks_used, 32 / passes);
    }
}

TEST(Banks, TheSameWordIsABroadcast) {
    const BankPasses all =
        passed(EventKind::load, Type::f32, [](int lane) { return Address(4 * (lane / 16)); });
    EXPECT_EQ(all.passes.size(), 1u);
    EXPECT_EQ(all.words, 2);
    EXPECT_EQ(all.broadcast, 32);
    EXPECT_EQ(all.passes[0].banks[0].lanes, 0xffffu);
}

TEST(Banks, BytesCountByTheirWord) {
    EXPECT_EQ(
        passed(EventKind::load, Type::u8, [](int lane) { return Address(lane); }).passes.size(),
        1u);
    EXPECT_EQ(passed(EventKind::load, Type::u8, [](int lane) { return Address(128 * lane); })
                  .passes.size(),
              32u);
}

TEST(Banks, DoublesGoByHalves) {
    const BankPasses plain =
        passed(EventKind::load, Type::f64, [](int lane) { return Address(8 * lane); });
    EXPECT_EQ(plain.passes.size(), 2u);
    EXPECT_EQ(plain.ideal, 2);
    EXPECT_FALSE(plain.passes[1].extra);
}

TEST(Banks, PairedDoublesLoadTogetherButNeverStoreSo) {
    for (const int apart : {1, 2}) {
        const Where paired = [apart](int lane) { return Address(8 * (lane & ~apart)); };
        EXPECT_EQ(passed(EventKind::load, Type::f64, paired).groups.size(), 1u) << apart;
        EXPECT_EQ(passed(EventKind::store, Type::f64, paired).groups.size(), 2u) << apart;
    }
}

TEST(Banks, SixteenBytesGoByQuarters) {
    const BankPasses plain = passed(
        EventKind::load, Type::f32, [](int lane) { return Address(16 * lane); }, 4);
    EXPECT_EQ(plain.passes.size(), 4u);
    EXPECT_EQ(plain.ideal, 4);
    const Where paired = [](int lane) { return Address(16 * (lane & ~1)); };
    EXPECT_EQ(passed(EventKind::load, Type::f32, paired, 4).groups.size(), 2u);
    EXPECT_EQ(passed(EventKind::store, Type::f32, paired, 4).groups.size(), 4u);
}

TEST(Banks, AGroupWithNoLaneOnTakesNoPass) {
    const BankPasses all =
        passed(EventKind::load, Type::f64, [](int lane) -> std::optional<Address> {
            if (lane >= 16) return {};
            return 8 * lane;
        });
    EXPECT_EQ(all.passes.size(), 1u);
    EXPECT_EQ(all.ideal, 1);
}

// What pictures say of a request is what the simulator counted of it, in every kernel there is.
TEST(Requests, AgreeWithTheSimulator) {
    int global = 0, shared = 0;
    for (const lab::Lesson* lesson : lab::lessons())
        for (int rung = 0; rung < int(lesson->rungs.size()); ++rung) {
            lab::Request request;
            request.settings = lab::Settings(*lesson);
            request.settings.rung = rung;
            request.settings =
                lesson->picture ? lesson->picture(request.settings) : request.settings;
            if (lab::refusal(request.settings)) continue;
            const auto run = lab::simulate(request);
            for (const simulator::Event& event : run->trace->events) {
                if (event.kind != EventKind::load && event.kind != EventKind::store) continue;
                const std::string name =
                    line_of(request.settings) + " line " + std::to_string(event.line);
                if (event.space == Space::global) {
                    const Coalescing all = coalesce(*run->trace, event);
                    ASSERT_EQ(all.sectors, int(event.sectors)) << name;
                    ASSERT_EQ(all.ideal, int(event.ideal)) << name;
                    ++global;
                }
                if (event.space == Space::shared) {
                    const BankPasses all = passes_of(*run->trace, event);
                    ASSERT_EQ(all.passes.size(), event.wavefronts) << name;
                    ASSERT_EQ(all.ideal, int(event.ideal)) << name;
                    ++shared;
                }
            }
        }
    EXPECT_GT(global, 1000);
    EXPECT_GT(shared, 1000);
}

// --- what happens now

TEST(Now, SaysWhoAndWhatItCosts) {
    const auto run = tree(256);
    Cursor cursor;
    cursor.step = 0;
    EXPECT_EQ(now_text(*run, cursor),
              "*All 256 threads* read `numbers`. The warp's request moves *4 sectors*, as few as "
              "can be.");
    cursor.step = int(run->steps.size()) - 1;
    EXPECT_EQ(now_text(*run, cursor),
              "*Lane 0* of warp 0 writes `part`; lanes 1 to 31 are off: the warp *diverges*. 7 "
              "other warps skip it. "
              "Every word lies in a bank of its own: *no conflict*.");
}

TEST(Now, BoxesHoldWhatTheLineReadAndWrote) {
    const auto run = tree(64);
    Cursor cursor;
    cursor.step = 3;  // the second of the line's two loads
    cursor.lane = 2;
    const auto boxes = boxes_of(*run, cursor);
    ASSERT_EQ(boxes.size(), 3u);
    EXPECT_EQ(boxes[0].name, "part[2]");
    EXPECT_EQ(boxes[0].value, "2");
    EXPECT_EQ(boxes[1].name, "part[34]");
    EXPECT_TRUE(boxes[1].now);
    EXPECT_TRUE(boxes[2].written);
    EXPECT_EQ(boxes[2].value, "") << "what is to come is not given away";
    EXPECT_EQ(boxes_title(*run, cursor), "Lane 2 of warp 0, in this line");
}

TEST(Moment, TheNearestAccessIsNowThenBeforeThenToCome) {
    const auto run = tree(64);
    Cursor cursor;
    cursor.step = 5;
    const Shown global = nearest(*run, cursor, is_global_access);
    EXPECT_EQ(global.step, 0);
    EXPECT_FALSE(global.now);
    EXPECT_TRUE(nearest(*run, cursor, is_shared_access).now);
    cursor.step = -1;
    EXPECT_TRUE(nearest(*run, cursor, is_shared_access).to_come);
}

TEST(Moment, LanesAreNamedAsPeopleDo) {
    EXPECT_EQ(lanes_text(0xf), "lanes 0 to 3");
    EXPECT_EQ(lanes_text(0x3), "lanes 0 and 1");
    EXPECT_EQ(lanes_text(0x80), "lane 7");
    EXPECT_EQ(lanes_text(0x111), "lanes 0, 4 and 8");
    EXPECT_EQ(lanes_text(0x55555555), "16 lanes");
    EXPECT_EQ(lanes_text(0), "no lane");
}

// --- every view

struct Picture {
    std::string name;
    lab::Result result;
};

lab::Result result_of(std::shared_ptr<lab::Run> run) {
    lab::Result result;
    result.picture = std::move(run);
    return result;
}

std::vector<Picture> pictures() {
    std::vector<Picture> all;
    for (const int stride : {1, 4, 32})
        all.push_back(
            {"stride " + std::to_string(stride),
             result_of(one_request(EventKind::load, Space::global, Type::f32, [stride](int lane) {
                 return Address(0x1000 + 4 * stride * lane);
             }))});
    all.push_back({"banks", result_of(one_request(EventKind::store, Space::shared, Type::f32,
                                                  [](int lane) { return Address(8 * lane); }))});
    all.push_back({"tree of 250", result_of(tree(250))});
    all.push_back({"tree of 1000", result_of(tree(1000))});
    all.push_back({"sweep", result_of(sweep())});
    return all;
}

Metrics metrics(bool wide) {
    if (wide) return {};
    return {false, 18, 14, 13.5f, 12.5f, 12, 12.5f, 13.5f, 27};
}

class EveryView : public testing::TestWithParam<std::string> {};

TEST_P(EveryView, KeepsTextsApartAndInside) {
    const View* view = find_view(GetParam());
    ASSERT_TRUE(view);
    const Rect areas[] = {{0, 0, 300, 260},
                          {0, 0, 480, 300},
                          {20, 10, 720, 360},
                          {0, 0, 1082, 500},
                          {0, 0, 2400, 1300}};
    for (const Picture& picture : pictures())
        for (const Rect& area : areas)
            for (const float longer : {1.f, 1.33f})
                for (const bool wide : {true, false})
                    for (const int step : {-1, 0, 4}) {
                        if (view->fits && !view->fits(*picture.result.picture)) continue;
                        CanvasNotes notes(fonts(), 1, longer);
                        Cursor cursor;
                        cursor.step = step;
                        const Metrics type = metrics(wide);
                        const Series series;
                        notes.card(view->id, area);
                        view->draw(notes, {picture.result, cursor, type, series}, area);
                        const auto wrong = misplaced_texts(notes);
                        EXPECT_TRUE(wrong.empty())
                            << picture.name << ", " << area.w << " x " << area.h << ", step "
                            << step << ", longer " << longer << ", wide " << wide << ": "
                            << wrong.front();
                        for (const NotedText& text : notes.texts) EXPECT_FALSE(text.text.empty());
                        EXPECT_FALSE(notes.texts.empty())
                            << "a view says at least one line: " << picture.name;
                    }
}

TEST_P(EveryView, SurvivesAreasThatHoldNothing) {
    const View* view = find_view(GetParam());
    ASSERT_TRUE(view);
    for (const Picture& picture : pictures())
        for (const Rect area : {Rect{0, 0, 0, 0}, Rect{0, 0, 10, 10}, Rect{0, 0, 30, 400},
                                Rect{0, 0, 900, 8}, Rect{5, 5, -20, -20}}) {
            CanvasNotes notes(fonts());
            const Metrics type;
            const Cursor cursor;
            const Series series;
            view->draw(notes, {picture.result, cursor, type, series}, area);
        }
}

TEST_P(EveryView, SaysSoWhereThereIsNothingToShow) {
    const View* view = find_view(GetParam());
    ASSERT_TRUE(view);
    lab::Result empty;
    const lab::Result bare = result_of(std::make_shared<lab::Run>());
    for (const lab::Result* result : {static_cast<const lab::Result*>(&empty), &bare}) {
        CanvasNotes notes(fonts());
        const Metrics type;
        const Cursor cursor;
        const Series series;
        view->draw(notes, {*result, cursor, type, series}, {0, 0, 600, 300});
        EXPECT_FALSE(notes.texts.empty());
        EXPECT_EQ(notes.marks, 0) << "nothing is drawn of nothing";
    }
}

TEST_P(EveryView, DrawsTheSameTwice) {
    const View* view = find_view(GetParam());
    ASSERT_TRUE(view);
    const Metrics type;
    const Series series;
    Cursor cursor;
    cursor.step = 2;
    for (const Picture& picture : pictures()) {
        CanvasNotes first(fonts()), second(fonts());
        view->draw(first, {picture.result, cursor, type, series}, {0, 0, 900, 420});
        view->draw(second, {picture.result, cursor, type, series}, {0, 0, 900, 420});
        ASSERT_EQ(first.texts.size(), second.texts.size());
        for (std::size_t i = 0; i < first.texts.size(); ++i) {
            EXPECT_EQ(first.texts[i].text, second.texts[i].text);
            EXPECT_EQ(first.texts[i].box, second.texts[i].box);
        }
    }
}

// Every view that there is: one more is tested by being there.
std::vector<std::string> every_id() {
    std::vector<std::string> ids;
    for (const View* view : views()) ids.push_back(view->id);
    return ids;
}

INSTANTIATE_TEST_SUITE_P(Views, EveryView, testing::ValuesIn(every_id()),
                         [](const auto& info) { return info.param; });

TEST(Views, AreAllThere) {
    for (const char* id :
         {"coalescing", "banks", "lanes", "field", "source", "timings", "rungs_compared", "ledger",
          "sectors_by_stride", "block_shapes", "data_flow"})
        EXPECT_TRUE(find_view(id)) << id;
    EXPECT_FALSE(find_view("nothing of the kind"));
    EXPECT_TRUE(std::is_sorted(views().begin(), views().end(), [](const View* a, const View* b) {
        return a->slot != b->slot ? a->slot < b->slot : a->order < b->order;
    }));
}

// --- the whole text of a picture, in the order in which it is drawn

std::string texts_of(const char* id, const lab::Result& result, const Cursor& cursor, Rect area) {
    CanvasNotes notes(fonts());
    const Metrics type;
    const Series series;
    find_view(id)->draw(notes, {result, cursor, type, series}, area);
    std::string all;
    for (const NotedText& text : notes.texts) all += (all.empty() ? "" : "|") + text.text;
    return all;
}

std::string counted_up(int from, int to) {
    std::string all;
    for (int i = from; i <= to; ++i) all += (i > from ? "|" : "") + std::to_string(i);
    return all;
}

TEST(Texts, OfSectorsAtStrideFour) {
    const lab::Result result =
        result_of(one_request(EventKind::load, Space::global, Type::f32,
                              [](int lane) { return Address(0x1000 + 16 * lane); }));
    Cursor cursor;
    cursor.lane = 5;
    EXPECT_EQ(texts_of("coalescing", result, cursor, {0, 0, 1100, 420}),
              "Lanes|" + counted_up(0, 31) +
                  "|Line 0|numbers[0]|Line 1|numbers[32]|Line 2|numbers[64]|Line 3|numbers[96]"
                  "|lane 5 wants numbers[20]|" +
                  counted_up(0, 31) +
                  "|16|sectors for this request|4 would do|25 %|of moved bytes used|128 of 512 B"
                  "|wanted by a lane (number = lane)|moved, never used");
}

TEST(Texts, OfBanksAtStrideTwo) {
    const lab::Result result = result_of(one_request(EventKind::store, Space::shared, Type::f32,
                                                     [](int lane) { return Address(8 * lane); }));
    EXPECT_EQ(texts_of("banks", result, {}, {0, 0, 1100, 300}),
              "Bank|" + counted_up(0, 31) + "|pass 1|" + counted_up(0, 15) + "|pass 2|" +
                  counted_up(16, 31) +
                  "|2|wavefronts|1 would do|Lanes|that|want|different|words|of|one|bank|take|"
                  "turns.");
}

TEST(Texts, OfLanesInAPartWarp) {
    Cursor cursor;
    cursor.step = 4;
    cursor.warp = 1;
    const std::string all = texts_of("lanes", result_of(tree(100)), cursor, {0, 0, 1100, 420});
    EXPECT_NE(all.find("|warp 0|warp 1|warp 2|warp 3|"), std::string::npos) << all;
    EXPECT_TRUE(
        all.ends_with("|50|of 100 threads|in 2 of 4 warps|14|idle in warps that run|"
                      "1 warp diverged|lane 0 of warp 1|threadIdx.x = 32"))
        << all;
}

// --- claims are filled from the run

TEST(Claims, SayWhatTheTraceHolds) {
    const View* view = find_view("coalescing");
    ASSERT_TRUE(view);
    const Cursor cursor;
    const auto at = [](Address base, int stride) -> Where {
        return [=](int lane) { return base + 4 * stride * lane; };
    };
    const auto claim = [&](const Where& where) {
        return view->claim(*one_request(EventKind::load, Space::global, Type::f32, where), cursor);
    };
    EXPECT_EQ(claim(at(0x1000, 4)), "Every fourth float, four times the traffic");
    EXPECT_EQ(claim(at(0x1000, 32)), "Every 32nd float, eight times the traffic");
    EXPECT_EQ(claim(at(0x1004, 1)), "Off by 4 bytes: five sectors, not four");
    EXPECT_EQ(claim(at(0x1000, 0)), "One address for all lanes: one sector");
    EXPECT_EQ(claim(at(0x1000, 1)), "Neighbouring lanes, neighbouring bytes: no byte is wasted");
}

TEST(Claims, TheMemorySlotSpeaksOfTheStepItStandsAt) {
    const View* view = find_view("coalescing");
    const auto run = tree(64);
    Cursor cursor;
    cursor.step = 0;
    EXPECT_EQ(view->claim(*run, cursor),
              "Neighbouring lanes, neighbouring bytes: no byte is wasted");
    cursor.step = 3;
    EXPECT_EQ(view->claim(*run, cursor), "Every word in a bank of its own");
}

TEST(Claims, LanesCountThemselves) {
    const View* view = find_view("lanes");
    ASSERT_TRUE(view);
    const auto run = tree(250);
    Cursor cursor;
    cursor.step = 4;
    EXPECT_EQ(view->claim(*run, cursor), "One warp of 8 parts: its lanes wait for each other");
    EXPECT_EQ(view->sentence(*run, cursor),
              "*125 threads* store to shared memory in line 5. *3 lanes* of the same warps are "
              "off, 4 warps skip it.");
}

TEST(Clicks, ChooseLaneAndWarp) {
    const View* view = find_view("lanes");
    ASSERT_TRUE(view && view->click);
    const lab::Result result = result_of(tree(250));
    const Metrics type;
    const Series series;
    Cursor cursor;
    cursor.step = 0;
    const Rect area{0, 0, 1000, 400};
    EXPECT_TRUE(view->click({result, cursor, type, series}, cursor, area, {400, 80}));
    EXPECT_GT(cursor.lane, 0);
    EXPECT_GT(cursor.warp, 0);
    const Cursor before = cursor;
    EXPECT_FALSE(view->click({result, cursor, type, series}, cursor, area, {999, 399}));
    EXPECT_EQ(cursor.lane, before.lane);
}

TEST(Clicks, ALineOfCodeLeadsToItsNextStep) {
    const View* view = find_view("source");
    ASSERT_TRUE(view && view->click);
    const lab::Result result = result_of(tree(64));
    const Metrics type;
    const Series series;
    Cursor cursor;
    cursor.step = 0;                   // line 2; line 5 runs from step 2 on
    const Rect area{0, 0, 1200, 600};  // wide: no line wraps
    const float row = type.code * 1.6f, top = type.micro * 1.9f;
    EXPECT_TRUE(view->click({result, cursor, type, series}, cursor, area, {120, top + 4.5f * row}));
    EXPECT_EQ(cursor.step, 2);
    EXPECT_TRUE(view->click({result, cursor, type, series}, cursor, area, {120, top + 4.5f * row}));
    EXPECT_EQ(cursor.step, 3);
    EXPECT_FALSE(view->click({result, cursor, type, series}, cursor, area, {120, top + 2.5f * row}))
        << "line 3 has no event";
    EXPECT_TRUE(view->click({result, cursor, type, series}, cursor, area, {120, top + 1.5f * row}));
    EXPECT_EQ(cursor.step, 0) << "round the end";
}

}  // namespace
