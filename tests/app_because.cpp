// What a change did, in words: pairs of results and the sentence that docs/because.md makes of
// them.
#include "app/sentences/because.h"

#include <gtest/gtest.h>

#include "app/sentences/turned.h"
#include "app_series_maker.h"

namespace {

using namespace app;
using namespace test;
using enum lab::TimeKind;

// One side of a change; what is left out is alike on both.
struct Side {
    int rung = 1;
    std::int64_t size = 1 << 20;
    std::uint64_t wavefronts = 100, conflicts = 0, requests = 200, instructions = 1000,
                  divergent = 0;
    lab::TimeKind kind = none;
    double us = 0, spread = .01;
    bool wrong = false, fault = false, cut = false;
    std::int64_t stride = 8;
    const char *device = "NVIDIA H200", *day = "12 Nov 2026", *counted = "", *timed = "";
    bool complete = true, small = false;  // counted only as it is drawn
    double floor_us = 2;
    bool warm = false;
};

lab::Result made(const Side& side) {
    lab::Settings at = settings(side.rung, side.size);
    at.set(stride_knob, side.stride);
    lab::Result result = result_of(at, side.kind, side.us / 1000, side.spread);
    const auto change = [&](std::shared_ptr<const lab::Run>& run) {
        if (!run) return;
        auto copy = std::make_shared<lab::Run>(*run);
        simulator::Counters& c = copy->counters;
        c = {};
        c.shared_load_wavefronts = side.wavefronts, c.shared_load_bank_conflicts = side.conflicts;
        c.global_load_requests = side.requests, c.warp_instructions = side.instructions;
        c.divergent_branches = side.divergent;
        copy->verdict.checked = true, copy->verdict.ok = !side.wrong;
        if (side.fault) copy->faults.emplace_back().fatal = true;
        if (side.cut) copy->cut_after = 1000;
        copy->ptx_hash = run == result.timed ? side.timed : side.counted;
        copy->time.device = side.device, copy->device.when = side.day;
        copy->time.floor_ms = side.floor_us / 1000;
        if (side.warm) copy->time.regime = lab::Regime::warm;
        // Many blocks of one warp: what each waits for follows from its counts alone.
        lab::LaunchRecord launch;
        launch.grid = {100'000, 1, 1}, launch.block = {32, 1, 1};
        launch.counters = c;
        copy->launches = {launch};
        run = copy;
    };
    change(result.timed), change(result.counted);
    result.picture = result.counted;
    if (side.small) result.counted = nullptr;
    result.complete = side.complete;
    return result;
}

struct Pair {
    const char* name;
    Side before, now;
    std::string sentence;
};

const std::vector<Pair> pairs{
    {"nothing changed", {}, {}, ""},
    {"a count and the time fall",
     {.rung = 1, .wavefronts = 141, .kind = measured, .us = 10.5},
     {.rung = 2, .wavefronts = 36, .kind = measured, .us = 8.7},
     "Kernel 2 → 3: shared load wavefronts /3.9, time 10.5 → 8.7 µs (−17 %)."},
    {"a count and the time rise",
     {.rung = 2, .wavefronts = 36, .kind = recorded, .us = 8.7},
     {.rung = 1, .wavefronts = 141, .kind = recorded, .us = 10.5},
     "Kernel 3 → 2: shared load wavefronts ×3.9, time 8.7 → 10.5 µs (+21 %)."},
    {"a count falls and the time rises",
     {.rung = 1, .wavefronts = 360, .kind = measured, .us = 8.7},
     {.rung = 2, .wavefronts = 100, .kind = measured, .us = 10.5},
     "Kernel 2 → 3: shared load wavefronts /3.6, yet slower: 8.7 → 10.5 µs (+21 %). Load "
     "wavefronts were not the limit."},
    {"a count rises and the time falls",
     {.rung = 1, .kind = measured, .us = 10.5},
     {.rung = 2, .instructions = 2100, .kind = measured, .us = 8.7},
     "Kernel 2 → 3: warp instructions ×2.1, yet faster: 10.5 → 8.7 µs (−17 %). Warp "
     "instructions were not the limit."},
    {"a count falls and the time stays",
     {.rung = 1, .wavefronts = 380, .kind = measured, .us = 10.5},
     {.rung = 2, .wavefronts = 100, .kind = measured, .us = 10.4},
     "Kernel 2 → 3: shared load wavefronts /3.8, yet the time is the same within 2.9 %: load "
     "wavefronts were not the limit."},
    {"a count falls by too little to say that it is not the limit",
     {.rung = 1, .wavefronts = 120, .kind = measured, .us = 10.5},
     {.rung = 2, .wavefronts = 100, .kind = measured, .us = 10.4},
     "Kernel 2 → 3: shared load wavefronts /1.2; 10.5 and 10.4 µs can't be told apart: their "
     "intervals overlap."},
    {"intervals overlap widely",
     {.rung = 1, .wavefronts = 380, .kind = measured, .us = 10.5, .spread = .2},
     {.rung = 2, .wavefronts = 100, .kind = measured, .us = 8.7, .spread = .2},
     "Kernel 2 → 3: shared load wavefronts /3.8; 10.5 and 8.7 µs can't be told apart: their "
     "intervals overlap."},
    {"both at the launch floor",
     {.rung = 1, .wavefronts = 380, .kind = measured, .us = 2.6},
     {.rung = 2, .wavefronts = 100, .kind = measured, .us = 2.61},
     "Kernel 2 → 3: shared load wavefronts /3.8; both times are near the launch floor, 2.0 µs."},
    {"twice as fast is a ratio",
     {.rung = 1, .wavefronts = 380, .kind = measured, .us = 40},
     {.rung = 2, .wavefronts = 100, .kind = measured, .us = 10},
     "Kernel 2 → 3: shared load wavefronts /3.8, time 40.0 → 10.0 µs (/4)."},
    {"microseconds beside milliseconds",
     {.rung = 1, .wavefronts = 100, .kind = measured, .us = 900},
     {.rung = 2, .wavefronts = 300, .kind = measured, .us = 1200},
     "Kernel 2 → 3: shared load wavefronts ×3, time 900 µs → 1.2 ms (+33 %)."},
    {"one cold and one with warm caches",
     {.rung = 1, .wavefronts = 380, .kind = measured, .us = 40},
     {.rung = 2, .wavefronts = 100, .kind = measured, .us = 10, .warm = true},
     "Kernel 2 → 3: shared load wavefronts /3.8. One time is with warm caches, the other "
     "without: they are not compared."},
    {"both with warm caches",
     {.rung = 1, .wavefronts = 380, .kind = measured, .us = 40, .warm = true},
     {.rung = 2, .wavefronts = 100, .kind = measured, .us = 10, .warm = true},
     "Kernel 2 → 3: shared load wavefronts /3.8, time 40.0 → 10.0 µs (/4)."},
    {"counts alone",
     {.rung = 1, .wavefronts = 380},
     {.rung = 2, .wavefronts = 100},
     "Kernel 2 → 3: shared load wavefronts /3.8."},
    {"a knob",
     {.wavefronts = 100, .stride = 8},
     {.wavefronts = 400, .stride = 32},
     "apart 8 → 32: shared load wavefronts ×4."},
    {"a knob and the kernel",
     {.rung = 1, .wavefronts = 100, .stride = 8},
     {.rung = 2, .wavefronts = 400, .stride = 32},
     "Shared load wavefronts ×4."},
    {"more requests are no cost",
     {.rung = 1, .requests = 100, .kind = measured, .us = 10.5},
     {.rung = 2, .requests = 400, .kind = measured, .us = 8.7},
     "Kernel 2 → 3: global load requests ×4, time 10.5 → 8.7 µs (−17 %)."},
    {"more requests in the same time say nothing of a limit",
     {.rung = 1, .requests = 100, .kind = measured, .us = 10.5},
     {.rung = 2, .requests = 400, .kind = measured, .us = 10.5},
     "Kernel 2 → 3: global load requests ×4; 10.5 and 10.5 µs can't be told apart: their "
     "intervals overlap."},
    {"where most was gained or lost leads",
     {.rung = 1, .wavefronts = 1000, .instructions = 1000},
     {.rung = 2, .wavefronts = 500, .instructions = 2900},
     "Kernel 2 → 3: shared load wavefronts /2."},
    {"an instruction takes a quarter of the cycle that a wavefront takes",
     {.rung = 1, .wavefronts = 1000, .instructions = 1000},
     {.rung = 2, .wavefronts = 500, .instructions = 3100},
     "Kernel 2 → 3: warp instructions ×3.1."},
    {"a large ratio of little never leads",
     {.rung = 1, .wavefronts = 1000, .divergent = 1},
     {.rung = 2, .wavefronts = 900, .divergent = 90},
     "Kernel 2 → 3: shared load wavefronts /1.1."},
    {"not even alone, where it is next to nothing",
     {.rung = 1, .wavefronts = 10'000, .divergent = 1, .kind = measured, .us = 10.5},
     {.rung = 2, .wavefronts = 10'000, .divergent = 40, .kind = measured, .us = 8.7},
     "Kernel 2 → 3: no count moved by much, time 10.5 → 8.7 µs (−17 %)."},
    {"a count from zero leads where most was gained in it",
     {.rung = 1, .wavefronts = 0, .instructions = 1000},
     {.rung = 2, .wavefronts = 700, .instructions = 2000},
     "Kernel 2 → 3: shared load wavefronts 0 → 700."},
    {"conflicts are a part of their wavefronts",
     {.rung = 1, .wavefronts = 141, .conflicts = 105},
     {.rung = 2, .wavefronts = 36, .conflicts = 0},
     "Kernel 2 → 3: shared load wavefronts /3.9."},
    {"only one count goes to zero",
     {.rung = 1, .divergent = 47, .kind = measured, .us = 10.5},
     {.rung = 2, .divergent = 0, .kind = measured, .us = 8.7},
     "Kernel 2 → 3: divergent branches 47 → 0, time 10.5 → 8.7 µs (−17 %)."},
    {"a count comes from zero",
     {.rung = 1, .divergent = 0},
     {.rung = 2, .instructions = 1040, .divergent = 47},
     "Kernel 2 → 3: divergent branches 0 → 47."},
    {"one at zero in the same time says nothing of a limit",
     {.rung = 1, .divergent = 47, .kind = measured, .us = 10.5},
     {.rung = 2, .kind = measured, .us = 10.5},
     "Kernel 2 → 3: divergent branches 47 → 0; 10.5 and 10.5 µs can't be told apart: their "
     "intervals overlap."},
    {"a wrong result became right",
     {.rung = 1, .wavefronts = 100, .kind = measured, .us = 8, .wrong = true},
     {.rung = 2, .wavefronts = 200, .kind = measured, .us = 10},
     "Kernel 2 → 3: The result is right now, and was wrong. Shared load wavefronts ×2."},
    {"a right result became wrong",
     {.rung = 1, .wavefronts = 200, .kind = measured, .us = 10},
     {.rung = 2, .wavefronts = 100, .kind = measured, .us = 8, .wrong = true},
     "Kernel 2 → 3: The result is wrong now, so its time does not count. Shared load wavefronts "
     "/2."},
    {"wrong before and after",
     {.rung = 1, .kind = measured, .us = 8, .wrong = true},
     {.rung = 2, .kind = measured, .us = 10, .wrong = true},
     "Kernel 2 → 3: Wrong as before, so no time counts. Nothing that is counted changed."},
    {"a fault came",
     {.rung = 1, .wavefronts = 400, .kind = measured, .us = 10},
     {.rung = 2, .wavefronts = 10, .fault = true},
     "Kernel 2 → 3: This run ends before its end, so its counts compare with nothing."},
    {"a fault went",
     {.rung = 1, .wavefronts = 10, .fault = true},
     {.rung = 2, .wavefronts = 400, .kind = measured, .us = 10},
     "Kernel 2 → 3: This run goes to its end; the one before did not, so nothing is compared."},
    {"a fault before and after",
     {.rung = 1, .fault = true},
     {.rung = 2, .fault = true},
     "Kernel 2 → 3: This run ends before its end, too: nothing is compared."},
    {"a budget ended it",
     {.rung = 1, .wavefronts = 400},
     {.rung = 2, .wavefronts = 10, .cut = true},
     "Kernel 2 → 3: This run ends before its end, so its counts compare with nothing."},
    {"only the size: the same for each element",
     {.size = 1 << 20, .kind = measured, .us = 10},
     {.size = 1 << 22,
      .wavefronts = 400,
      .requests = 800,
      .instructions = 4000,
      .kind = measured,
      .us = 36},
     "Only the size changed, 2²⁰ numbers → 2²² numbers. Counts per element are the same, time "
     "10.0 → 36.0 µs (×3.6)."},
    {"only the size: less for each element",
     {.size = 1 << 20},
     {.size = 1 << 22, .wavefronts = 400, .requests = 800, .instructions = 2000},
     "Only the size changed, 2²⁰ numbers → 2²² numbers. Warp instructions per number /2."},
    {"smaller",
     {.size = 1 << 22, .wavefronts = 400, .requests = 800, .instructions = 4000},
     {.size = 1 << 20},
     "Only the size changed, 2²² numbers → 2²⁰ numbers. Counts per element are the same."},
    {"size and kernel",
     {.rung = 1, .size = 1 << 20, .kind = measured, .us = 10},
     {.rung = 2, .size = 1 << 22, .wavefronts = 10, .kind = measured, .us = 5},
     "More than the size changed, so nothing is compared."},
    {"nothing counted moved, the time did",
     {.rung = 1, .kind = measured, .us = 10.5},
     {.rung = 2, .kind = measured, .us = 8.7},
     "Kernel 2 → 3: nothing that is counted changed, time 10.5 → 8.7 µs (−17 %)."},
    {"nothing moved at all",
     {.rung = 1, .kind = measured, .us = 10.5},
     {.rung = 2, .instructions = 1005, .kind = measured, .us = 10.5},
     "Kernel 2 → 3: no count moved by much; 10.5 and 10.5 µs can't be told apart: their "
     "intervals overlap."},
    {"measured is not compared with modelled",
     {.rung = 1, .wavefronts = 380, .kind = measured, .us = 10},
     {.rung = 2, .wavefronts = 100, .kind = modelled, .us = 2},
     "Kernel 2 → 3: shared load wavefronts /3.8."},
    {"two devices",
     {.rung = 1, .wavefronts = 380, .kind = recorded, .us = 10},
     {.rung = 2, .wavefronts = 100, .kind = recorded, .us = 2, .device = "NVIDIA H100"},
     "Kernel 2 → 3: shared load wavefronts /3.8."},
    {"recorded on two days",
     {.rung = 1, .wavefronts = 380, .kind = recorded, .us = 10},
     {.rung = 2, .wavefronts = 100, .kind = recorded, .us = 2, .day = "13 Nov 2026"},
     "Kernel 2 → 3: shared load wavefronts /3.8."},
    {"a time of other PTX",
     {.rung = 1, .wavefronts = 380, .kind = recorded, .us = 10},
     {.rung = 2,
      .wavefronts = 100,
      .kind = recorded,
      .us = 2,
      .counted = "one",
      .timed = "another"},
     "Kernel 2 → 3: shared load wavefronts /3.8."},
    {"the formula can't tell",
     {.rung = 1, .wavefronts = 380, .kind = modelled, .us = 10.5, .spread = .5},
     {.rung = 2, .wavefronts = 100, .kind = modelled, .us = 8.7, .spread = .5},
     "Kernel 2 → 3: shared load wavefronts /3.8; the formula, within 1.5 times, can't tell 10.5 "
     "and 8.7 µs apart."},
    {"the formula's limit is another",
     {.rung = 1,
      .wavefronts = 400'000'000,
      .instructions = 100'000'000,
      .kind = modelled,
      .us = 1000,
      .spread = .1},
     {.rung = 2,
      .wavefronts = 10'000'000,
      .instructions = 100'000'000,
      .kind = modelled,
      .us = 200,
      .spread = .1},
     "Kernel 2 → 3: shared load wavefronts /40, modelled time 1.0 ms → 200 µs (/5). By the "
     "formula the limit was shared-memory wavefronts; now it is instructions."},
    {"an answer that is not whole",
     {.rung = 1, .wavefronts = 380},
     {.rung = 2, .wavefronts = 100, .complete = false},
     ""},
    {"counted as asked for never beside counted as drawn",
     {.rung = 1, .wavefronts = 380},
     {.rung = 2, .wavefronts = 100, .small = true},
     "Kernel 2 → 3: shared load wavefronts /3.8."},
};

TEST(Because, SaysOfEachPairWhatTheRuleSays) {
    ASSERT_GE(pairs.size(), 30u);
    for (const Pair& pair : pairs) {
        const auto forms = because(made(pair.before), made(pair.now));
        EXPECT_EQ(forms.empty() ? "" : forms.front(), pair.sentence) << pair.name;
    }
}

// Whoever has less room reads less, and never a sentence of time without a time.
TEST(Because, ShorterFormsAreShorter) {
    for (const Pair& pair : pairs) {
        const auto forms = because(made(pair.before), made(pair.now));
        for (std::size_t i = 1; i < forms.size(); ++i)
            EXPECT_LT(forms[i].size(), forms[i - 1].size()) << pair.name;
        if (pair.before.us > 0 && pair.now.us > 0) continue;
        for (const std::string& form : forms)
            for (const char* word : {"faster", "slower", "µs", "yet"})
                EXPECT_EQ(form.find(word), form.npos) << pair.name << ": " << form;
    }
}

TEST(Because, OtherSubjectsAreNotCompared) {
    static const lab::Lesson other = [] {
        lab::Lesson value = lesson();
        value.id = "another";
        return value;
    }();
    lab::Result there = made({.rung = 2, .wavefronts = 10});
    there.request.settings = lab::Settings(other);
    EXPECT_TRUE(because(made({}), there).empty());
    lab::Result refused = made({.rung = 2, .wavefronts = 10});
    refused.refusal = lab::Refusal{};
    EXPECT_TRUE(because(made({}), refused).empty());
}

// A file that was edited is the same file with another text.
TEST(Because, AnEditOfAFileIsCompared) {
    const auto subject = [](const char* key) {
        auto made = std::make_shared<lab::Subject>(*settings(0, 1 << 20).subject);
        made->id = "/home/somebody/mine.cu", made->key = key;
        return made;
    };
    const auto at = [&](std::shared_ptr<const lab::Subject> text, std::uint64_t wavefronts) {
        lab::Result result = made({.wavefronts = wavefronts});
        auto run = std::make_shared<lab::Run>(*result.counted);
        run->request.settings.subject = result.request.settings.subject = std::move(text);
        result.picture = result.counted = run;
        return result;
    };
    const auto forms = because(at(subject("one"), 380), at(subject("two"), 100));
    ASSERT_FALSE(forms.empty());
    EXPECT_EQ(forms[0], "The file's text: shared load wavefronts /3.8.");
    const auto same = subject("one");
    EXPECT_TRUE(because(at(same, 380), at(same, 380)).empty());
}

TEST(Because, RatiosHaveAsManyDigitsAsTheyNeed) {
    EXPECT_EQ(ratio_text(141, 36), "/3.9");
    EXPECT_EQ(ratio_text(36, 141), "×3.9");
    EXPECT_EQ(ratio_text(100, 96), "/1.04");
    EXPECT_EQ(ratio_text(1000, 1002), "×1.002");
    EXPECT_EQ(ratio_text(4'000'000, 4'000'001), "×1.0000003");
    EXPECT_EQ(ratio_text(10, 125), "×12.5");
    EXPECT_EQ(ratio_text(1, 4096), "×" + std::string("4\u2009096"));
    EXPECT_EQ(ratio_text(0, 5), "from 0");
    EXPECT_EQ(ratio_text(5, 0), "to 0");
    EXPECT_EQ(ratio_text(5, 5), "=");
}

TEST(Because, RequestsAndShufflesAreNoCosts) {
    for (const simulator::CounterName& counter : simulator::counter_names()) {
        const bool way = counter.unit == "requests" || counter.name == "shuffles" ||
                         counter.name == "votes" || counter.name == "branches" ||
                         counter.member == &simulator::Counters::bytes_requested;
        EXPECT_EQ(is_cost(counter), !way) << counter.name;
    }
}

TEST(Because, SettingsAreToldApartByWhatDiffers) {
    lab::Settings a = settings(1, 1 << 20), b = a;
    EXPECT_EQ(change_words(a, b), "");
    b.rung = 4;
    EXPECT_EQ(change_words(a, b), "Kernel 2 → 5");
    EXPECT_EQ(difference_words(a, b), "kernel 2");
    b = settings(1, 1 << 22);
    EXPECT_EQ(change_words(a, b), "n 2²⁰ → 2²²");
    EXPECT_EQ(difference_words(b, a), "n 2²²");
    b.rung = 4;
    EXPECT_EQ(change_words(a, b), "");
    EXPECT_EQ(difference_words(a, b), "before");
}

// Who turns two sides of a block has changed one thing: its shape.
TEST(Because, ABlocksSidesAreOneThing) {
    lab::Settings a = settings(1, 1 << 20), b = a;
    a.set(width_knob, 32), a.set(height_knob, 4), b.set(width_knob, 64), b.set(height_knob, 2);
    EXPECT_EQ(things_turned(a, b), 1);
    EXPECT_EQ(change_words(a, b), "Block 32 x 4 → 64 x 2");
    EXPECT_EQ(difference_words(a, b), "block 32 x 4");
}

}  // namespace
