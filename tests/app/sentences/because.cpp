// What a change did, in words: pairs of results whose sentences by the rule of
// docs/because.md are approved.
#include "app/sentences/because.h"

#include <gtest/gtest.h>

#include "app/format.h"
#include "tests/app/approved/approved.h"
#include "tests/app/sentences/because_sides.h"

namespace {

using namespace app;
using namespace test;
using enum lab::TimeKind;

struct Pair {
    const char* name;
    Side before, now;
};

const std::vector<Pair> pairs{
    {"nothing changed", {}, {}},
    {"a count and the time fall",
     {.rung = 1, .wavefronts = 141, .kind = measured, .us = 10.5},
     {.rung = 2, .wavefronts = 36, .kind = measured, .us = 8.7}},
    {"a count and the time rise",
     {.rung = 2, .wavefronts = 36, .kind = recorded, .us = 8.7},
     {.rung = 1, .wavefronts = 141, .kind = recorded, .us = 10.5}},
    {"a count falls and the time rises",
     {.rung = 1, .wavefronts = 360, .kind = measured, .us = 8.7},
     {.rung = 2, .wavefronts = 100, .kind = measured, .us = 10.5}},
    {"a count rises and the time falls",
     {.rung = 1, .kind = measured, .us = 10.5},
     {.rung = 2, .instructions = 2100, .kind = measured, .us = 8.7}},
    {"what went where the time went leads, though more was lost elsewhere",
     {.rung = 2, .wavefronts = 3400, .instructions = 1000, .kind = recorded, .us = 62.9},
     {.rung = 3, .wavefronts = 1000, .instructions = 2100, .kind = recorded, .us = 85.2}},
    {"of those that went where the time went, the one with most",
     {.wavefronts = 3400, .instructions = 9000, .divergent = 40, .kind = measured, .us = 10.5},
     {.rung = 2, .wavefronts = 1000, .instructions = 8000, .kind = measured, .us = 8.7}},
    {"conflicts are a part of wavefronts, and weigh no more",
     {.wavefronts = 10, .instructions = 10},
     {.rung = 2, .wavefronts = 25, .conflicts = 60, .instructions = 99}},
    {"what went the other way by less than a tenth stays unsaid",
     {.rung = 1, .wavefronts = 400, .instructions = 1000, .kind = measured, .us = 10.5},
     {.rung = 2, .wavefronts = 100, .instructions = 1090, .kind = measured, .us = 8.7}},
    {"more requests are nothing that the time went against",
     {.rung = 1, .wavefronts = 400, .requests = 100, .kind = measured, .us = 10.5},
     {.rung = 2, .wavefronts = 100, .requests = 400, .kind = measured, .us = 8.7}},
    {"how often blocks poll is the simulator's order",
     {.instructions = 23'407, .waiting = 8, .kind = recorded, .us = 13.2},
     {.rung = 2, .instructions = 27'307, .kind = recorded, .us = 8.6}},
    {"counts of another size than the times",
     {.wavefronts = 360, .kind = recorded, .us = 10.5, .drawn = true},
     {.rung = 2, .wavefronts = 100, .kind = recorded, .us = 8.7, .drawn = true}},
    {"counts of another size than times that can't be told apart",
     {.wavefronts = 120, .kind = measured, .us = 10.5, .drawn = true},
     {.rung = 2, .wavefronts = 100, .kind = measured, .us = 10.4, .drawn = true}},
    {"counts of another size without times",
     {.wavefronts = 120, .drawn = true},
     {.rung = 2, .wavefronts = 100, .drawn = true}},
    {"only the size: both times, then what an element takes",
     {.size = 1 << 18, .wavefronts = 128, .requests = 192, .kind = recorded, .us = 13.4},
     {.size = 1 << 12,
      .wavefronts = 2,
      .requests = 3,
      .instructions = 17,
      .kind = recorded,
      .us = 7.2}},
    {"a count falls and the time stays",
     {.rung = 1, .wavefronts = 380, .kind = measured, .us = 10.5},
     {.rung = 2, .wavefronts = 100, .kind = measured, .us = 10.4}},
    {"a count falls by too little to say that it is not the limit",
     {.rung = 1, .wavefronts = 120, .kind = measured, .us = 10.5},
     {.rung = 2, .wavefronts = 100, .kind = measured, .us = 10.4}},
    {"intervals part, and hardly",
     {.rung = 1, .wavefronts = 120, .kind = recorded, .us = 10.04, .spread = .001},
     {.rung = 2, .wavefronts = 100, .kind = recorded, .us = 10.01, .spread = .001}},
    {"intervals part, and hardly, of counts that moved far",
     {.rung = 1, .wavefronts = 380, .kind = recorded, .us = 10.2, .spread = .001},
     {.rung = 2, .wavefronts = 100, .kind = recorded, .us = 10.0, .spread = .001}},
    {"four hundredths are a difference",
     {.rung = 1, .wavefronts = 380, .kind = recorded, .us = 10.4, .spread = .001},
     {.rung = 2, .wavefronts = 100, .kind = recorded, .us = 10.0, .spread = .001}},
    {"times that are one but for a thousandth",
     {.rung = 1, .wavefronts = 120, .kind = measured, .us = 10.5},
     {.rung = 2, .wavefronts = 100, .kind = measured, .us = 10.5004}},
    {"intervals overlap widely",
     {.rung = 1, .wavefronts = 380, .kind = measured, .us = 10.5, .spread = .2},
     {.rung = 2, .wavefronts = 100, .kind = measured, .us = 8.7, .spread = .2}},
    {"both at the launch floor",
     {.rung = 1, .wavefronts = 380, .kind = measured, .us = 2.6},
     {.rung = 2, .wavefronts = 100, .kind = measured, .us = 2.61}},
    {"twice as fast is a ratio",
     {.rung = 1, .wavefronts = 380, .kind = measured, .us = 40},
     {.rung = 2, .wavefronts = 100, .kind = measured, .us = 10}},
    {"microseconds beside milliseconds",
     {.rung = 1, .wavefronts = 100, .kind = measured, .us = 900},
     {.rung = 2, .wavefronts = 300, .kind = measured, .us = 1200}},
    {"one cold and one with warm caches",
     {.rung = 1, .wavefronts = 380, .kind = measured, .us = 40},
     {.rung = 2, .wavefronts = 100, .kind = measured, .us = 10, .warm = true}},
    {"counts alone", {.rung = 1, .wavefronts = 380}, {.rung = 2, .wavefronts = 100}},
    {"a knob", {.wavefronts = 100, .stride = 8}, {.wavefronts = 400, .stride = 32}},
    {"a knob and the kernel",
     {.rung = 1, .wavefronts = 100, .stride = 8},
     {.rung = 2, .wavefronts = 400, .stride = 32}},
    {"more requests are no cost",
     {.rung = 1, .requests = 100, .kind = measured, .us = 10.5},
     {.rung = 2, .requests = 400, .kind = measured, .us = 8.7}},
    {"more requests in the same time say nothing of a limit",
     {.rung = 1, .requests = 100, .kind = measured, .us = 10.5},
     {.rung = 2, .requests = 400, .kind = measured, .us = 10.5}},
    {"where most was gained or lost leads",
     {.rung = 1, .wavefronts = 1000, .instructions = 1000},
     {.rung = 2, .wavefronts = 500, .instructions = 2900}},
    {"an instruction takes a quarter of the cycle that a wavefront takes",
     {.rung = 1, .wavefronts = 1000, .instructions = 1000},
     {.rung = 2, .wavefronts = 500, .instructions = 3100}},
    {"a large ratio of little never leads",
     {.rung = 1, .wavefronts = 1000, .divergent = 1},
     {.rung = 2, .wavefronts = 900, .divergent = 90}},
    {"not even alone, where it is next to nothing",
     {.rung = 1, .wavefronts = 10'000, .divergent = 1, .kind = measured, .us = 10.5},
     {.rung = 2, .wavefronts = 10'000, .divergent = 40, .kind = measured, .us = 8.7}},
    {"a count from zero leads where most was gained in it",
     {.rung = 1, .wavefronts = 0, .instructions = 1000},
     {.rung = 2, .wavefronts = 700, .instructions = 2000}},
    {"conflicts are a part of their wavefronts",
     {.rung = 1, .wavefronts = 141, .conflicts = 105},
     {.rung = 2, .wavefronts = 36, .conflicts = 0}},
    {"only one count goes to zero",
     {.rung = 1, .divergent = 47, .kind = measured, .us = 10.5},
     {.rung = 2, .divergent = 0, .kind = measured, .us = 8.7}},
    {"a count comes from zero",
     {.rung = 1, .divergent = 0},
     {.rung = 2, .instructions = 1040, .divergent = 47}},
    {"one at zero in the same time says nothing of a limit",
     {.rung = 1, .divergent = 47, .kind = measured, .us = 10.5},
     {.rung = 2, .kind = measured, .us = 10.5}},
    {"a wrong result became right",
     {.rung = 1, .wavefronts = 100, .kind = measured, .us = 8, .wrong = true},
     {.rung = 2, .wavefronts = 200, .kind = measured, .us = 10}},
    {"a right result became wrong",
     {.rung = 1, .wavefronts = 200, .kind = measured, .us = 10},
     {.rung = 2, .wavefronts = 100, .kind = measured, .us = 8, .wrong = true}},
    {"wrong before and after",
     {.rung = 1, .kind = measured, .us = 8, .wrong = true},
     {.rung = 2, .kind = measured, .us = 10, .wrong = true}},
    {"a fault came",
     {.rung = 1, .wavefronts = 400, .kind = measured, .us = 10},
     {.rung = 2, .wavefronts = 10, .fault = true}},
    {"a fault went",
     {.rung = 1, .wavefronts = 10, .fault = true},
     {.rung = 2, .wavefronts = 400, .kind = measured, .us = 10}},
    {"a fault before and after", {.rung = 1, .fault = true}, {.rung = 2, .fault = true}},
    {"a budget ended it",
     {.rung = 1, .wavefronts = 400},
     {.rung = 2, .wavefronts = 10, .cut = true}},
    {"only the size: the same for each element",
     {.size = 1 << 20, .kind = measured, .us = 10},
     {.size = 1 << 22,
      .wavefronts = 400,
      .requests = 800,
      .instructions = 4000,
      .kind = measured,
      .us = 36}},
    {"only the size: less for each element",
     {.size = 1 << 20},
     {.size = 1 << 22, .wavefronts = 400, .requests = 800, .instructions = 2000}},
    {"smaller",
     {.size = 1 << 22, .wavefronts = 400, .requests = 800, .instructions = 4000},
     {.size = 1 << 20}},
    {"size and kernel",
     {.rung = 1, .size = 1 << 20, .kind = measured, .us = 10},
     {.rung = 2, .size = 1 << 22, .wavefronts = 10, .kind = measured, .us = 5}},
    {"nothing counted moved, the time did",
     {.rung = 1, .kind = measured, .us = 10.5},
     {.rung = 2, .kind = measured, .us = 8.7}},
    {"nothing moved at all",
     {.rung = 1, .kind = measured, .us = 10.5},
     {.rung = 2, .instructions = 1005, .kind = measured, .us = 10.5}},
    {"measured is not compared with modelled",
     {.rung = 1, .wavefronts = 380, .kind = measured, .us = 10},
     {.rung = 2, .wavefronts = 100, .kind = modelled, .us = 2}},
    {"the counts are the same, and the times of two kinds",
     {.rung = 1, .kind = recorded, .us = 10},
     {.rung = 2, .kind = modelled, .us = 2}},
    {"of two kinds, and no time counts",
     {.rung = 1, .wavefronts = 380, .kind = recorded, .us = 10, .wrong = true},
     {.rung = 2, .wavefronts = 100, .kind = modelled, .us = 2}},
    {"one time alone",
     {.rung = 1, .wavefronts = 380},
     {.rung = 2, .wavefronts = 100, .kind = modelled, .us = 2}},
    {"two devices",
     {.rung = 1, .wavefronts = 380, .kind = recorded, .us = 10},
     {.rung = 2, .wavefronts = 100, .kind = recorded, .us = 2, .device = "NVIDIA H100"}},
    {"recorded on two days",
     {.rung = 1, .wavefronts = 380, .kind = recorded, .us = 10},
     {.rung = 2, .wavefronts = 100, .kind = recorded, .us = 2, .day = "13 Nov 2026"}},
    {"blocks that begin are no work",
     {.rung = 1, .instructions = 4'669'709, .kind = recorded, .us = 12.5, .blocks = 16'385},
     {.rung = 2, .instructions = 2'503'215, .kind = recorded, .us = 5.9, .blocks = 4'097}},
    {"many blocks that begin",
     {.kind = modelled, .us = 10, .spread = .1, .blocks = 50'000},
     {.kind = modelled, .us = 80, .spread = .1, .stride = 32, .blocks = 400'000}},
    {"blocks that begin while all wait for something else",
     {.wavefronts = 40'000'000, .kind = modelled, .us = 10, .spread = .1, .blocks = 5'000},
     {.wavefronts = 40'000'000, .kind = modelled, .us = 20, .spread = .1, .stride = 32}},
    {"copies from and to the host",
     {.kind = modelled, .us = 10, .spread = .1},
     {.kind = modelled, .us = 300, .spread = .1, .stride = 32, .copied = 12 << 20}},
    {"twice as many bytes are copied",
     {.kind = modelled, .us = 150, .spread = .1, .copied = 6 << 20},
     {.kind = modelled, .us = 300, .spread = .1, .stride = 32, .copied = 12 << 20}},
    {"a time of other PTX",
     {.rung = 1, .wavefronts = 380, .kind = recorded, .us = 10},
     {.rung = 2,
      .wavefronts = 100,
      .kind = recorded,
      .us = 2,
      .counted = "one",
      .timed = "another"}},
    {"the formula can't tell",
     {.rung = 1, .wavefronts = 380, .kind = modelled, .us = 10.5, .spread = .5},
     {.rung = 2, .wavefronts = 100, .kind = modelled, .us = 8.7, .spread = .5}},
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
      .spread = .1}},
    {"an answer that is not whole",
     {.rung = 1, .wavefronts = 380},
     {.rung = 2, .wavefronts = 100, .complete = false}},
    {"counted as asked for never beside counted as drawn",
     {.rung = 1, .wavefronts = 380},
     {.rung = 2, .wavefronts = 100, .small = true}},
};

TEST(Approved, SentencesOfPairsAreWhatTheRuleSays) {
    ASSERT_GE(pairs.size(), 30u);
    std::string all;
    for (const Pair& pair : pairs) {
        const auto forms = because({made(pair.before), made(pair.now)});
        approved::add(all, pair.name, forms.empty() ? "(nothing)" : forms.front());
    }
    approved::expect("pairs of results", all);
}

// A count that fell reads as a win: where the time is known it is there in every form, behind what
// was turned.
TEST(Because, WhatWasTurnedAndTheTimesAreCutLast) {
    int timed = 0;
    for (const Pair& pair : pairs) {
        const auto forms = because({made(pair.before), made(pair.now)});
        if (forms.empty() || forms[0].find("µs") == std::string::npos) continue;
        ++timed;
        const std::string turned = forms[0].substr(0, forms[0].find(": ") + 1);
        for (const std::string& form : forms) {
            const bool counts = form.find("no count changed") == std::string::npos;
            EXPECT_TRUE(!counts || form.find("µs") != std::string::npos)
                << pair.name << ": " << form;
            if (forms[0].starts_with("Kernel")) {
                EXPECT_EQ(form.find(turned), 0u) << form;
            }
        }
    }
    EXPECT_GT(timed, 8);
}

// Whoever has less room reads less, and never a sentence of time without a time.
TEST(Because, ShorterFormsAreShorter) {
    std::size_t shorter = 0, untimed = 0;
    for (const Pair& pair : pairs) {
        const auto forms = because({made(pair.before), made(pair.now)});
        for (std::size_t i = 1; i < forms.size(); ++i)
            EXPECT_LT(forms[i].size(), forms[i - 1].size()) << pair.name;
        shorter += forms.size() > 1;
        if (pair.before.us > 0 && pair.now.us > 0) continue;
        untimed += !forms.empty();
        for (const std::string& form : forms)
            for (const char* word : {"faster", "slower", "µs", "yet"})
                EXPECT_EQ(form.find(word), form.npos) << pair.name << ": " << form;
    }
    EXPECT_GT(shorter, 8u);
    EXPECT_GE(untimed, 3u);
}

// A picture follows the leading count: whoever comes to it has read its name.
TEST(Because, TheLeadingCountIsOneThatTheSentenceNames) {
    int named = 0;
    for (const Pair& pair : pairs) {
        const lab::Result before = made(pair.before), now = made(pair.now);
        const std::string leader = leading_count({before, now});
        if (leader.empty() || leader == "polls") continue;  // waits are told in other words
        ++named;
        const auto forms = because({before, now});
        ASSERT_FALSE(forms.empty()) << pair.name;
        EXPECT_NE(forms[0].find(spaced_name(leader)), std::string::npos)
            << pair.name << ": " << forms[0];
    }
    EXPECT_GT(named, 8);
}

// A narrow line tells the change and the times before it tells what was counted.
TEST(Because, WhatWasChangedIsNeverCutNorTheTimes) {
    int told = 0;
    for (const Pair& pair : pairs) {
        const auto forms = because({made(pair.before), made(pair.now)});
        const auto changed = forms.empty() ? 0 : forms[0].find(": ");
        if (forms.empty() || changed == forms[0].npos) continue;
        ++told;
        for (const std::string& form : forms)
            EXPECT_EQ(form.substr(0, changed), forms[0].substr(0, changed)) << pair.name;
    }
    EXPECT_GT(told, 8);
    const Side before{.wavefronts = 3400, .kind = recorded, .us = 62.9, .drawn = true},
        now{.rung = 2, .instructions = 2100, .kind = recorded, .us = 85.2, .drawn = true};
    const std::string times = "Kernel 2 → 3: slower, 62.9 → 85.2 µs (+35 %)";
    const auto forms = because({made(before), made(now)});
    ASSERT_EQ(forms.size(), 4u);
    for (const std::string& form : forms) EXPECT_TRUE(form.starts_with(times)) << form;
    EXPECT_NE(forms[0].find("shared load wavefronts"), std::string::npos) << "what went against it";
    EXPECT_EQ(forms[1].find("shared load wavefronts"), std::string::npos) << "in brief";
    EXPECT_NE(forms[1].find("load wavefronts"), std::string::npos);
    EXPECT_EQ(forms[2].find("load wavefronts"), std::string::npos);
    EXPECT_EQ(forms[3], times + ".");
    const std::string sized = because({made({.size = 1 << 20, .kind = recorded, .us = 10}),
                                       made({.size = 1 << 22, .kind = recorded, .us = 36})})
                                  .back();
    EXPECT_NE(sized.find("10.0 → 36.0 µs"), std::string::npos) << sized;
    EXPECT_EQ(sized.find("wavefronts"), std::string::npos) << sized;
}

// In little room a count without its time would be all that is read.
TEST(Because, ThatTimesAreNotComparedIsSaidInLittleRoomToo) {
    const auto brief = [](const Side& before, const Side& now) {
        const auto forms = because({made(before), made(now)});
        return forms.size() < 2 ? "" : forms[1];
    };
    const Side h200{.wavefronts = 380, .kind = recorded, .us = 10};
    const auto ends = [&](const Side& side, const std::string& end) {
        return brief({.wavefronts = 380, .kind = recorded, .us = 10}, side).ends_with(end);
    };
    Side now{.rung = 2, .wavefronts = 100, .kind = modelled, .us = 2};
    EXPECT_TRUE(ends(now, "Recorded and modelled times are not compared."));
    now.kind = recorded, now.device = "NVIDIA H100";
    EXPECT_TRUE(ends(now, "Times of two devices are not compared."));
    now.device = h200.device, now.day = "13 Nov 2026";
    EXPECT_TRUE(ends(now, "Times of two days are not compared."));
    now.day = h200.day, now.warm = true;
    EXPECT_TRUE(ends(now, "Cold and warm times are not compared."));
}

TEST(Because, OtherSubjectsAreNotCompared) {
    static const lab::Lesson other = [] {
        lab::Lesson value = lesson();
        value.id = "another";
        return value;
    }();
    lab::Result there = made({.rung = 2, .wavefronts = 10});
    there.request.settings = lab::Settings(other);
    EXPECT_TRUE(because({made({}), there}).empty());
    lab::Result refused = made({.rung = 2, .wavefronts = 10});
    refused.refusal = lab::Refusal{};
    EXPECT_TRUE(because({made({}), refused}).empty());
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
    const auto forms = because({at(subject("one"), 380), at(subject("two"), 100)});
    ASSERT_FALSE(forms.empty());
    EXPECT_TRUE(forms[0].starts_with("The file's text: "));
    const auto same = subject("one");
    EXPECT_TRUE(because({at(same, 380), at(same, 380)}).empty());
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

}  // namespace
