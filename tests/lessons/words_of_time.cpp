// What time does is said by clocks. Every sentence of every lesson that has a word of time must
// have a recorded time in it, by reference; what no clock says is asked, or put into the mouth of
// the belief that breaks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "lab/lesson.h"
#include "lab/reference.h"
#include "lab/requests/prose.h"
#include "lab/time/recordings.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;

// Multiples ("eight times") and moments ("at a time", "for the first time") are no durations.
const std::regex no_duration(
    R"((\d+|twice|two|three|four|five|six|seven|eight|ten|many|other|as many|of) times\b)"
    R"(|\{[^}]*\} times\b|\b(at a|at the same|first|second|each|every|run) time\b)",
    std::regex::icase);
const std::regex of_time(
    R"(\b(time|times|timed|faster|fastest|slower|slowest|quick\w*|speed\w*|cost\w*|cheap\w*)"
    R"(|dear\w*|expensive|free|pays?|wins?|longer|shorter|took|takes as|as (fast|slow|long))"
    R"(|waste\w*|latency)"
    R"(|bandwidth|(nano|micro|milli)?seconds|[\d.]+ ?(ns|us|ms|s)|[GT]B/s)\b)",
    std::regex::icase);
// "A claim in quotes": the belief that a lesson breaks.
const std::regex belief(R"("[^"]*")");

std::string without(const std::string& text, const std::regex& part) {
    return std::regex_replace(text, part, " ");
}

// Whether a text has a reference to a time. A device alone is none.
bool says_time(const std::string& text) {
    return text.find(".time") != std::string::npos || text.find(".rate") != std::string::npos ||
           text.find(".cycles/") != std::string::npos;
}

// The word of time in a sentence that no clock answers for; empty where all is well.
std::string unfounded(const std::string& sentence) {
    for (const std::string& reference : references_in(sentence))
        if (says_time(reference)) return "";
    if (sentence.ends_with("?")) return "";  // a question claims nothing
    const std::regex reference(R"(\{[^}]*\})");
    const std::string claimed = without(without(without(sentence, belief), no_duration), reference);
    std::smatch found;
    return std::regex_search(claimed, found, of_time) ? found.str() : "";
}

// All that a lesson says, each text with where it stands.
std::vector<std::pair<std::string, std::string>> texts_of(const Lesson& lesson) {
    std::vector<std::pair<std::string, std::string>> all{
        {"sees", lesson.sees}, {"breaks", lesson.breaks}, {"next", lesson.next}};
    if (const auto prose = prose_of(lesson)) all.push_back({"prose", *prose});
    for (const Rung& rung : lesson.rungs) {
        all.push_back({rung.id + ".title", rung.title});
        all.push_back({rung.id + ".idea", rung.idea});
        all.push_back({rung.id + ".claim", rung.claim});
        all.push_back({rung.id + ".meant", rung.meant});
        for (const Idle& idle : rung.without) all.push_back({rung.id + ".without", idle.why});
    }
    for (const Prediction& asked : lesson.predictions) {
        all.push_back({"question", asked.question});
        all.push_back({"because", asked.because});
    }
    return all;
}

TEST(WordsOfTime, HaveATimeBehindThem) {
    for (const Lesson* lesson : lab::lessons())
        for (const auto& [where, text] : texts_of(*lesson))
            for (const std::string_view sentence : sentences_in(text))
                EXPECT_EQ(unfounded(std::string(sentence)), "")
                    << lesson->id << ", " << where << ": " << sentence;
}

// A sentence whose time nobody recorded is left out, and what it answers stays open.
TEST(WordsOfTime, AreAllRecorded) {
    int asked_for = 0;
    for (const Lesson* lesson : lab::lessons())
        for (const auto& [where, text] : texts_of(*lesson))
            for (const std::string& reference : references_in(text)) {
                if (!read_reference(reference).by_clock()) continue;
                ++asked_for;
                const auto found = resolved(reference);
                EXPECT_TRUE(found) << lesson->id << ", " << where << ": " << reference;
            }
    EXPECT_GT(asked_for, 50);
}

// A time is that of a card: whoever says one names it.
TEST(WordsOfTime, NameTheDevice) {
    for (const Lesson* lesson : lab::lessons())
        for (const Prediction& asked : lesson->predictions)
            EXPECT_EQ(says_time(asked.because), asked.because.find(".device") != std::string::npos)
                << asked.because;
    for (const Lesson* lesson : lab::lessons()) {
        const std::string prose = *prose_of(*lesson);
        EXPECT_EQ(says_time(prose), prose.find(".device") != std::string::npos) << lesson->id;
    }
}

// Choices of a time say how long, in the terms of the number that decides.
TEST(WordsOfTime, AreWhatTheAnswerIsAbout) {
    for (const Lesson* lesson : lab::lessons())
        for (const Prediction& asked : lesson->predictions)
            for (const AnswerChoice& choice : asked.choices)
                EXPECT_TRUE(asked.of_time() || unfounded(choice.whole()).empty()) << choice.whole();
}

TEST(WordsOfTime, AreSeenWhereverTheyStand) {
    for (const char* sentence :
         {"At 16 it costs no more.", "This kernel is faster.", "It takes 12 us.",
          "Only this one can be faster than 8 bytes a point.", "Time is bytes.",
          "Skipping is free.", "What divergence cost came straight back.",
          "{reduction/strided.barriers} barriers are slow, and the second is faster.",
          "\"It wins.\" The tile is the fastest.", "It is fast on an {scan/chain.device}: 3 us.",
          "It needs 2 seconds."})
        EXPECT_NE(unfounded(sentence), "") << sentence;
    for (const char* sentence :
         {"It is issued eight times.", "One at a time.", "\"Shared memory always wins.\"",
          "Which is the fastest?", "It took {scan/chain n=2^24.time}.",
          "It asks for {scan/chain.barriers} times as many."})
        EXPECT_EQ(unfounded(sentence), "") << sentence;
}

TEST(Prose, IsCutIntoSentences) {
    const auto cut = [](std::string_view text) {
        std::vector<std::string> all;
        for (const std::string_view each : sentences_in(text)) all.emplace_back(each);
        return all;
    };
    EXPECT_EQ(
        cut("# A title\n\nOne is 1.5 of\nit. \"Two.\" Is\n{a/b c.d. e} three?\n\n- Four.\n- Five"),
        (std::vector<std::string>{"# A title", "One is 1.5 of\nit.", "\"Two.\"",
                                  "Is\n{a/b c.d. e} three?", "Four.", "Five"}));
    EXPECT_TRUE(cut("").empty());
}

TEST(Prose, LeavesOutWhatNoClockSaid) {
    EXPECT_EQ(filled("It adds. It took {reduction/strided n=1009.time}. It ends."),
              "It adds.  It ends.");
    EXPECT_EQ(filled("It took {reduction/strided n=2^28.time} on an {reduction/strided.device}."),
              "It took 1.6 ms on an NVIDIA H200.");
    EXPECT_EQ(filled("{nothing/at.all} stays."), "{nothing/at.all} stays.");
}

// Where intervals meet, neither is faster.
TEST(Prose, ComparesTimesByTheirIntervals) {
    EXPECT_EQ(*resolved("reduction/strided n=2^28.time against reduction/interleaved n=2^28.time"),
              "1.88 times as fast as");
    EXPECT_EQ(*resolved("reduction/interleaved n=2^28.time against reduction/strided n=2^28.time"),
              "1.88 times as slow as");
    EXPECT_EQ(*resolved("reduction/shuffle n=2^28.time against reduction/two_passes n=2^28.time"),
              "neither faster nor slower than");
    EXPECT_TRUE(resolved("reduction/wide.time against reduction/shuffle.time")) << "both cold";
    lab::Request request;
    request.settings = tests::asked("vector_addition/one_each", {"n=2^28"});
    const auto vectors = lab::recorded(request);
    ASSERT_TRUE(vectors);
    const double gigabytes = 3 * 4 * double(1 << 28) / 1e9;  // two arrays read, one written
    EXPECT_EQ(*resolved("vector_addition/one_each n=2^28.rate"),
              fmt::format("{:.0f} GB/s", gigabytes / (vectors->time.median_ms / 1e3)));
    EXPECT_NEAR(*number_of("laplace/tile.time over laplace/queue.time"), 1.48, .01);
}

}  // namespace
