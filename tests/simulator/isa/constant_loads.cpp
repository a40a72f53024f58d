// Loads from constant memory are counted by themselves: one pass for each address that the lanes of
// a request want, and none of them among the loads from global memory.
#include <cstring>
#include <span>

#include "tests/helpers/flow_runner.h"

namespace flow_test {
namespace {

std::string constants_kernel(const std::string& body) {
    std::string text = R"(.version 7.0
.target sm_75
.address_size 64
.const .align 16 .b8 table[1024];
.visible .entry k(.param .u64 p)
{
	.reg .b32 %r<10>;
	.reg .b64 %rd<6>;
	.reg .f32 %f<5>;
	.reg .pred %p<3>;
	ld.param.u64 %rd1, [p];
	mov.u32 %r1, %tid.x;
	mov.u64 %rd2, table;
)";
    return text + body + "\n\tret;\n}\n";
}

Counters counters(const std::string& body, std::uint32_t threads = 32) {
    Runner runner(constants_kernel(body));
    runner.ints("numbers", 64, 1).launch("k", {1, 1, 1}, {threads, 1, 1});
    for (const Fault& fault : runner.machine().faults())
        EXPECT_EQ(fault.kind, FaultKind::never_set) << "the table has no values: " << body;
    return runner.machine().counters();
}

// The address of a number by lane: table + 4 * (lane shifted right).
std::string at_lane(int shift, int bytes = 4) {
    return "shr.u32 %r2, %r1, " + std::to_string(shift) + ";\nmul.wide.u32 %rd3, %r2, " +
           std::to_string(bytes) + ";\nadd.u64 %rd3, %rd2, %rd3;\n";
}

TEST(ConstantLoads, TakeAPassForEachAddress) {
    struct Case {
        std::string body;
        std::uint64_t passes;
    };
    const Case cases[] = {{"ld.const.u32 %r3, [table+8];", 1},
                          {at_lane(0) + "ld.const.u32 %r3, [%rd3];", 32},
                          {at_lane(1) + "ld.const.u32 %r3, [%rd3];", 16},
                          {at_lane(5) + "ld.const.u32 %r3, [%rd3];", 1},
                          {at_lane(2, 8) + "ld.const.u64 %rd4, [%rd3];", 8},
                          {at_lane(0, 16) + "ld.const.v4.f32 {%f1, %f2, %f3, %f4}, [%rd3];", 32},
                          {at_lane(3) + "ld.const.u8 %r3, [%rd3];", 4}};
    for (const Case& one : cases) {
        const Counters found = counters(one.body);
        EXPECT_EQ(found.constant_load_requests, 1u) << one.body;
        EXPECT_EQ(found.constant_load_passes, one.passes) << one.body;
        EXPECT_EQ(found.global_load_requests, 0u) << one.body;
        EXPECT_EQ(found.global_load_rounds, 0u) << one.body;
        EXPECT_EQ(found.bytes_requested + found.bytes_asked, 0u) << one.body;
    }
}

TEST(ConstantLoads, CountLanesThatAreOnOnly) {
    EXPECT_EQ(counters(at_lane(0) + "ld.const.u32 %r3, [%rd3];", 5).constant_load_passes, 5u);
    const Counters holes = counters(at_lane(0) +
                                    "and.b32 %r4, %r1, 1;\nsetp.eq.u32 %p1, %r4, 0;\n"
                                    "@%p1 ld.const.u32 %r3, [%rd3];");
    EXPECT_EQ(holes.constant_load_requests, 1u);
    EXPECT_EQ(holes.constant_load_passes, 16u);
    EXPECT_EQ(counters(at_lane(0) + "ld.const.u32 %r3, [%rd3];", 64).constant_load_requests, 2u);
}

TEST(ConstantLoads, ThroughAGenericPointerAreLoadsFromGlobalMemory) {
    const Counters found =
        counters("cvta.const.u64 %rd3, %rd2;\nld.u32 %r3, [%rd3];\nld.global.u32 %r4, [%rd1];");
    EXPECT_EQ(found.constant_load_requests, 0u);
    EXPECT_EQ(found.global_load_requests, 2u);
}

// What a trace says of a load is what is counted of it, in an array that has its own space.
TEST(ConstantLoads, AreInTheTraceWithTheirPasses) {
    Runner runner(constants_kernel(at_lane(1) + "ld.const.u32 %r3, [%rd3];"));
    runner.ints("numbers", 64, 1).launch("k", {1, 1, 1}, {32, 1, 1});
    const auto trace = runner.machine().trace();
    ASSERT_EQ(trace->events.size(), 1u);
    const Event& event = trace->events[0];
    EXPECT_EQ(event.space, Space::constant);
    EXPECT_EQ(event.wavefronts, 16u);
    EXPECT_EQ(event.sectors, 0u);
    EXPECT_EQ(event.ideal, 1u);
    std::int64_t element = -1;
    const int array = trace->array_of(event, trace->slot(event, 6)->address, &element);
    ASSERT_GE(array, 0);
    EXPECT_EQ(trace->arrays[std::size_t(array)].name, "table");
    EXPECT_EQ(trace->arrays[std::size_t(array)].space, Space::constant);
    EXPECT_EQ(element, 3) << "lane 6 reads the fourth number, though PTX declares bytes";
    EXPECT_EQ(trace->arrays[std::size_t(array)].type, Type::u32);
    EXPECT_EQ(trace->arrays[std::size_t(array)].elements, 256u);
}

// The host finds a variable before the first launch, fills it, and the kernel reads that.
TEST(ConstantLoads, GiveWhatTheHostPutThere) {
    const auto module =
        Module::read(constants_kernel("ld.const.u32 %r3, [table+8];\nst.global.u32 [%rd1], %r3;"));
    ASSERT_TRUE(module);
    const auto program = *(*module)->kernel("k");
    Machine machine{Options{}};
    EXPECT_FALSE(machine.variable(*program, "tables", Type::u32));
    const auto address = machine.variable(*program, "table", Type::u32);
    ASSERT_TRUE(address);
    EXPECT_EQ(machine.variable(*program, "table", Type::u32), address) << "it is there once";
    EXPECT_EQ(machine.memory().find(*address)->type, Type::u32);
    EXPECT_EQ(machine.memory().find(*address)->bytes, 1024u);
    const std::uint32_t number = 77;
    std::memcpy(machine.memory().bytes(*address).data() + 8, &number, 4);
    const Address to = machine.memory().allocate("to", Type::u32, 1);
    ASSERT_FALSE(
        machine.launch(program, {1, 1, 1}, {1, 1, 1}, 0, std::as_bytes(std::span{&to, 1})));
    while (machine.advance(1000) == Machine::State::running) {
    }
    std::uint32_t found = 0;
    std::memcpy(&found, machine.memory().bytes(to).data(), 4);
    EXPECT_EQ(found, number);
}

}  // namespace
}  // namespace flow_test
