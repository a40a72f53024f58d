// Files as subjects: what their kernels take, what is guessed, refused, turned and written down.
#include <cstring>
#include <sstream>

#include "lab/assets.h"
#include "lab/cli/command_line.h"
#include "lab/cli/report.h"
#include "lab/declared.h"
#include "lab/own/copy.h"
#include "lab/own/open.h"
#include "lab/requests/state_line.h"
#include "lab/requests/worker.h"
#include "lab/running/simulation.h"
#include "lab/words.h"
#include "tests/helpers/own_files.h"
#include "tests/helpers/scratch_folder.h"
#include "tests/helpers/words.h"
#include "tests/lab/doubling_lesson.h"

namespace {

using lab::AskedFile;
using lab::Settings;
using tests::has;
using tests::own_code;
using tests::own_files;

AskedFile asked(const std::string& name) {
    AskedFile words;
    words.file = own_files + name + ".cu";
    return words;
}

std::shared_ptr<const lab::Subject> opened(const AskedFile& words, const std::string& name) {
    const auto subject = lab::subject_of(words, own_code(name));
    EXPECT_TRUE(subject) << subject.problem().message;
    return subject ? *subject : nullptr;
}

std::string refused(AskedFile words, const std::string& name) {
    const auto subject = lab::subject_of(words, own_code(name));
    EXPECT_FALSE(subject);
    return subject ? "" : subject.problem().message;
}

std::int64_t value(const Settings& settings, const std::string& id) {
    const lab::Knob* knob = lab::find_knob(*settings.subject, id);
    EXPECT_TRUE(knob) << id;
    return knob ? settings[*knob] : 0;
}

Settings turned(const Settings& settings, const std::string& id, std::int64_t to) {
    return lab::turned_by_hand(settings, *lab::find_knob(*settings.subject, id), to);
}

std::vector<std::string> parameters(const std::string& name, std::size_t kernel = 0) {
    std::vector<std::string> words;
    const auto kernels = lab::kernels_of(own_code(name));
    for (const lab::Taken& taken : (*kernels).at(kernel).parameters)
        words.push_back(taken.name + ": " + taken.type + (taken.read_only ? ", read" : ""));
    return words;
}

TEST(Signature, ABareNameIsWithoutTypesAndNamespaces) {
    EXPECT_EQ(lab::bare_name("transpose<32>"), "transpose");
    EXPECT_EQ(lab::bare_name("space::sum<space::Real>"), "sum");
    EXPECT_EQ(lab::bare_name("sum"), "sum");
}

TEST(Signature, TypesFromTheNameAndNamesFromTheSource) {
    using Words = std::vector<std::string>;
    EXPECT_EQ(parameters("several"),
              (Words{"a: float const*, read", "b: float const*, read", "sums: float*", "n: int"}));
    EXPECT_EQ(parameters("shared"), (Words{"from: int const*, read", "to: int*", "count: int"}));
    EXPECT_EQ(parameters("by_value"), (Words{"line: Line", "values: float*"}));
    EXPECT_EQ(parameters("templates"), (Words{"from: float const*, read", "to: float*", "n: int"}));
    const auto kernels = lab::kernels_of(own_code("several"));
    ASSERT_EQ(kernels->size(), 3u);
    EXPECT_EQ((*kernels)[2].title, "transpose");
    EXPECT_EQ((*kernels)[2].line, 12);
}

TEST(Signature, WithoutASourceParametersAreNumbered) {
    const auto kernels = lab::kernels_of({"", own_code("several").ptx});
    EXPECT_EQ((*kernels)[0].parameters[3].name, "p3");
    EXPECT_EQ((*kernels)[0].parameters[0].element, simulator::Type::f32);
    EXPECT_EQ((*kernels)[0].line, 0);
}

// A kernel as it is written by hand: parameters with names, and `body` between the guard and the
// load of %f1 from [%rd0].
lab::Code handwritten(const std::string& body, const std::string& type = "f32") {
    return {"", R"(.version 7.0
.target sm_75
.address_size 64
.visible .entry scale(.param .u64 x, .param .f32 a, .param .u32 n) {
    .reg .pred %p; .reg .f32 %f<3>; .reg .b32 %r<5>; .reg .b64 %rd<4>;
    ld.param.u64 %rd0, [x];
    ld.param.u32 %r0, [n];
    mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;
    mad.lo.u32 %r4, %r1, %r2, %r3;
    setp.ge.u32 %p, %r4, %r0;
    @%p bra DONE;
)" + body + "\nld.global." +
                    type + R"( %f1, [%rd0];
    st.global.b32 [%rd0], %f1;
DONE:
    ret;
})"};
}

TEST(Guesses, APointerOfAHandwrittenPtxIsWhatIsUsedAsAnAddress) {
    const std::string place = "mul.wide.u32 %rd1, %r4, 4; add.u64 %rd0, %rd0, %rd1;";
    AskedFile words;
    words.file = "scale.ptx";
    for (const std::string& body :
         {place, "cvta.to.global.u64 %rd0, %rd0;" + place,
          std::string("cvta.to.global.u64 %rd2, %rd0; mad.wide.u32 %rd0, %r4, 4, %rd2;"),
          std::string("mul.wide.u32 %rd1, %r4, 4; add.u64 %rd0, %rd1, %rd0;")}) {
        const auto subject = lab::subject_of(words, handwritten(body));
        ASSERT_TRUE(subject) << subject.problem().message;
        const std::string said = lab::guesses_of(**subject);
        EXPECT_TRUE(has(said, "x:f32[1024]=random:1") && has(said, "a:f32=1") &&
                    has(said, "n:i32=1024"))
            << said;
    }
    const auto whole = lab::subject_of(words, handwritten(place, "u32"));
    ASSERT_TRUE(whole) << whole.problem().message;
    EXPECT_TRUE(has(lab::guesses_of(**whole), "x:u32[1024]=iota")) << lab::guesses_of(**whole);
    words.arguments = {"x:i64=1024"};
    const auto number = lab::subject_of(words, handwritten(place));
    ASSERT_FALSE(number);
    EXPECT_TRUE(has(number.problem().message, "takes a pointer")) << number.problem().message;
}

TEST(Guesses, AGridThatCoversArraysOfTheSizeThatIsPassed) {
    const Settings settings(opened(asked("several"), "several"));
    EXPECT_EQ(value(settings, "n"), 1024);
    EXPECT_EQ(value(settings, "a.length"), 1024);
    EXPECT_EQ(value(settings, "block"), 256);
    EXPECT_EQ(value(settings, "grid"), 4);
    const std::string said = lab::guesses_of(*settings.subject);
    EXPECT_TRUE(has(said, "grid 4") && has(said, "a:f32[1024]=random:1") &&
                has(said, "sums:f32[1024]=zeros") && has(said, "n:i32=1024"))
        << said;
}

// A second block would do the same once more, and race with the first.
TEST(Guesses, AKernelThatAsksForNoBlockGetsOne) {
    const Settings settings(opened(asked("endless"), "endless"));
    EXPECT_EQ(value(settings, "grid"), 1);
}

TEST(Guesses, FollowWhatWasSaid) {
    AskedFile words = asked("several");
    words.block = "100";
    words.arguments = {"n:i32=1000"};
    const Settings settings(opened(words, "several"));
    EXPECT_EQ(value(settings, "grid"), 10);
    EXPECT_EQ(value(settings, "a.length"), 1000);
    EXPECT_FALSE(has(lab::guesses_of(*settings.subject), "block"));
    words.kernel = "transpose";
    words.block.clear();
    words.arguments.clear();
    const Settings flat(opened(words, "several"));
    EXPECT_EQ(value(flat, "block_y"), 16);
    EXPECT_EQ(value(flat, "grid_y"), 4);
    EXPECT_EQ(value(flat, "from.length"), 64 * 64);
}

TEST(Guesses, SharedArraysTellTheBlockAndDynamicOnesTheirBytes) {
    EXPECT_EQ(value(Settings(opened(asked("shared"), "shared")), "block"), 128);
    EXPECT_EQ(value(Settings(opened(asked("shuffles"), "shuffles")), "shared"), 1024);
    const Settings box(opened(asked("boxes"), "boxes"));
    EXPECT_EQ(value(box, "block_z"), 4);
    EXPECT_EQ(value(box, "grid_z"), 4);
    EXPECT_EQ(value(box, "from.length"), 16 * 16 * 16);
}

TEST(OwnFile, ArgumentsAreCheckedBeforeAnythingRuns) {
    const auto with = [](std::vector<std::string> specs) {
        AskedFile words = asked("several");
        words.arguments = std::move(specs);
        return refused(words, "several");
    };
    EXPECT_TRUE(has(with({"n:f32=8"}), "write n:i32")) << with({"n:f32=8"});
    EXPECT_TRUE(has(with({"n:i64=8"}), "takes 4 bytes"));
    EXPECT_TRUE(has(with({"a:f32=8"}), "takes a pointer"));
    EXPECT_TRUE(has(with({"a:f64[8]=zeros"}), "points to f32"));
    EXPECT_TRUE(has(with({"n:i32[8]=zeros"}), "an array was given"));
    EXPECT_TRUE(has(with({"m:i32=8"}), "n, i32")) << with({"m:i32=8"});
    AskedFile bytes = asked("several");
    bytes.arguments = {"a:u8[4096]=zeros"};
    EXPECT_TRUE(opened(bytes, "several")) << "raw bytes may be anything";
}

// Pictures follow one block of a file; a small launch is looked through in all of them.
// PTX from elsewhere: a mark of UTF-8 is no fault, and what else it may be has a name.
TEST(OwnFile, PtxThatIsNoPlainTextIsNamed) {
    const std::string file = tests::scratch_folder() + "/other.ptx";
    const auto said = [&](const std::string& bytes) {
        EXPECT_FALSE(lab::write_file(file, bytes));
        const auto code = lab::code_of(file);
        return code ? "read: " + code->ptx : code.problem().message;
    };
    EXPECT_EQ(said("\xEF\xBB\xBF.version 7.0"), "read: .version 7.0");
    const std::string needed = ": give PTX as plain text in UTF-8.";
    EXPECT_EQ(said(std::string("\xFF\xFE.\0", 4)), file + " is written in UTF-16" + needed);
    EXPECT_EQ(said("\x1F\x8B\x08"), file + " is compressed" + needed);
    const std::string recording = said(R"({ "format": "warplens recording", "version": 1})");
    EXPECT_TRUE(recording.starts_with(file + " is a recording of times, not a kernel"));
    EXPECT_EQ(said("{ }"), "read: { }") << "what it is not, the parser says";
}

TEST(OwnFile, ARaceBetweenOtherBlocksIsFound) {
    AskedFile words = asked("unwatched");
    words.arguments = {"told:i32[2]=zeros"};
    words.grid = "4", words.block = "32";
    lab::Request request;
    request.settings = Settings(opened(words, "unwatched"));
    const auto run = lab::simulate(request);
    EXPECT_TRUE(std::ranges::any_of(run->faults, [](const simulator::Fault& fault) {
        return fault.kind == simulator::FaultKind::race;
    }));
}

TEST(OwnFile, AStructureIsPassedAsItsBytes) {
    AskedFile words = asked("by_value");
    // slope 2, offset 1, first 0, count 3
    words.arguments = {"line:bytes[16]=000000400000803f0000000003000000", "values:f32[3]=zeros"};
    words.grid = "1";
    words.block = "32";
    lab::Request request;
    request.settings = Settings(opened(words, "by_value"));
    lab::Simulation simulation(request, lab::Playing::traced());
    while (!simulation.advance(1000)) {
    }
    float last = 0;
    std::memcpy(&last, simulation.contents("values").data() + 8, 4);
    EXPECT_EQ(last, 5);
    EXPECT_TRUE(simulation.contents("nothing").empty());
    words.arguments = {"line:bytes[12]=zeros"};
    EXPECT_TRUE(has(refused(words, "by_value"), "structure of 16 bytes"));
    words.arguments = {"line:i32=1"};
    EXPECT_TRUE(has(refused(words, "by_value"), "line:bytes[16]=zeros"));
    words.arguments = {"line:bytes[16]=0000"};
    EXPECT_TRUE(has(refused(words, "by_value"), "32 hexadecimal digits"));
    words.arguments = {"line:bytes[2]=0g00"};
    EXPECT_TRUE(has(refused(words, "by_value"), "4 hexadecimal digits"));
}

TEST(OwnFile, WhatHeldBeforeATurnHoldsAfterIt) {
    const Settings settings(opened(asked("several"), "several"));
    const Settings larger = turned(settings, "n", 4096);
    EXPECT_EQ(value(larger, "a.length"), 4096);
    EXPECT_EQ(value(larger, "grid"), 16);
    const Settings smaller = turned(larger, "block", 64);
    EXPECT_EQ(value(smaller, "grid"), 64);
    EXPECT_EQ(value(smaller, "n"), 4096);
    const Settings fewer = turned(smaller, "grid", 2);
    EXPECT_EQ(value(fewer, "n"), 4096) << "whoever turns the grid means the grid";
    EXPECT_EQ(value(turned(fewer, "block", 32), "grid"), 2) << "and then it stays";
    const Settings matrix(opened(asked("rows"), "rows"));  // threads for all of 64 x 64
    EXPECT_EQ(value(turned(matrix, "rows", 1024), "grid"), 256);
    EXPECT_EQ(value(turned(matrix, "rows", 1024), "in.length"), 1024 * 64) << "and no square";
    const Settings sums(opened(asked("shuffles"), "shuffles"));
    EXPECT_EQ(value(turned(sums, "block", 512), "shared"), 2048);
}

TEST(OwnFile, KernelsThatTakeTheSameAreALadder) {
    const auto subject = opened(asked("several"), "several");
    ASSERT_EQ(subject->rungs.size(), 2u);
    EXPECT_EQ(subject->rungs[1].id, "add_strided");
    EXPECT_EQ(lab::other_kernels(*subject), std::vector<std::string>{"transpose"});
    AskedFile words = asked("several");
    words.kernel = "add_strided";
    EXPECT_EQ(lab::rung_of(Settings(opened(words, "several"))).id, "add_strided");
}

TEST(OwnFile, TheSameWordsAreTheSameSubjectAndOtherTextIsAnother) {
    const Settings one(opened(asked("several"), "several")),
        two(opened(asked("several"), "several"));
    EXPECT_EQ(one, two);
    lab::Code changed = own_code("several");
    changed.source += "// more\n";
    EXPECT_NE(one, Settings(*lab::subject_of(asked("several"), changed)));
    AskedFile filled = asked("several");
    filled.arguments = {"a:f32[1024]=ones"};
    EXPECT_NE(one, Settings(opened(filled, "several")));
}

TEST(OwnFile, ItsStateLineBeginsWithItAndOpensItAgain) {
    AskedFile words = asked("several");
    words.kernel = "add_strided";
    words.grid = "3";
    const lab::State state{{Settings(opened(words, "several"))}, "sim", {{"step", 2}}};
    const std::string line = lab::state_line(state);
    EXPECT_TRUE(line.starts_with(words.file + " --kernel add_strided --grid 3 --block 256"))
        << line;
    const auto again = lab::read_state_line(
        line, [](const AskedFile& a) { return lab::subject_of(a, own_code("several")); });
    ASSERT_TRUE(again) << again.problem().message;
    EXPECT_EQ(lab::state_line(*again), line);
    EXPECT_EQ(lab::file_of(line)->grid, "3");
    EXPECT_FALSE(lab::file_of("reduction/sequential"));
}

// No SPEC can say it: it is set behind them, and refused in words.
TEST(OwnFile, ANumberBeyondItsTypeComesBackFromTheStateLine) {
    const auto open = [](const AskedFile& a) { return lab::subject_of(a, own_code("several")); };
    const std::string file = asked("several").file;
    const auto state = lab::read_state_line(file + " n=79^5", open);
    ASSERT_TRUE(state) << state.problem().message;
    const std::string line = lab::state_line(*state);
    EXPECT_TRUE(has(line, "--arg n:i32=2147483647")) << line;
    EXPECT_TRUE(has(line, " n=3077056399")) << line;
    const auto again = lab::read_state_line(line, open);
    ASSERT_TRUE(again) << again.problem().message;
    EXPECT_EQ(lab::state_line(*again), line);
    EXPECT_TRUE(lab::refusal(again->request.settings));
}

TEST(OwnFile, NamesWithBlanksAreQuoted) {
    AskedFile words = asked("templates");
    words.file = "/a folder/my \"file\".cu";
    words.kernel = "spread<float, 7>";
    const std::string line = lab::words_of(words);
    EXPECT_TRUE(line.starts_with("'/a folder/my \"file\".cu' --kernel 'spread<float, 7>'")) << line;
    EXPECT_EQ(lab::file_of(line), words);
    EXPECT_FALSE(lab::words_in("a \"b"));
    EXPECT_EQ(lab::words_in("a  \"b c\" \"\"")->size(), 3u);
}

// That nothing was found says little where nobody looked.
TEST(OwnFile, WhereRacesWereNotLookedForIsSaid) {
    AskedFile words = asked("unwatched");
    words.arguments = {"told:i32[2]=zeros"};
    words.grid = "1", words.block = "32";
    lab::Request request;
    request.settings = Settings(opened(words, "unwatched"));
    const auto looked = lab::simulate(request),
               counted = lab::simulate(request, lab::Playing::counted());
    EXPECT_TRUE(looked->looked_everywhere);
    EXPECT_FALSE(counted->looked_everywhere);
    EXPECT_FALSE(has(lab::report(*looked), "Races: this launch is too large to check all blocks"));
    EXPECT_TRUE(has(lab::report(*counted), "Races: this launch is too large to check all blocks"));
    EXPECT_EQ(lab::run_json(*counted)["looked_for_races_in"], "watched blocks");
}

// Nobody's formula says how long one block waits for another.
TEST(OwnFile, WhoWaitsForOthersHasNoModelledTime) {
    const auto text = lab::read_file(own_files + "../../assets/ptx/memory_model.ptx");
    ASSERT_TRUE(text);
    const lab::Code code{"", *text};
    const auto within = [&](const char* kernel) {
        AskedFile words;
        words.file = "mine.ptx", words.kernel = kernel;
        const auto subject = lab::subject_of(words, code);
        return subject ? lab::modelled_within(Settings(*subject)) : 0;
    };
    EXPECT_EQ(within("pass_plain"), 2) << "it looks a thousand times, and no longer";
    EXPECT_EQ(within("pass_fence"), 450);
}

TEST(OwnFile, NothingIsComparedAndFaultsSpeak) {
    AskedFile words = asked("past_the_end");
    words.grid = "5";
    words.arguments = {"numbers:f32[1024]=zeros", "n:i32=1024"};
    lab::Request request;
    request.settings = Settings(opened(words, "past_the_end"));
    const auto run = lab::simulate(request);
    EXPECT_FALSE(run->verdict.checked);
    ASSERT_FALSE(run->faults.empty());
    EXPECT_EQ(run->faults[0].kind, simulator::FaultKind::out_of_bounds);
    EXPECT_EQ(run->faults[0].line, 4);
    EXPECT_EQ(run->faults[0].buffer, "numbers");
}

// The array is as long as the kernel turns out to need, and it is said which line needs that.
TEST(OwnFile, AGuessAccusesNobody) {
    AskedFile words = asked("past_the_end");
    words.grid = "5";
    words.arguments = {"n:i32=1024"};
    lab::Request request;
    const auto subject = opened(words, "past_the_end");
    request.settings = Settings(subject);
    EXPECT_TRUE(lab::simulate(request)->faults.empty());
    EXPECT_TRUE(has(lab::guesses_of(*subject),
                    "Line 4 reaches numbers[1024], past the 1024 guessed elements"))
        << lab::guesses_of(*subject);
}

TEST(OwnFile, AnEndlessLoopIsCutAndTheWorkerLives) {
    lab::Worker worker(lab::Worker::Mode::pumped);
    lab::Request request;
    request.settings = Settings(opened(asked("endless"), "endless"));
    worker.submit(request);
    std::shared_ptr<const lab::Result> result;
    for (int i = 0; i < 100'000 && !(result && result->complete); ++i) {
        worker.pump(20);
        if (auto newer = worker.take()) result = newer;
    }
    ASSERT_TRUE(result && result->complete);
    EXPECT_GT(result->picture->cut_after, 0u);
    EXPECT_FALSE(result->picture->ended());
    EXPECT_TRUE(has(result->problem, "still running") && has(result->problem, "Line 3"))
        << result->problem;
    EXPECT_FALSE(result->timed && result->timed->time.kind != lab::TimeKind::none);
}

// It adds 1 to a float until that no longer changes: from then on nothing can end it.
TEST(OwnFile, AnEndlessLoopIsAFaultOnTheCommandLine) {
    std::ostringstream out, err;
    const std::vector<std::string> words{"run", own_files + "endless.ptx", "--block", "32"};
    EXPECT_EQ(lab::command_line(words, out, err), lab::exit_kernel_fault) << err.str();
    EXPECT_TRUE(has(out.str(), "Endless loop")) << out.str();
    EXPECT_TRUE(has(out.str(), "repeats the loop at line 3 for ever")) << out.str();
    EXPECT_TRUE(has(out.str(), "Time: not timed")) << out.str();
}

// Its own exit code: neither the words nor a kernel is at fault.
TEST(OwnFile, AFileWithoutAKernelIsABadFile) {
    const std::string path = tests::scratch_folder() + "/none.ptx";
    for (const char* text : {".version 7.0\n.target sm_75\n.address_size 64\n", "no PTX at all"}) {
        ASSERT_FALSE(lab::write_file(path, text));
        std::ostringstream out, err;
        const std::vector<std::string> words{"run", path};
        EXPECT_EQ(lab::command_line(words, out, err), lab::exit_bad_file) << err.str();
    }
}

TEST(OwnFile, AnArgumentThatIsNamedTwiceIsToldSo) {
    AskedFile words = asked("several");
    words.arguments = {"n:i32=100", "n:i32=200"};
    EXPECT_EQ(refused(words, "several"), "--arg n is given twice.");
}

TEST(OwnFile, LimitsAreRefusedInWords) {
    AskedFile words = asked("several");
    words.block = "2048";
    EXPECT_TRUE(lab::refusal(Settings(opened(words, "several"))));
    words.block = "64";
    words.shared = "1e6";
    EXPECT_TRUE(lab::refusal(Settings(opened(words, "several"))));
    words.shared.clear();
    EXPECT_FALSE(lab::refusal(Settings(opened(words, "several"))));
}

TEST(OwnFile, AFileThatIsNotThereOrIsNoPtxIsASentence) {
    AskedFile words;
    words.file = "/nowhere/a.ptx";
    EXPECT_TRUE(has(lab::open_file(words).problem().message, "/nowhere/a.ptx"));
    EXPECT_FALSE(lab::subject_of(words, {"", "this is no PTX"}));
    words.kernel = "no_such";
    EXPECT_TRUE(has(lab::subject_of(words, own_code("several")).problem().message, "transpose"));
}

TEST(Copy, ALessonsKernelOpensAsTheLessonLaunchesIt) {
    Settings settings = tests::doubling_at("guarded");
    const AskedFile words = lab::launch_words(settings, "mine.cu");
    EXPECT_EQ(words.file, "mine.cu");
    const lab::Plan plan = lab::plan_of(settings);
    const auto& launch = std::get<lab::Launch>(plan.steps.front());
    EXPECT_EQ(words.kernel, launch.kernel);
    EXPECT_EQ(words.grid, std::to_string(launch.size.grid.x));
    EXPECT_EQ(words.block, std::to_string(launch.size.block.x));
    EXPECT_EQ(words.arguments.size(), launch.arguments.size());
    EXPECT_FALSE(lab::copy_kernel(settings, "mine.txt"));
}

// A chain's flags: nobody fills them, and the plan clears them before the launch.
TEST(Copy, WhatALessonClearsIsZeros) {
    Settings settings = tests::doubling_at("guarded");
    lab::Subject cleared = *settings.subject;
    const auto host = cleared.host;
    cleared.host = [host](lab::Plan& plan, const Settings& set) {
        host(plan, set);
        const auto& launch = std::get<lab::Launch>(plan.steps.front());
        for (const lab::Argument& argument : launch.arguments)
            if (const auto* buffer = std::get_if<lab::Buffer>(&argument)) plan.clear(*buffer);
    };
    const auto unwritten = [](const AskedFile& words) {
        return std::ranges::count_if(words.arguments, [](const std::string& argument) {
            return argument.ends_with("=none");
        });
    };
    EXPECT_EQ(unwritten(lab::launch_words(settings, "mine.cu")), 1) << "the result";
    settings.subject = std::make_shared<const lab::Subject>(cleared);
    EXPECT_EQ(unwritten(lab::launch_words(settings, "mine.cu")), 0);
}

}  // namespace
