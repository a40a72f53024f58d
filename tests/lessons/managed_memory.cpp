// Managed memory: right in every kind of memory, pages by hand, launches that touch what they say,
// and the calls of its programs.
#include <gtest/gtest.h>

#include <set>

#include "lab/host_code/host_code.h"
#include "lab/pages/pages.h"
#include "lab/running/simulation.h"
#include "lab/time/bench.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

constexpr const char* host_programs[] = {"copied", "managed", "prefetched", "advised", "mapped"};

Settings kept_in(const std::string& rung, const std::vector<std::string>& values = {}) {
    return asked("managed_memory/" + rung, values);
}

Pages pages(const std::string& rung, const std::vector<std::string>& values = {}) {
    return pages_of(plan_of(kept_in(rung, values)));
}

std::uint64_t pages_moved_in(const std::string& rung, const std::vector<std::string>& values) {
    return pages(rung, values).count(PageMove::to_device);
}
std::uint64_t pages_moved_out(const std::string& rung, const std::vector<std::string>& values) {
    return pages(rung, values).count(PageMove::to_host);
}

TEST(ManagedMemory, IsRightInEveryKindOfMemory) {
    for (const char* rung : host_programs)
        for (const char* first : {"first=host", "first=device"})
            for (const char* reads : {"reads=last", "reads=each"}) {
                const Settings settings =
                    kept_in(rung, {"n=4099", "parts=4", "passes=4", "block=100", first, reads});
                expect_right(*run(settings), named(settings));
            }
}

// 2^20 floats are 4 MiB: 64 pages of x and 64 of y.
TEST(ManagedMemory, MovesWhatIsTouched) {
    const std::string n = "n=1048576";
    EXPECT_EQ(pages_moved_in("managed", {n}), 128u);
    EXPECT_EQ(pages_moved_out("managed", {n}), 128u);
    // A part is 2^14 floats: a page of each array.
    EXPECT_EQ(pages_moved_in("managed", {n, "parts=64"}), 2u);
    EXPECT_EQ(pages_moved_out("managed", {n, "parts=64"}), 2u);
    EXPECT_EQ(pages_moved_in("copied", {n, "parts=64"}), 128u);
    EXPECT_EQ(pages_moved_out("copied", {n, "parts=64"}), 64u);  // y alone
    EXPECT_EQ(pages_moved_in("prefetched", {n, "parts=64"}), 128u);
}

// The last page of an array counts whole: 16,385 floats are 64 KiB and 4 bytes.
TEST(ManagedMemory, APageMoreHoldsTheRest) {
    EXPECT_EQ(pages_moved_in("managed", {"n=16384"}), 2u);
    EXPECT_EQ(pages_moved_in("managed", {"n=16385"}), 4u);
}

// The host reads x and y after each of four passes: by touch they go to and fro.
TEST(ManagedMemory, AdviceLeavesXWithTheHost) {
    const std::vector<std::string> each{"n=1048576", "passes=4", "reads=each"};
    EXPECT_EQ(pages_moved_in("managed", each), 4 * 128u);
    EXPECT_EQ(pages_moved_out("managed", each), 4 * 128u);
    EXPECT_EQ(pages_moved_in("prefetched", each), 4 * 128u);
    EXPECT_EQ(pages_moved_in("advised", each), 64 + 4 * 64u);
    EXPECT_EQ(pages_moved_out("advised", each), 4 * 64u);
    const std::vector<std::string> last{"n=1048576", "passes=4"};
    EXPECT_EQ(pages_moved_in("managed", last), 128u) << "pages stay where they were touched";
}

// cudaMemset is the first to touch y: its pages are made on the device.
TEST(ManagedMemory, FirstTouchMakesAPage) {
    const Pages found = pages("managed", {"n=1048576", "first=device"});
    EXPECT_EQ(found.count(PageMove::made_on_device), 64u);
    EXPECT_EQ(found.count(PageMove::to_device), 64u);
    EXPECT_EQ(found.count(PageMove::to_host), 128u);
    EXPECT_EQ(found.before[1].at.front(), PageAt::nowhere);
}

TEST(ManagedMemory, MappedPagesStayWithTheHost) {
    const Pages found = pages("mapped", {"n=1048576", "passes=4"});
    EXPECT_EQ(found.count(PageMove::to_device) + found.count(PageMove::to_host), 0u);
    EXPECT_EQ(found.count(PageMove::over_the_bus), 4 * 128u);
}

// What is declared is what happens, address by address, in all blocks.
TEST(ManagedMemory, LaunchesTouchWhatTheySay) {
    Request request{.settings = kept_in("managed", {"n=1000", "parts=4", "block=64"})};
    for (std::uint64_t block = 0; block < 4; ++block) request.watched.push_back(block);
    const auto made = simulate(request);
    std::set<std::tuple<std::string, bool, std::uint64_t>> found, said;
    for (const simulator::Event& event : made->trace->events)
        for (const simulator::Slot& lane : made->trace->lanes_of(event))
            for (const simulator::Array& array : made->trace->arrays) {
                const std::uint64_t element = (lane.address - array.base) / sizeof(float);
                if (event.space != simulator::Space::global || lane.address < array.base ||
                    element >= array.elements)
                    continue;
                found.insert({array.name, event.kind == simulator::EventKind::store, element});
            }
    const Plan plan = plan_of(request.settings);
    for (const Touched& touched : timed_launches(plan).at(0)->touches)
        for (std::uint64_t i = 0; i < touched.count; ++i)
            said.insert({plan.allocation(touched.buffer).name, touched.writes, touched.first + i});
    EXPECT_EQ(found, said);
}

// Plans without such memory have the hashes that recordings are found by; these differ.
TEST(ManagedMemory, EachProgramIsAnotherPlan) {
    std::set<std::uint64_t> hashes;
    for (const char* rung : host_programs) hashes.insert(plan_of(kept_in(rung)).hash());
    EXPECT_EQ(hashes.size(), std::size(host_programs));
}

// The formula moves pages over the bus: without them, mapped memory would take as long in every
// number of passes.
TEST(ManagedMemory, TheFormulaHasAPriceForPages) {
    const auto time = [](const char* rung, const char* passes) {
        const Settings settings = kept_in(rung, {"n=65536", passes});
        return modelled(*run(settings), 1, &settings)->time.median_ms;
    };
    EXPECT_GT(time("mapped", "passes=16"), 4 * time("mapped", "passes=1"));
    EXPECT_LT(time("managed", "passes=16"), 4 * time("managed", "passes=1"));
}

std::string program(const std::string& rung, const std::vector<std::string>& values = {}) {
    Request request;
    request.settings = kept_in(rung, values);
    const auto text = host_text(request);
    EXPECT_TRUE(text) << rung;
    return text ? *text : "";
}

bool has_call(const std::string& text, const std::string& call) {
    return text.find(call) != text.npos;
}

TEST(ManagedMemory, ProgramsHaveTheirCalls) {
    const std::string copied = program("copied"), managed = program("managed");
    EXPECT_TRUE(has_call(copied, "cudaMemcpyAsync(d_x, x")) << copied;
    EXPECT_FALSE(has_call(copied, "cudaMallocManaged"));
    EXPECT_TRUE(has_call(managed, "CHECK(cudaMallocManaged(&x, ")) << managed;
    EXPECT_FALSE(has_call(managed, "cudaMemcpy"));
    EXPECT_FALSE(has_call(managed, "cudaMemPrefetchAsync"));
    const auto waits = managed.find("CHECK(cudaDeviceSynchronize());"),
               reads = managed.find("read_pages(x, ", managed.find("int main"));
    EXPECT_LT(waits, reads) << managed;
    EXPECT_TRUE(has_call(program("prefetched"), "CUDART_VERSION >= 13000"));
    EXPECT_TRUE(has_call(program("prefetched"), "CHECK(prefetch(x, x_values.size()"));
    EXPECT_TRUE(has_call(program("advised"), "CHECK(mostly_read(x, "));
    EXPECT_TRUE(has_call(program("mapped"), "CHECK(cudaMallocHost(&x, "));
    EXPECT_TRUE(has_call(program("mapped"), "CHECK(cudaFreeHost(x));"));
}

// A round must find pages that nobody touched, not those that the last round left with the host.
TEST(ManagedMemory, AProgramAllocatesUntouchedMemoryInEachRound) {
    const std::string text = program("managed", {"first=device"});
    const auto round = text.find("for (int round"), made = text.find("cudaMallocManaged(&y", round);
    EXPECT_NE(made, std::string::npos) << text;
    EXPECT_LT(made, text.find("cudaEventRecord(start)", round));
}

}  // namespace
