// The calls that are listed are those of the host code, for every kernel of every lesson.
#include "lab/host_calls/calls.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "lab/asked.h"
#include "lab/host_calls/answers.h"
#include "lab/library.h"
#include "lab/running/simulation.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;

// Names by the letters alone: kernels before <<<, and words of the runtime before a bracket.
std::vector<std::string> names_in(const std::string& text) {
    static const std::regex call(R"((cuda[A-Z]\w*|\bprefetch|\bmostly_read|\bprint_card)\(|<<<)");
    const std::string main = text.substr(text.find("int main()"));
    std::vector<std::string> names;
    for (std::sregex_iterator at(main.begin(), main.end(), call), end; at != end; ++at)
        names.push_back((*at)[1].matched ? (*at)[1].str() : "<<<");
    return names;
}

std::vector<std::string> names_of(const HostCalls& host) {
    std::vector<std::string> names;
    for (const HostCall& call : host.calls)
        names.push_back(
            call.kind == HostCall::Kind::launch ? "<<<" : call.text.substr(0, call.text.find('(')));
    return names;
}

TEST(ListedCalls, AreThoseOfTheHostCode) {
    for (const Lesson* lesson : lab::lessons())
        for (const Rung& rung : lesson->rungs) {
            const std::string name = lesson->id + "/" + rung.id;
            const Request request{.settings = *settings_named(name)};
            if (is_library(request.settings) || on_processor(request.settings)) continue;
            const auto side = host_side(request), waiting = host_side(request, {false, true});
            const auto host = host_calls(request);
            ASSERT_TRUE(side && host && waiting) << name;
            EXPECT_EQ(names_of(*host), names_in(side->text)) << name;
            EXPECT_EQ(names_of(waiting_behind_launches(*host)), names_in(waiting->text)) << name;
            for (const std::size_t start : host->starts) EXPECT_LT(start, host->calls.size());
        }
}

AnsweredCalls of(const std::string& rung, const std::vector<std::string>& values, bool anyway) {
    Request request{.settings = *settings_named(rung)};
    for (const std::string& value : values) EXPECT_FALSE(assign(request.settings, value)) << value;
    request.settings.anyway = anyway;
    auto all = answered_calls(*simulate(request, Playing::checked()), false);
    EXPECT_TRUE(all);
    return *all;
}

TEST(ListedCalls, TellThreeKindsOfErrors) {
    const AnsweredCalls far = of("threads/global_index", {"guard=upper"}, true);
    ASSERT_LT(far.told, far.answers.size());
    EXPECT_EQ(far.host.calls[far.told].name, "cudaEventSynchronize");
    EXPECT_EQ(far.answers[far.told].words(), "cudaErrorIllegalAddress (700)");
    const AnsweredCalls unseen =
        of("threads/global_index", {"block=4096", "checking=unseen"}, true);
    EXPECT_EQ(unseen.told, unseen.answers.size()) << "nobody asks";
    EXPECT_TRUE(unseen.cause.refused_launch);
    const AnsweredCalls past = of("bug_hunt/past_the_end", {}, false);
    EXPECT_EQ(past.told, past.answers.size()) << "the write stays in front of the next array";
    EXPECT_FALSE(past.cause.title.empty());
}

TEST(ListedCalls, OfAProgramThatTellsPrintAll) {
    const Request request{.settings = *settings_named("threads/global_index")};
    const auto text = program_text(request, {true, true});
    ASSERT_TRUE(text);
    EXPECT_NE(text->find("const int rounds = 0;"), text->npos);
    EXPECT_NE(text->find("CHECK(cudaDeviceSynchronize());"), text->npos);
    EXPECT_EQ(text->find("std::exit"), text->npos) << "it goes on after an error";
}

}  // namespace
