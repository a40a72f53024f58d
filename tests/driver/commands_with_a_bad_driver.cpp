// Every command that reaches a GPU, with a driver that fails, lies or hangs: each ends by itself,
// says what happened, and returns the code that belongs to it. The driver is tests/fake_cuda.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/fake_cuda/program.h"
#include "tests/helpers/part.h"
#include "tests/helpers/scratch_folder.h"

namespace {

using fake::Answer;

constexpr int right = 0, wrong_result = 1, usage = 2, no_gpu = 3, gpu_failed = 7, no_memory = 8;

const std::string measured = "run reduction/interleaved n=64 --device gpu";

std::string bytes_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// Which calls a command makes of a driver that does no wrong, in their order.
std::vector<std::string> calls_of(const std::string& line) {
    const std::string log = tests::scratch_folder() + "/calls";
    fake::run(line, "", {{"WARPLENS_FAKE_CUDA_LOG", log}});
    std::istringstream lines(bytes_of(log));
    return {std::istream_iterator<std::string>(lines), {}};
}

TEST(FakeDriver, AKernelThatDoesNothingIsWrong) {
    const Answer answer = fake::run(measured, "");
    EXPECT_EQ(answer.code, wrong_result) << answer.text;
    EXPECT_TRUE(answer.says("on Fake GPU")) << answer.text;
    EXPECT_TRUE(answer.says("WRONG")) << answer.text;
}

// Each kind of memory is asked for by its own calls, and only that one.
TEST(FakeDriver, ManagedMemoryIsReallyManaged) {
    const auto count = [](const std::string& rung, const std::string& call) {
        const auto calls = calls_of("run managed_memory/" + rung + " n=4096 --device gpu");
        return std::ranges::count(calls, call);
    };
    EXPECT_EQ(count("copied", "cuMemAllocManaged"), 0);
    EXPECT_EQ(count("managed", "cuMemAllocManaged"), 2) << "x and y";
    EXPECT_EQ(count("managed", "cuMemcpyHtoDAsync_v2"), 0);
    EXPECT_EQ(count("managed", "cuMemAdvise"), 0);
    EXPECT_EQ(count("advised", "cuMemAdvise"), 1) << "x";
    EXPECT_GT(count("prefetched", "cuMemPrefetchAsync"), count("managed", "cuMemPrefetchAsync"));
    EXPECT_EQ(count("mapped", "cuMemAllocManaged"), 0);
    EXPECT_GT(count("managed first=device", "cuMemAllocManaged"), 2) << "y anew in each round";
}

// Of two chunks with one array of their own: who allocates and frees it, and how often in a round.
TEST(FakeDriver, MemoryOfAChunkIsAskedForInItsOwnWay) {
    const auto calls = [](const std::string& rung, const std::string& scratch) {
        std::map<std::string, int> count;
        for (const std::string& call :
             calls_of("run streams/" + rung + " n=16 chunks=2 sweeps=2 scratch=" + scratch +
                      " --device gpu"))
            ++count[call];
        return count;
    };
    auto once = calls("overlapped", "once"), each = calls("overlapped", "each"),
         in_order = calls("overlapped", "stream_ordered"), kept = calls("overlapped", "kept"),
         graph = calls("graph", "stream_ordered");
    EXPECT_EQ(once["cuMemAllocAsync"] + each["cuMemAllocAsync"], 0);
    EXPECT_GT(each["cuMemAlloc_v2"], once["cuMemAlloc_v2"] + 10) << "in each round";
    EXPECT_EQ(each["cuMemAlloc_v2"], each["cuMemFree_v2"]) << "nothing is left";
    EXPECT_GT(in_order["cuMemAllocAsync"], 10);
    EXPECT_EQ(in_order["cuMemAllocAsync"] % 2, 0) << "both chunks";
    EXPECT_EQ(in_order["cuMemAllocAsync"], in_order["cuMemFreeAsync"]);
    EXPECT_EQ(in_order["cuMemAlloc_v2"], in_order["cuMemFree_v2"]);
    EXPECT_EQ(in_order["cuMemAlloc_v2"], once["cuMemAlloc_v2"] - 1) << "the array of chunks";
    EXPECT_EQ(in_order["cuMemPoolSetAttribute"], 2) << "set, and set back";
    EXPECT_EQ(kept["cuMemPoolSetAttribute"], 2);
    EXPECT_GT(graph["cuMemAllocAsync"], 0);
    EXPECT_LT(graph["cuMemAllocAsync"], in_order["cuMemAllocAsync"]) << "recorded once";
    EXPECT_EQ(graph["cuMemAllocAsync"], graph["cuMemFreeAsync"]);
}

TEST(FakeDriver, ADeviceWithoutPoolsIsASentence) {
    const Answer answer = fake::run(
        "run streams/overlapped n=16 chunks=2 sweeps=2 scratch=stream_ordered --device gpu",
        "no_pools");
    EXPECT_TRUE(answer.says("has no memory pools, which cudaMallocAsync needs")) << answer.text;
    EXPECT_EQ(answer.code, gpu_failed) << answer.text;
}

TEST(FakeDriver, IsLeftAloneWhereNoGpuIsAskedFor) {
    const std::string folder = tests::scratch_folder(), log = folder + "/calls";
    const std::string picture = "shot reduction --out " + folder + "/picture.svg";
    for (const std::string& line : {std::string{"run reduction n=64"}, std::string{"list"},
                                    std::string{"sweep reduction n=64,128"}, picture}) {
        const Answer answer = fake::run(line, "", {{"WARPLENS_FAKE_CUDA_LOG", log}});
        EXPECT_EQ(answer.code, right) << line << ": " << answer.text;
        EXPECT_EQ(bytes_of(log), "") << line;
    }
}

// The places of the calls that are tried: the first two and the last of each name, or all.
std::vector<std::size_t> places_in(const std::vector<std::string>& calls) {
    std::vector<std::size_t> places;
    std::map<std::string, int> left;
    for (const std::string& call : calls) ++left[call];
    const auto total = left;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const int before = total.at(calls[i]) - left[calls[i]]--;
        if (before < 2 || left[calls[i]] == 0 || tests::whole()) places.push_back(i + 1);
    }
    return places;
}

// Calls of which nothing depends: what they give back the end of the process gives back too.
// Without its place on the bus a GPU is measured, and its clock is not told.
bool may_fail(const std::string& call) {
    return call.find("Free") != call.npos || call.find("Destroy") != call.npos ||
           call == "cuDriverGetVersion" || call == "cuDeviceGetPCIBusId";
}

TEST(FakeDriver, ACallThatFailsHasItsExitCode) {
    const std::vector<std::string> calls = calls_of(measured);
    ASSERT_GT(calls.size(), 100u);
    for (const std::size_t place : places_in(calls)) {
        const std::string& call = calls[place - 1];
        const Answer answer = fake::run(measured, "status=1 fail=" + std::to_string(place));
        EXPECT_EQ(answer.code, may_fail(call) ? wrong_result : gpu_failed)
            << call << ", call " << place << ": " << answer.text;
    }
}

TEST(FakeDriver, ACallThatFailsIsNamedWithWhatRan) {
    const Answer answer = fake::run(measured, "status=1 fail=cuGraphLaunch");
    EXPECT_TRUE(answer.says("The GPU failed: cuGraphLaunch")) << answer.text;
    EXPECT_TRUE(answer.says("reduction/interleaved")) << answer.text;
}

TEST(FakeDriver, TooLittleMemoryOfTheGpuHasACodeOfItsOwn) {
    const Answer answer = fake::run(measured, "status=2 fail=cuMemAlloc_v2");
    EXPECT_EQ(answer.code, no_memory) << answer.text;
    EXPECT_TRUE(answer.says("GPU does not have enough memory")) << answer.text;
}

TEST(FakeDriver, APoisonedContextEndsWithItsCode) {
    const std::vector<std::string> calls = calls_of(measured);
    const std::set<std::string> names(calls.begin(), calls.end());
    for (const std::string& call : names) {
        const Answer answer = fake::run(measured, "poison=" + call);
        EXPECT_TRUE(answer.code == gpu_failed || (may_fail(call) && answer.code == wrong_result))
            << call << " ended with " << answer.code << ": " << answer.text;
    }
}

TEST(FakeDriver, ACallThatHangsIsGivenUp) {
    const std::vector<std::string> calls = calls_of(measured);
    const std::set<std::string> names(calls.begin(), calls.end());
    for (const std::string& call : names) {
        const Answer answer = fake::run(measured + " --gpu-timeout 0.3", "hang=" + call);
        EXPECT_EQ(answer.code, gpu_failed) << call << ": " << answer.text;
        EXPECT_TRUE(answer.says(call + " has not returned within 0.3 s")) << answer.text;
        EXPECT_LT(answer.seconds, 20) << call;
    }
}

TEST(FakeDriver, ADriverThatHangsHindersNobodyWhoWantsNoGpu) {
    const std::string picture = "shot reduction --out " + tests::scratch_folder() + "/picture.svg";
    const std::string kernel =
        "simulate " WARPLENS_TESTS_DIR
        "/assets/ptx/doubling.ptx --kernel doubled --grid 1 --block 32 --arg 'numbers:f32[1]=zeros'"
        " --arg 'twice:f32[1]=none' --arg n:i32=1";
    for (const std::string& line :
         {std::string{"run reduction n=64"}, std::string{"list"}, picture, kernel})
        EXPECT_EQ(fake::run(line, "hang=cuInit").code, right) << line;
}

TEST(FakeDriver, DoctorSaysThatAGpuDoesNotAnswer) {
    const Answer answer = fake::run("doctor --gpu-timeout 0.3", "hang=cuInit");
    EXPECT_EQ(answer.code, right) << answer.text;
    EXPECT_TRUE(answer.says("cuInit has not returned within 0.3 s")) << answer.text;
    EXPECT_TRUE(answer.says("Recordings")) << answer.text;
}

// What keeps every setting of a lesson from a time is told once, and how often it came.
TEST(FakeDriver, ASessionOfRecordingTellsOneSentenceOnce) {
    const Answer record = fake::run("record threads/thread_index --out " + tests::scratch_folder(),
                                    "status=2 fail=cuMemAlloc_v2");
    EXPECT_EQ(record.code, no_memory) << record.text;
    const std::string sentence = "GPU does not have enough memory";
    const std::size_t first = record.text.find(sentence),
                      second = record.text.find(sentence, first + 1);
    ASSERT_NE(second, record.text.npos) << record.text;
    EXPECT_EQ(record.text.find(sentence, second + 1), record.text.npos) << record.text;
    EXPECT_TRUE(record.says(" settings ended like this: threads: The GPU does not")) << record.text;
}

// The library without one of its names: the loader compares them letter by letter.
std::string driver_without(const std::string& folder, const std::string& name) {
    std::string bytes = bytes_of(WARPLENS_FAKE_DRIVER "/libcuda.so.1");
    const std::string whole = '\0' + name + '\0';
    for (std::size_t at = 0; (at = bytes.find(whole, at)) != bytes.npos; ++at) bytes[at + 1] = 'x';
    std::ofstream(folder + "/libcuda.so.1", std::ios::binary) << bytes;
    return folder;
}

TEST(FakeDriver, ADriverThatLacksANameIsTooOld) {
    const std::string folder = tests::scratch_folder();
    for (const char* name : {"cuInit", "cuLaunchKernel", "cuGLGetDevices_v2", "cuGetErrorName"}) {
        const Answer answer = fake::run(measured, "", {}, driver_without(folder, name));
        EXPECT_EQ(answer.code, no_gpu) << answer.text;
        EXPECT_TRUE(answer.says(std::string{"too old: it has no "} + name)) << answer.text;
    }
}

// The loader says what is wrong with a file that is there.
TEST(FakeDriver, AFileThatIsNoLibraryIsSaidToBeThere) {
    const std::string folder = tests::scratch_folder();
    for (const std::string& bytes : {std::string(5000, 'x'), std::string("short"), std::string()}) {
        std::ofstream(folder + "/libcuda.so.1", std::ios::binary) << bytes;
        const Answer answer = fake::run(measured, "", {}, folder);
        EXPECT_EQ(answer.code, no_gpu) << answer.text;
        EXPECT_TRUE(answer.says("The NVIDIA driver is installed, but it can't be opened: "))
            << answer.text;
        EXPECT_TRUE(answer.says("libcuda.so.1: ")) << answer.text;
    }
}

// A process of its own asks first, so that this one lives to say what happened.
TEST(FakeDriver, ADriverThatEndsWhoAsksIsASentence) {
    for (const auto& [misdeed, how] : {std::pair{"die=cuInit", "(Segmentation fault)"},
                                       std::pair{"leave=cuInit", "(exit code 0)"},
                                       std::pair{"leave=cuDeviceGetCount", "(exit code 0)"}}) {
        for (const std::string& line :
             {measured, std::string{"record threads --out "} + tests::scratch_folder()}) {
            const Answer answer = fake::run(line, misdeed);
            EXPECT_EQ(answer.code, gpu_failed) << line << ", " << misdeed << ": " << answer.text;
            EXPECT_TRUE(answer.says("it ends every program that opens it ")) << answer.text;
            EXPECT_TRUE(answer.says(how)) << answer.text;
        }
        const Answer doctor = fake::run("doctor", misdeed);
        EXPECT_EQ(doctor.code, right) << doctor.text;
        EXPECT_TRUE(doctor.says("it ends every program that opens it ")) << doctor.text;
        EXPECT_EQ(fake::run("run reduction n=64", misdeed).code, right) << misdeed;
    }
}

TEST(FakeDriver, WhatItSaysOfTheDeviceIsLookedAt) {
    for (const char* misdeed : {"zeros", "garbage"}) {
        const Answer answer = fake::run(measured, misdeed);
        EXPECT_EQ(answer.code, gpu_failed) << answer.text;
        EXPECT_TRUE(answer.says("impossible limits")) << answer.text;
        EXPECT_EQ(fake::run("run reduction n=64", misdeed).code, right);
        EXPECT_EQ(fake::run("doctor", misdeed).code, right);
    }
}

TEST(FakeDriver, AClockThatStandsOrGoesBackIsSaidToBeOne) {
    for (const char* time : {"0", "-1", "nan", "inf", "-inf"})
        for (const std::string& line :
             {measured, std::string{"compare reduction/interleaved reduction/sequential n=64"}}) {
            const Answer answer = fake::run(line, std::string{"time="} + time);
            EXPECT_EQ(answer.code, gpu_failed) << time << ": " << answer.text;
            EXPECT_TRUE(answer.says("This GPU's clock does not work")) << answer.text;
        }
}

TEST(FakeDriver, EveryCommandThatMeasuresHasTheCode) {
    const std::string folder = tests::scratch_folder();
    for (const std::string& line :
         {std::string{"sweep reduction n=64,128 --device gpu"},
          "shot reduction --device gpu --out " + folder + "/picture.svg",
          std::string{"compare reduction/interleaved reduction/sequential --device gpu"},
          "record threads --out " + folder})
        for (const char* misdeed : {"fail=cuInit status=3", "fail=cuStreamCreate", "hang=cuInit"}) {
            const Answer answer = fake::run(line + " --gpu-timeout 0.3", misdeed);
            EXPECT_EQ(answer.code, gpu_failed) << line << ", " << misdeed << ": " << answer.text;
        }
    const Answer record = fake::run("record threads --out " + folder, "poison=cuGraphLaunch");
    EXPECT_EQ(record.code, gpu_failed) << record.text;
}

TEST(FakeDriver, NoGpuIsNoFailure) {
    const Answer answer = fake::run(measured, "fail=cuInit status=100");
    EXPECT_EQ(answer.code, no_gpu) << answer.text;
}

TEST(FakeDriver, ADeadlineIsANumberOfSeconds) {
    for (const char* word : {"0", "-1", "nan", "inf", "1e9", "soon"})
        EXPECT_EQ(fake::run(measured + " --gpu-timeout " + word, "").code, usage) << word;
}

}  // namespace
