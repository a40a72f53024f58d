// What of two settings differs, in words, where the shape of the block is no whole shape.
#include "app/sentences/changed_settings.h"

#include <gtest/gtest.h>

#include "app/format.h"
#include "app/sentences/changed_settings.h"
#include "lab/asked.h"
#include "lab/lesson.h"
#include "lab/requests/state_line.h"
#include "tests/app/sentences/because_sides.h"

namespace {

using namespace app;
using test::height_knob, test::settings, test::width_knob;

// A side that is the block's only knob is told by its own name: "Block 8" reads as that block.
TEST(Turned, ALoneSideOfABlockHasItsOwnName) {
    const lab::Settings a = *lab::settings_named("transpose/tile");
    lab::Settings b = a;
    b.set(*lab::find_knob(*b.subject, "block_y"), 4);
    EXPECT_EQ(change_words(a, b), "Block rows 8 → 4");
    EXPECT_EQ(difference(a, b).words(), "block rows 8");
}

TEST(Turned, ASizeIsTheSideOfAMatrix) {
    const lab::Settings a = *lab::settings_named("transpose/padded");
    EXPECT_EQ(elements_of(a), 4096. * 4096);
    EXPECT_EQ(elements_of(*lab::settings_named("scan/hillis")),
              double((*lab::settings_named("scan/hillis"))[*lab::find_lesson("scan")->size]));
}

TEST(Turned, TheSidesOfABoxAreOneThing) {
    const lab::Settings a = *lab::settings_named("laplace/tile");
    lab::Settings b = lab::turned(a, *a.subject->size, 64);
    EXPECT_EQ(things_turned(a, b), 1);
    b.set(*lab::find_knob(*b.subject, "sweeps"), 3);
    EXPECT_EQ(things_turned(a, b), 2);
    EXPECT_NE(change_words(a, b).find(" 128 → 64, "), std::string::npos) << change_words(a, b);
}

// The command line's words are for the command line: the window has those of its buttons.
TEST(Turned, AChoiceHasTheTitleOfItsButton) {
    const lab::Settings a = *lab::settings_named("histogram/global");
    lab::Settings b = a;
    b.set(*lab::find_knob(*b.subject, "skew"), 2);
    EXPECT_EQ(change_words(a, b), "Numbers \"all bins\" → \"one bin\"");
    EXPECT_EQ(difference(a, b).words(), "numbers all bins");
    EXPECT_EQ(set_words(b), "Numbers one bin");
}

// What changes nothing at a kernel is no reason; what counted for nothing before has no old value.
TEST(Turned, IdleKnobsAreNotTurned) {
    const auto words = [](const char* before, const char* now) {
        const auto settings = [](const std::string& line) {
            return lab::read_state_line(line)->request.settings;
        };
        return change_words(settings(before), settings(now));
    };
    EXPECT_EQ(words("vector_addition/strided stride=4 pattern=coalesced",
                    "vector_addition/strided stride=8 pattern=strided"),
              "Stride 4 → 8 numbers");
    EXPECT_EQ(words("vector_addition/one_each stride=4 pattern=coalesced",
                    "vector_addition/one_each stride=8 pattern=strided"),
              "Reads from memory coalesced → strided, Stride 8");
    EXPECT_EQ(words("vector_addition/one_each stride=8 pattern=strided",
                    "vector_addition/one_each stride=4 pattern=coalesced"),
              "Reads from memory strided → coalesced");
    EXPECT_EQ(words("vector_addition/one_each stride=8", "vector_addition/one_each stride=4"),
              "Stride 8 → 4 numbers")
        << "nothing else was";
}

TEST(Turned, AYearIsANameAndHasNoGroupsOfDigits) {
    const lab::Settings a = *lab::settings_named("occupancy/one");
    lab::Settings b = a;
    b.set(*lab::find_knob(*b.subject, "card"), 2010);
    EXPECT_EQ(change_words(a, b), "Card limits of 2024 → 2010");
    EXPECT_EQ(difference(a, b).words(), "card 2024");
    EXPECT_EQ(set_words(b), "Card limits of 2010");
}

TEST(Turned, SettingsAreToldApartByWhatDiffers) {
    lab::Settings a = settings(1, 1 << 20), b = a;
    EXPECT_EQ(change_words(a, b), "");
    b.rung = 4;
    EXPECT_EQ(change_words(a, b), "Kernel 2 → 5");
    EXPECT_EQ(difference(a, b).words(), "kernel 2");
    b = settings(1, 1 << 22);
    EXPECT_EQ(change_words(a, b), "n 2²⁰ → 2²² numbers");
    EXPECT_EQ(difference(b, a).words(), "n 2²²");
    b.rung = 4;
    EXPECT_EQ(change_words(a, b), "Kernel 2 → 5, n 2²⁰ → 2²² numbers");
    EXPECT_EQ(difference(a, b).words(), "before");
    b.set(width_knob, 64), b.set(height_knob, 2);
    EXPECT_EQ(change_words(a, b), "Kernel 2 → 5, n 2²⁰ → 2²² numbers and 1 more");
    EXPECT_EQ(things_turned(a, b), 3);
}

// Who turns two sides of a block has changed one thing: its shape.
TEST(Turned, ABlocksSidesAreOneThing) {
    lab::Settings a = settings(1, 1 << 20), b = a;
    a.set(width_knob, 32), a.set(height_knob, 4), b.set(width_knob, 64), b.set(height_knob, 2);
    EXPECT_EQ(things_turned(a, b), 1);
    EXPECT_EQ(change_words(a, b), "Block 32 × 4 → 64 × 2");
    EXPECT_EQ(difference(a, b).words(), "block 32 × 4");
    a = b = *lab::settings_named("reduction/strided");
    EXPECT_FALSE(lab::assign(a, "type=double"));
    EXPECT_EQ(difference(a, b).words(), "double numbers");
}

TEST(Turned, TwoValuesOfOneKnobAreWrittenInOneWay) {
    lab::Settings before = *lab::settings_named("vector_addition/strided"), now = before;
    const lab::Knob& block = *lab::find_knob(*now.subject, "block");
    before.set(block, 4), now.set(block, 4096);
    EXPECT_EQ(change_words(before, now), "Threads per block 4 → " + grouped(4096));
    before.set(block, 1024);
    EXPECT_NE(change_words(before, now).find("→ 2¹²"), std::string::npos);
}

TEST(Turned, ATileIsCalledSo) {
    lab::Settings set = lab::read_state_line("matrix_product/straight")->request.settings;
    lab::Settings other = set;
    other.set(*lab::find_knob(*set.subject, "tile"), 16);
    EXPECT_EQ(change_words(set, other), "Tile 32 → 16 numbers a side");
    EXPECT_EQ(difference(other, set).words(), "tile 16");
}

}  // namespace
