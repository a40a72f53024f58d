// What libraries do beside ladders: their calls are those of the module, their arrays fit the
// lesson's truth, and nobody simulates them.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "lab/asked.h"
#include "lab/assets.h"
#include "lab/cli/command_line.h"
#include "lab/cli/command_tools.h"
#include "lab/cli/report.h"
#include "lab/json/json.h"
#include "lab/library.h"
#include "lab/requests/timed_run.h"
#include "lab/requests/worker.h"
#include "lab/time/bench.h"
#include "lab/time/recordings.h"
#include "platform/files.h"
#include "platform/machine.h"
#include "tests/helpers/part.h"

namespace {

using namespace lab;
namespace files = std::filesystem;

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
    std::string text;
    for (const char* name : {"libraries/cub.cu", "libraries/cublas.cu", "libraries/cufft.cu",
                             "libraries/curand.cu", "libraries/cusparse.cu"}) {
        const auto source = kernel_source(name);
        ASSERT_TRUE(source) << name;
        text += *read_file(*source);
    }
    std::set<std::string> called;
    for (const Settings& presets : libraries())
        for (const Settings& settings : with_choices(presets))
            for (const PlanStep& step : plan_of(settings).steps)
                if (const auto* launch = std::get_if<Launch>(&step);
                    launch && launch->library && !launch->here)
                    called.insert(launch->kernel);
    EXPECT_GE(called.size(), 14u);
    for (const char* one : {"cublas_dot_f64", "curand_uniform_f32", "cusparse_interleaved_f32"})
        EXPECT_TRUE(called.contains(one)) << one;
    for (const std::string& function : called)
        EXPECT_NE(text.find("const char* " + function + "("), text.npos) << function;
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
        if (!block) block = find_knob(*library.subject, Knob::Role::block_x);
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
    const auto one = settings_named("dot_product/cub"),
               other = settings_named("dot_product/cublas");
    ASSERT_TRUE(one && other);
    EXPECT_FALSE(same(one->subject.get(), other->subject.get()));
}

std::string said_by(const std::vector<std::string>& words, int code) {
    std::ostringstream out, err;
    EXPECT_EQ(command_line(words, out, err), code) << out.str() << err.str();
    return out.str() + err.str();
}

// Who asks for more than a time and a program is told so; two kernels that are compared stay who
// they are.
TEST(Libraries, HaveNoKernelToCopy) {
    for (const auto& [command, name] : {std::pair("copy", "reduction/cub"),
                                        {"copy", "reduction/cpu"},
                                        {"export", "reduction/cpu"}})
        EXPECT_NE(said_by({command, name, "--out", "mine.cu"}, exit_usage)
                      .find("stands beside the kernels of reduction"),
                  std::string::npos)
            << name << command;
    const std::string both =
        said_by({"compare", "reduction/wide", "reduction/cub", "--device", "nvidia-h200"}, 0);
    EXPECT_NE(both.find("B: reduction/cub "), std::string::npos) << both;
    EXPECT_NE(said_by({"compare", "reduction/wide", "reduction/cpu"}, exit_usage)
                  .find("can't take turns on a GPU"),
              std::string::npos);
    const std::string swept = said_by({"sweep", "reduction/wide,cpu", "n=1024"}, 0);
    EXPECT_NE(swept.find("cpu"), std::string::npos) << swept;
}

// Its time is recorded, or nobody knows it; its launch of 1 by 1 threads is never simulated.
TEST(Libraries, AreNotSimulated) {
    Settings never = *settings_named("scan/cub");
    never.set(*never.subject->size, 12'345);
    const TimedRun nothing = run_simulated({never}, true);
    EXPECT_FALSE(nothing.run);
    EXPECT_NE(nothing.why.find("timed only on a GPU"), std::string::npos) << nothing.why;
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
        // A loop of the processor may take too long at the size at which the lesson opens.
        if (refusal(library)) {
            EXPECT_TRUE(library.subject->on_processor) << name_of(library);
            ++known;
            continue;
        }
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

// ---- Loops of the processor.

TimedRun run_here(const char* name, std::vector<const char*> words) {
    Settings settings = *settings_named(name);
    for (const char* word : words) EXPECT_FALSE(assign(settings, word)) << word;
    return run_measured({settings});
}

TEST(Processor, RunsItsLoopsHereAndNamesItself) {
    for (const char* name : {"reduction/cpu", "average/cpu"}) {
        if (!tests::whole() && std::string(name) == "reduction/cpu")
            continue;  // to time takes seconds
        const TimedRun done = run_here(name, {"n=3001"});
        ASSERT_TRUE(done.run) << done.why;
        EXPECT_TRUE(done.run->verdict.ok) << name;
        EXPECT_EQ(done.run->time.kind, TimeKind::measured);
        EXPECT_EQ(done.run->time.device, platform::processor_name());
        EXPECT_EQ(done.run->device.kind, "cpu");
        EXPECT_GT(done.run->time.low_ms + done.run->time.median_ms, 0);
        EXPECT_GE(done.run->time.samples.size(), 10u);
        EXPECT_EQ(done.run->counters.warp_instructions, 0u);
        EXPECT_NE(done.note.find("Nothing is counted"), std::string::npos) << done.note;
    }
}

// One after the other, in floats, as the knob says: whoever adds in doubles loses no digits.
TEST(Processor, AddsInTheTypeOfTheKnob) {
    const TimedRun floats = run_here("reduction/cpu", {"n=2^23"});
    ASSERT_TRUE(floats.run);
    const Plan plan = plan_of(floats.run->request.settings);
    const auto number = Inputs(plan, 1).values("numbers");
    float sum = 0;
    double truth = 0;
    for (std::uint64_t i = 0; i < 1 << 23; ++i) sum += float(number(i)), truth += number(i);
    EXPECT_GT(floats.run->verdict.worst_error, 1000);
    EXPECT_EQ(floats.run->verdict.worst_error, std::abs(double(sum) - truth));
    EXPECT_EQ(floats.run->verdict.worst_of, truth);
    if (tests::whole()) {  // to time takes seconds
        const TimedRun doubles = run_here("reduction/cpu", {"n=2^23", "type=double"});
        ASSERT_TRUE(doubles.run);
        EXPECT_EQ(doubles.run->verdict.worst_error, 0);
    }
    const std::string said = verdict_report(floats.run->verdict);
    EXPECT_NE(said.find(fmt::format(" of {:.10g}, ", truth)), std::string::npos) << said;
}

// A recording that is asked for goes before the processor that is here.
TEST(Processor, AskedForARecordingNothingRuns) {
    Settings settings = *settings_named("reduction/cpu");
    settings.set(*settings.subject->size, 1013);
    EXPECT_FALSE(run_simulated({settings}, false).run) << "nobody recorded it";
    State state;
    state.request.settings = settings;
    EXPECT_TRUE(measures(state));
    state.device = "nvidia-h200";
    EXPECT_FALSE(measures(state));
    state.request.settings = *settings_named("reduction/cub");
    state.device = "sim";
    EXPECT_FALSE(measures(state));
}

// Without a GPU too: the file is of the processor then.
TEST(Processor, IsRecordedWithoutAGpu) {
    const platform::PrivateFolder folder;
    const std::vector<std::string> words{"record",      "reduction/cpu", "--out",
                                         folder.path(), "--part",        "1/1000"};
    std::ostringstream out, err;
    if (bench()) GTEST_SKIP() << "the file would be a GPU's";
    ASSERT_EQ(command_line(words, out, err), 0) << err.str();
    Recording named;
    named.lesson = "reduction", named.device = platform::processor_name();
    files::path name = file_name_of(named);
    name.replace_extension(".part-1-of-1000.json");
    const auto read = open_recording_file(folder.path() / name);
    ASSERT_TRUE(read) << read.problem().message;
    EXPECT_EQ(read->device, platform::processor_name());
    ASSERT_EQ(read->runs.size(), 1u);
    EXPECT_EQ(read->runs[0].rung, "cpu");
    EXPECT_FALSE(of_no_lesson(*read));
}

TEST(Processor, IsNamedWithoutMarks) {
    EXPECT_EQ(platform::plain_processor_name(" Intel(R) Xeon(R) Platinum 8480C"),
              "Intel Xeon Platinum 8480C");
    EXPECT_EQ(platform::plain_processor_name("Intel(R) Xeon(R) CPU @ 2.20GHz"), "Intel Xeon");
    EXPECT_EQ(platform::plain_processor_name("AMD EPYC 9654 96-Core Processor"), "AMD EPYC 9654");
    EXPECT_EQ(platform::plain_processor_name(""), "processor");
}

// ---- What nobody counted is not told as zero.

void expect_nothing_counted(const lab::Run& run, const std::string& why) {
    const std::string said = report(run);
    EXPECT_NE(said.find("Races: not looked for, as " + why), said.npos) << said;
    for (const char* counted : {"too large to check", "warp instructions", "Counters"})
        EXPECT_EQ(said.find(counted), said.npos) << said;
    const Json json = run_json(run);
    EXPECT_EQ(json["looked_for_races_in"], "nothing");
    for (const char* counted : {"counters", "instruction_mix", "lines"})
        EXPECT_TRUE(json[counted].is_null()) << counted;
    // A kernel of ours beside a library's has a known grid.
    for (std::size_t i = 0; i < run.launches.size(); ++i) {
        const Json& launch = json["launches"][i];
        EXPECT_TRUE(launch["counters"].is_null());
        for (const char* size : {"grid", "block", "shared_bytes"})
            EXPECT_EQ(launch[size].is_null(), run.launches[i].of_library) << size;
    }
}

TEST(Libraries, CountNothingAndSaySo) {
    for (const auto& [name, size] : {std::pair("reduction/cub", "n=2^12"),
                                     {"matrix_product/cublas", "n=64"},
                                     {"pi/curand", "n=2^16"}}) {
        Request request{*settings_named(name)};
        EXPECT_FALSE(assign(request.settings, size));
        const TimedRun done = run_simulated(request, true);
        ASSERT_TRUE(done.run) << name << ": " << done.why;
        ASSERT_FALSE(done.run->launches.empty()) << name;
        expect_nothing_counted(*done.run, "the code of a library is not simulated");
        EXPECT_NE(report(*done.run).find("not known"), std::string::npos) << name;
    }
}

TEST(Processor, CountsNothingAndSaysSo) {
    lab::Run run;
    run.request.settings = *settings_named("reduction/cpu");
    run.device.kind = "cpu";
    expect_nothing_counted(run, "no kernel runs");
}

}  // namespace
