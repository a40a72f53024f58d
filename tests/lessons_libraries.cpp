// What libraries do beside ladders: their calls are those of the module, their arrays fit the
// lesson's truth, and nobody simulates them.
#include <gtest/gtest.h>

#include <set>

#include "lab/asked.h"
#include "lab/assets.h"
#include "lab/lesson_more.h"
#include "lab/requests/timed_run.h"
#include "lab/requests/worker.h"
#include "lab/time/recordings.h"

namespace {

using namespace lab;

std::vector<Settings> libraries() {
    std::vector<Settings> all;
    for (const Lesson* lesson : lab::lessons())
        for (const auto& library : libraries_of(*lesson)) all.emplace_back(library);
    return all;
}

// Every choice with every other, as far as the library takes them.
std::vector<Settings> with_choices(const Settings& presets) {
    std::vector<Settings> all{presets};
    for (const Knob* knob : presets.subject->knobs)
        for (std::size_t one = all.size(); one-- > 0;)
            for (std::size_t i = 0; i < knob->choices.size(); ++i)
                all.push_back(turned(all[one], *knob, static_cast<std::int64_t>(i)));
    std::erase_if(all, [](const Settings& one) { return refusal(one).has_value(); });
    return all;
}

TEST(Libraries, CallFunctionsThatTheModuleHas) {
    const auto source = kernel_source("libraries/cub.cu");
    ASSERT_TRUE(source);
    const std::string text = *read_file(*source);
    std::set<std::string> called;
    for (const Settings& presets : libraries())
        for (const Settings& settings : with_choices(presets))
            for (const PlanStep& step : plan_of(settings).steps)
                if (const auto* launch = std::get_if<Launch>(&step); launch && launch->library)
                    called.insert(launch->kernel);
    EXPECT_GE(called.size(), 12u);
    for (const std::string& function : called)
        EXPECT_NE(text.find("const char* " + function + "(Words"), text.npos) << function;
}

TEST(Libraries, HaveResultsAsTheLadderHas) {
    for (const Settings& library : libraries()) {
        const Lesson& lesson = *library.subject->stands_for;
        Settings last(lesson);
        last.rung = static_cast<int>(lesson.rungs.size()) - 1;
        Settings there = last;
        there.subject = library.subject;
        there.rung = 0;
        const Plan own = plan_of(last), called = plan_of(there);
        ASSERT_EQ(own.results.size(), called.results.size()) << lesson.id;
        for (std::size_t i = 0; i < own.results.size(); ++i) {
            EXPECT_EQ(own.results[i].type, called.results[i].type) << lesson.id;
            EXPECT_EQ(own.results[i].count, called.results[i].count) << lesson.id;
        }
    }
}

// How its launches look is its own affair: one time stands for all of them.
TEST(Libraries, AreFoundWhateverTheBlockIs) {
    for (const Settings& library : libraries()) {
        const Knob* block = find_knob(*library.subject, Knob::Role::threads);
        ASSERT_TRUE(block);
        EXPECT_TRUE(idle(library, *block));
        Settings other = library;
        other.set(*block, 64);
        EXPECT_EQ(plan_of(library).hash(), plan_of(other).hash()) << name_of(library);
    }
}

TEST(Libraries, AreNamedLikeARung) {
    const auto found = settings_named("scan/cub");
    ASSERT_TRUE(found);
    EXPECT_TRUE(is_library(*found));
    EXPECT_EQ(name_of(*found), "scan/cub");
    EXPECT_NE(settings_named("scan/cup").problem().message.find("cub"), std::string::npos);
    EXPECT_TRUE(at_libraries(Settings(*find_lesson("threads"))).empty());
}

// Its time is recorded, or nobody knows it; its launch of 1 by 1 threads is never simulated.
TEST(Libraries, AreNotSimulated) {
    Settings never = *settings_named("scan/cub");
    never.set(*never.subject->size, 12'345);
    const TimedRun nothing = run_simulated({never}, true);
    EXPECT_FALSE(nothing.run);
    EXPECT_NE(nothing.why.find("timed on a GPU"), std::string::npos) << nothing.why;
    Worker worker(Worker::Mode::pumped);
    worker.submit({never}, Worker::Wish::time);
    std::shared_ptr<const Result> result;
    for (int i = 0; i < 100 && !(result && result->complete); ++i) {
        worker.pump(1);
        if (auto newer = worker.take()) result = std::move(newer);
    }
    ASSERT_TRUE(result && result->complete);
    EXPECT_FALSE(result->picture || result->counted || result->timed);
}

TEST(Libraries, ShowWhatWasRecorded) {
    int known = 0;
    for (const Settings& library : libraries()) {
        if (!recorded({library})) continue;
        ++known;
        const TimedRun done = run_simulated({library}, false);
        ASSERT_TRUE(done.run) << name_of(library);
        EXPECT_TRUE(done.run->verdict.ok) << name_of(library);
        EXPECT_GT(done.run->time.median_ms, 0) << name_of(library);
        EXPECT_EQ(done.run->counters.warp_instructions, 0u);
    }
    EXPECT_EQ(known, std::ssize(libraries()));
}

}  // namespace
