// What calls return by the rules of the CUDA runtime: each cause at each call, on programs of the
// test's own.
#include "lab/host_calls/answers.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace {

using namespace lab;
using simulator::FaultKind;

constexpr const char* unchecked = R"(
int main()
{
    float* d_x;
    cudaMalloc(&d_x, 4 * sizeof(float));  // cudaFree(d_x) comes last
    for (int turn = 0; turn < 5; ++turn) {
        cudaEventRecord(start);
    }
    scale<float><<<blocks, threads>>>(d_x, n);
    cudaPeekAtLastError();
    cudaGetLastError();
    cudaGetLastError();
    cudaMemcpy(d_y, d_x, 16, cudaMemcpyDeviceToDevice);
    cudaMemcpy(
        x.data(), d_x, 4 * sizeof(float),
        cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaGetDeviceProperties(&device, 0);
}
)";

HostCalls calls_in(const std::string& text) {
    HostCalls host{host_calls(text), {}};
    for (std::size_t i = 0; i < host.calls.size(); ++i)
        if (host.calls[i].launches() && !host.calls[i].recorded) host.starts.push_back(i);
    return host;
}

// The answers in one line, a letter a call: 0 success, v nothing, E the error, e the error again,
// ? either, H no return, and small x for a call that is not made.
std::string line_of(const AnsweredCalls& all) {
    std::string line;
    for (const CallAnswer& answer : all.answers) {
        using Returns = CallAnswer::Returns;
        const bool fails = answer.error && answer.error->code != 0;
        line += !answer.made                         ? 'x'
                : answer.returns == Returns::nothing ? 'v'
                : answer.returns == Returns::no_more ? 'H'
                : answer.returns == Returns::either  ? '?'
                : !fails                             ? '0'
                : answer.here                        ? 'E'
                                                     : 'e';
    }
    return line;
}

CallCause cause_of(FaultKind kind) {
    simulator::Fault fault;
    fault.kind = kind;
    return {false, 0, on_device(fault), "A fault"};
}

CallCause refused_by(const char* error) {
    Refusal refusal;
    refusal.title = "Refused", refusal.cuda_error = error;
    return call_cause(refusal);
}

TEST(HostCallsOfText, HaveNamesLinesTurnsAndWaits) {
    const std::vector<HostCall> calls = host_calls(unchecked);
    std::string told;
    for (const HostCall& call : calls)
        told += fmt::format("{} {} {}{}\n", call.line, call.name, call.times,
                            call.waits == Waits::always ? " waits" : "");
    EXPECT_EQ(told,
              "5 cudaMalloc 1\n7 cudaEventRecord 5\n9 scale<float><<<blocks, threads>>> 1\n"
              "10 cudaPeekAtLastError 1\n11 cudaGetLastError 1\n12 cudaGetLastError 1\n"
              "13 cudaMemcpy 1\n14 cudaMemcpy 1 waits\n17 cudaFree 1 waits\n"
              "18 cudaGetDeviceProperties 1\n");
    EXPECT_EQ(calls[7].text,
              "cudaMemcpy(x.data(), d_x, 4 * sizeof(float), cudaMemcpyDeviceToHost)");
}

TEST(CallAnswers, AreThoseOfTheRuntimeForEachCause) {
    const HostCalls host = calls_in(unchecked);
    const auto line = [&](const CallCause& cause) { return line_of(answered(host, cause)); };
    EXPECT_EQ(line({}), "00v0000000");
    // Peek does not forget it, the first cudaGetLastError() does, and the second finds nothing.
    EXPECT_EQ(line(refused_by("cudaErrorInvalidConfiguration (9): ...")), "00vEe00000");
    EXPECT_EQ(line(refused_by("cudaErrorInvalidValue (1): ...")), "00vEe00000");
    // The copy on the device does not wait. That to the host does, and all after it fail.
    for (const FaultKind sticky : {FaultKind::misaligned, FaultKind::assertion, FaultKind::trap})
        EXPECT_EQ(line(cause_of(sticky)), "00v0000Ee?");
    for (const FaultKind hung : {FaultKind::deadlock, FaultKind::endless_loop})
        EXPECT_EQ(line(cause_of(hung)), "00v0000Hxx");
    for (const FaultKind unseen : {FaultKind::race, FaultKind::uninitialized_read,
                                   FaultKind::beyond_array, FaultKind::missing_lane})
        EXPECT_EQ(line(cause_of(unseen)), "00v0000000");
    EXPECT_EQ(line(cause_of(FaultKind::divergent_barrier)), "00v0000?00");
    EXPECT_EQ(line(cause_of(FaultKind::bad_call)), "00v0000???");
}

TEST(CallAnswers, AreEarlierWithAWaitBehindTheLaunch) {
    const HostCalls host = waiting_behind_launches(calls_in(unchecked));
    ASSERT_EQ(host.calls.size(), 11u);
    EXPECT_EQ(line_of(answered(host, cause_of(FaultKind::misaligned))), "00vEeeeeee?");
    EXPECT_EQ(line_of(answered(host, refused_by("cudaErrorInvalidValue (1): "))), "00v0Ee00000")
        << "a wait does not tell a launch that did not begin";
}

// A launch that fails is no fault in a kernel: its refusal says what calls return.
TEST(CallAnswers, AreKnownForEveryKindOfFault) {
    for (int kind = 0; kind <= int(FaultKind::without_memory); ++kind) {
        if (FaultKind(kind) == FaultKind::launch_failed) continue;
        simulator::Fault fault;
        fault.kind = FaultKind(kind);
        EXPECT_NE(on_device(fault).why, "") << name_of(fault.kind);
    }
}

TEST(CallAnswers, EndAProgramThatChecks) {
    const HostCalls host = calls_in(R"(
int main()
{
    scale<<<1, 32>>>(d_x);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(d_x));
}
)");
    EXPECT_EQ(line_of(answered(host, cause_of(FaultKind::assertion))), "v0Ex");
    EXPECT_EQ(line_of(answered(host, refused_by("cudaErrorInvalidConfiguration (9): "))), "vExx");
}

TEST(CallAnswers, HaveTheNumbersOfTheManual) {
    const auto code = [](FaultKind kind) { return cause_of(kind).device.error->code; };
    EXPECT_EQ(code(FaultKind::misaligned), 716);
    EXPECT_EQ(code(FaultKind::assertion), 710);
    EXPECT_EQ(code(FaultKind::trap), 719);
    EXPECT_FALSE(find_cuda_error(9)->sticky);
    EXPECT_FALSE(find_cuda_error(701)->sticky);
    EXPECT_TRUE(find_cuda_error(700)->sticky);
}

// An array of 200 numbers of 4 bytes has 1024 bytes to the next one, in a piece of 2 MiB.
TEST(CallAnswers, DependOnHowFarAnAddressIs) {
    const auto told = [](std::int64_t element) {
        simulator::Fault fault;
        fault.kind = FaultKind::out_of_bounds, fault.buffer = "x", fault.bytes = 4;
        fault.elements = 200, fault.element = element;
        return on_device(fault, 4).told;
    };
    EXPECT_EQ(told(200), Told::nothing);
    EXPECT_EQ(told(255), Told::nothing);
    EXPECT_EQ(told(256), Told::may_tell);
    EXPECT_EQ(told((2 << 20) / 4), Told::error);
    EXPECT_EQ(told(-1), Told::may_tell);
    EXPECT_EQ(told(4294967295), Told::error);
}

TEST(CallAnswers, OfAGraphBeginWithItsLaunch) {
    const HostCalls host = calls_in(R"(
int main()
{
    CHECK(cudaStreamBeginCapture(stream[0], cudaStreamCaptureModeThreadLocal));
    sweep<<<1, 32, 0, stream[0]>>>(d_x);
    CHECK(cudaGetLastError());
    CHECK(cudaStreamEndCapture(stream[0], &graph));
    CHECK(cudaGraphLaunch(ready, stream[0]));
    CHECK(cudaEventSynchronize(stop));
}
)");
    EXPECT_TRUE(host.calls[1].recorded);
    EXPECT_EQ(line_of(answered(host, cause_of(FaultKind::assertion))), "0v000E");
}

}  // namespace
