// Numbers and names as cards and controls write them.
#include <gtest/gtest.h>

#include "app/format.h"

namespace {

using namespace app;

TEST(Format, GroupsAndPowers) {
    EXPECT_EQ(grouped(4194304), "4\u2009194\u2009304");
    EXPECT_EQ(grouped(-1234), "-1\u2009234");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(power_or_grouped(4194304), "2²²");
    EXPECT_EQ(power_or_grouped(512), "512");
    EXPECT_EQ(power_or_grouped(260817), "260\u2009817");
    EXPECT_EQ(power_text(256), "2⁸");
    EXPECT_EQ(superscript(-10), "⁻¹⁰");
}

TEST(Format, NamesOfTheLanguageKeepTheirLetters) {
    EXPECT_EQ(capitalised("in order"), "In order");
    EXPECT_EQ(capitalised("std::sort on the CPU"), "std::sort on the CPU");
}

TEST(Format, NamesOfCountersAreWords) {
    EXPECT_EQ(spaced_name("shared_load_bank_conflicts"), "shared load bank conflicts");
    EXPECT_EQ(spaced_name("atomics"), "atomics");
}

TEST(Format, ABlockIsOneOfThoseThatThereAre) {
    EXPECT_EQ(block_among(0, 1), "one block");
    EXPECT_EQ(block_among(1, 2), "block 1 of 0 and 1");
    EXPECT_EQ(block_among(1, 3), "block 1 of 0–2");
}

TEST(Format, TimesHaveTwoDigitsOrMore) {
    EXPECT_EQ(time_text(.0097), "9.7 µs");
    EXPECT_EQ(time_text(.0369), "36.9 µs");
    EXPECT_EQ(time_text(862), "862 ms");
    EXPECT_EQ(time_text(1735), "1.7 s");
    EXPECT_EQ(time_text(.47), "470 µs");
    EXPECT_EQ(time_text(.9999), "1.0 ms");
    EXPECT_EQ(round_time_text(.01), "10 µs");
    EXPECT_EQ(round_time_text(.001), "1 µs");
    EXPECT_EQ(time_number(.0002, .0097), "0.20");
}

TEST(Format, SharesNeverRoundToWhatTheyAreNot) {
    EXPECT_EQ(percent(.25), "25 %");
    EXPECT_EQ(percent(.125), "12.5 %");
    EXPECT_EQ(percent(1), "100 %");
    EXPECT_EQ(percent(.9999), "above 99 %");
    EXPECT_EQ(percent(.0001), "below 0.1 %");
    EXPECT_EQ(percent(0), "0 %");
}

TEST(Format, BytesCountsAndWords) {
    EXPECT_EQ(bytes_text(512), "512 B");
    EXPECT_EQ(bytes_text(16 << 20), "16 MiB");
    EXPECT_EQ(bytes_text(1536), "1.5 KiB");
    EXPECT_EQ(short_count(4194304), "4.19 M");
    EXPECT_EQ(tight_count(4194304), "4.19M");
    EXPECT_EQ(short_count(9999), "9\u2009999");
    EXPECT_EQ(short_count(12345), "12.3 k");
    EXPECT_EQ(plural(1, "pass"), "1 pass");
    EXPECT_EQ(plural(2, "pass"), "2 passes");
    EXPECT_EQ(plural(2, "lane"), "2 lanes");
    EXPECT_EQ(ordinal_word(4), "fourth");
    EXPECT_EQ(ordinal_word(32), "32nd");
    EXPECT_EQ(ordinal_word(111), "111th");
}

TEST(Format, ABlockStandsAmongThoseThatThereAre) {
    EXPECT_EQ(block_among(0, 1), "one block");
    EXPECT_EQ(block_among(1, 2), "block 1 of 0 and 1") << "\"of 0–1\" reads as a share";
    EXPECT_EQ(block_among(3, 16), "block 3 of 0–15");
}

TEST(Format, ValuesFollowTheirType) {
    using enum simulator::Type;
    EXPECT_EQ(value_number(0x3f000000, f32), .5);
    EXPECT_EQ(value_number(0x3ff8000000000000, f64), 1.5);
    EXPECT_EQ(value_number(0x3c00, f16), 1);
    EXPECT_EQ(value_number(0x1'bf80, bf16), -1) << "the bits that are its own";
    EXPECT_EQ(value_number(0x80, s8), -128);
    EXPECT_EQ(value_number(0xffffffff, u32), 4294967295);
    EXPECT_EQ(value_text(0x3f000000, f32), "0.5");
    EXPECT_EQ(value_text(0x80000000, f32), "0") << "no \"-0\"";
    EXPECT_EQ(value_text(0x3ff8000000000000, f64), "1.5");
    EXPECT_EQ(value_text(0x3c00, f16), "1");
    EXPECT_EQ(value_text(0xffffffff, s32), "-1");
    EXPECT_EQ(value_text(0xffffffff, u32), "4294967295");
    EXPECT_EQ(value_text(0x80, s8), "-128");
    EXPECT_EQ(value_text(0x3f80, bf16), "1");
}

TEST(Format, NumbersThatDifferAreWrittenSo) {
    EXPECT_EQ(times_against(.0299, .0389), "29.9 against 38.9 µs");
    EXPECT_EQ(times_against(1.9123, 1.9412), "1.91 against 1.94 ms") << "not 1.9 against 1.9";
    EXPECT_EQ(times_against(1.91201, 1.91202), "1.91201 against 1.91202 ms");
}

TEST(Format, NumbersFarBelowOneHaveOneForm) {
    EXPECT_EQ(with_power(7.5e-8), "7.5·10⁻⁸");
    EXPECT_EQ(with_power(5e-5), "5·10⁻⁵");
    EXPECT_EQ(with_power(.00013), "1.3·10⁻⁴");
    EXPECT_EQ(with_power(9.99e-6), "10⁻⁵");
    EXPECT_EQ(with_power(.02), "0.02");
    EXPECT_EQ(with_power(0), "0");
}

}  // namespace
