// Plans, inputs, verdicts, SPECs of arguments, words of faults: all that needs no kernel to run.
#include "lab/plan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <set>

#include "lab/cli/table.h"
#include "lab/own/spec.h"
#include "lab/run.h"
#include "lab/running/faults.h"
#include "lab/running/verdict.h"
#include "lab/time/model.h"
#include "lab/words.h"
#include "tests/helpers/scratch_folder.h"
#include "tests/lab/doubling_lesson.h"

namespace {

using lab::Fill;
using lab::Type;

TEST(Inputs, DependOnSeedAndIndexAloneAndStayInTheirRange) {
    const Fill digits = Fill::digits(3, 7), reals = Fill::uniform(-2, 5);
    bool seen[5] = {};
    for (std::uint64_t i = 0; i < 1000; ++i) {
        const double digit = lab::fill_value(digits, 9, i), real = lab::fill_value(reals, 9, i);
        ASSERT_GE(digit, 3);
        ASSERT_LE(digit, 7);
        ASSERT_EQ(digit, std::floor(digit));
        ASSERT_GE(real, -2);
        ASSERT_LT(real, 5);
        seen[static_cast<int>(digit) - 3] = true;
    }
    for (const bool one : seen) EXPECT_TRUE(one);
    EXPECT_NE(lab::fill_value(reals, 9, 4), lab::fill_value(reals, 10, 4));
    EXPECT_NE(lab::fill_value(reals, 9, 4), lab::fill_value(reals, 9, 5));
}

// Worked out by hand from the formula in plan.h, so that a change of it is noticed.
TEST(Inputs, FollowTheStatedFormula) {
    std::uint64_t z = 5ull * 0xD1342543DE82EF95 + 8ull * 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    z ^= z >> 31;
    EXPECT_EQ(lab::fill_value(Fill::uniform(0, 1), 5, 7), static_cast<double>(z >> 40) / 16777216);
    EXPECT_EQ(lab::fill_value(Fill::digits(0, 9), 5, 7), static_cast<double>((z >> 32) * 10 >> 32));
}

TEST(Inputs, ABoundaryIsTheFacesOfItsBoxAndHotSpotsInside) {
    const Fill box = Fill::boundary({21, 21, 11}, 3, 1);
    const auto at = [&](int x, int y, int z) {
        return lab::fill_value(box, 1, std::uint64_t(x + 21 * (y + 21 * z)));
    };
    for (int i = 0; i < 11; ++i)
        for (const double face :
             {at(0, i, i), at(20, i, i), at(i, 0, i), at(i, 20, i), at(i, i, 0), at(i, i, 10)})
            EXPECT_EQ(face, 3);
    EXPECT_EQ(at(1, 1, 1), 1) << "far from every spot";
    const double dx = 6 / 20. - .30, dy = 7 / 20. - .34, dz = 4 / 10. - .40;
    EXPECT_NEAR(at(6, 7, 4), 1 + 2 * (1 - (dx * dx + dy * dy + dz * dz) / (.26 * .26)), 1e-12);
    EXPECT_GT(at(6, 7, 4), at(9, 7, 4)) << "a spot ends";
    int between = 0;
    for (int z = 1; z < 10; ++z)
        for (int y = 1; y < 20; ++y)
            for (int x = 1; x < 20; ++x) between += at(x, y, z) > 1 && at(x, y, z) < 3;
    EXPECT_GT(between, 300);
}

// Whole rows are filled faster than point by point, from wherever a piece of them begins.
TEST(Inputs, RowsOfABoxAreItsPoints) {
    for (const auto& [shape, outside, inside] : {std::tuple{lab::Dim3{21, 19, 11}, 3., 1.},
                                                 {lab::Dim3{40, 9, 17}, 0., 1.},
                                                 {lab::Dim3{1, 5, 5}, 1., 0.},
                                                 {lab::Dim3{7, 2, 9}, 1., 0.}}) {
        lab::Plan plan;
        const Fill box = Fill::boundary(shape, outside, inside);
        plan.input("u", Type::f64, std::int64_t(shape.count()), box);
        for (const std::uint64_t first : {0, 1, 5, 20}) {
            std::vector<double> values(shape.count() - first);
            lab::fill_bytes(plan.allocations[0], 1, first,
                            std::as_writable_bytes(std::span(values)));
            for (std::uint64_t i = 0; i < values.size(); ++i)
                ASSERT_EQ(values[i], lab::fill_value(box, 1, first + i)) << first + i;
        }
    }
}

// A recording is found by the plan's hash: times do not depend on values that no branch asks for.
TEST(Inputs, SpotsAreNoPartOfThePlansHash) {
    lab::Plan plan;
    plan.input("u", Type::f32, 8, Fill::boundary({2, 2, 2}, 1, 0));
    EXPECT_EQ(plan.hash(), 5802722071616044971u);
}

TEST(Inputs, TwoInputsOfAPlanDifferAndReferencesSeeStoredValues) {
    lab::Plan plan;
    plan.input("a", Type::f32, 10, Fill::uniform(0, 1));
    plan.input("b", Type::f32, 10, Fill::uniform(0, 1));
    plan.input("c", Type::f32, 10, {Fill::Kind::constant, 0.1, 0, {}});
    const lab::Inputs inputs(plan, 3);
    EXPECT_NE(inputs("a", 2), inputs("b", 2));
    EXPECT_EQ(inputs("c", 0), static_cast<double>(0.1f));
    EXPECT_EQ(inputs.values("a")(2), inputs("a", 2));
    EXPECT_TRUE(std::isnan(inputs("nothing", 0)));
    std::byte bytes[40];
    lab::fill_bytes(plan.allocations[0], 3, 0, bytes);
    EXPECT_EQ(lab::load_value(Type::f32, bytes + 8), inputs("a", 2));
    std::byte later[8];
    lab::fill_bytes(plan.allocations[0], 3, 2, later);
    EXPECT_EQ(std::memcmp(later, bytes + 8, 8), 0);
}

TEST(Plans, WithoutAMarkAllIsTimedAndWithOneOnlyWhatIsInside) {
    lab::Plan all, marked;
    const auto record = [](lab::Plan& plan) {
        const lab::Buffer a = plan.zeros("a", Type::f32, 4), b = plan.buffer("b", Type::f32, 4);
        return std::pair(a, b);
    };
    const auto [a, b] = record(all);
    all.copy(b, a);
    EXPECT_TRUE(std::get<lab::Copy>(all.steps[0]).timed);
    const auto [c, d] = record(marked);
    marked.copy(d, c);
    marked.timed([&, to = d] { marked.clear(to); });
    marked.copy(c, d);
    marked.timed([&, to = c] { marked.clear(to); });
    EXPECT_FALSE(std::get<lab::Copy>(marked.steps[0]).timed);
    EXPECT_TRUE(std::get<lab::Clear>(marked.steps[1]).timed);
    EXPECT_FALSE(std::get<lab::Copy>(marked.steps[2]).timed);
    EXPECT_TRUE(std::get<lab::Clear>(marked.steps[3]).timed);
    EXPECT_EQ(all.bytes(), 32u);
}

TEST(Plans, HashesTellPlansApart) {
    const auto hash = [](std::int64_t block, const char* kernel, int argument) {
        lab::Plan plan;
        const lab::Buffer a = plan.input("a", Type::f32, 64, Fill::digits(0, 9));
        plan.launch(kernel, {std::int64_t{1}, block, std::int64_t{0}}, a, argument);
        return plan.hash();
    };
    EXPECT_EQ(hash(32, "k", 1), hash(32, "k", 1));
    EXPECT_NE(hash(32, "k", 1), hash(64, "k", 1));
    EXPECT_NE(hash(32, "k", 1), hash(32, "l", 1));
    EXPECT_NE(hash(32, "k", 1), hash(32, "k", 2));
}

TEST(Plans, AShapeIsForPicturesAlone) {
    lab::Plan plan;
    const lab::Buffer matrix = plan.input("a", Type::f32, 12, Fill::zeros());
    const std::uint64_t hash = plan.hash();
    plan.shape(matrix, {4, 3, 1});
    EXPECT_EQ(plan.allocations[0].shape, (lab::Dim3{4, 3, 1}));
    EXPECT_EQ(plan.hash(), hash) << "recordings are found as before";
}

TEST(Plans, TransfersAreStepsWithNameWayAndBytes) {
    lab::Plan plan;
    const lab::Buffer a = plan.input("a", Type::f32, 64, Fill::digits(0, 9));
    const lab::Buffer b = plan.buffer("b", Type::f64, 10);
    plan.upload(a);
    plan.timed([&] {
        plan.upload(a);
        plan.download(b);
    });
    plan.download(a);
    const auto records = lab::timed_transfers(plan);
    ASSERT_EQ(records.size(), 2u) << "those outside the mark are not timed";
    EXPECT_EQ(records[0].buffer, "a");
    EXPECT_EQ(records[0].way, lab::Transfer::Way::to_device);
    EXPECT_EQ(records[0].bytes, 256u);
    EXPECT_EQ(records[1].buffer, "b");
    EXPECT_EQ(records[1].way, lab::Transfer::Way::to_host);
    EXPECT_EQ(records[1].bytes, 80u);
}

TEST(Plans, TransfersBelongToTheHash) {
    const auto hash = [](const std::function<void(lab::Plan&, lab::Buffer)>& steps) {
        lab::Plan plan;
        steps(plan, plan.input("a", Type::f32, 64, Fill::digits(0, 9)));
        return plan.hash();
    };
    using lab::Buffer, lab::Plan;
    const std::set<std::uint64_t> hashes{
        hash([](Plan&, Buffer) {}), hash([](Plan& plan, Buffer a) { plan.upload(a); }),
        hash([](Plan& plan, Buffer a) { plan.download(a); }), hash([](Plan& plan, Buffer a) {
            plan.upload(a);
            plan.timed([] {});
        })};
    EXPECT_EQ(hashes.size(), 4u);
}

TEST(Model, ACopyCostsItsBytesOverTheBus) {
    const lab::Card card{.name = "card", .pcie_gigabytes = 20, .floor_microseconds = 3};
    EXPECT_DOUBLE_EQ(lab::modelled_transfer(card, 0), 0.003);
    EXPECT_DOUBLE_EQ(lab::modelled_transfer(card, 20'000'000), 1.003);
    EXPECT_DOUBLE_EQ(lab::modelled_transfer(card, 20'000'000, 3), 3.003);
}

// A card on which every rate is easy to divide by: a cycle a microsecond, a byte a nanosecond.
lab::Card slow_card() {
    return {.name = "card",
            .multiprocessors = 2,
            .holds = {.warps = 4, .blocks = 2, .shared = 1 << 20},
            .gigahertz = 1e-3,
            .memory_gigabytes = 1e-3,
            .cache_gigabytes = 4e-3,
            .cache_bytes = 2000,
            .floor_microseconds = 1,
            .next_microseconds = 0.5,
            .latency_cycles = 2,
            .memory_latency_cycles = 100,
            .cache_latency_cycles = 20,
            .blocks_a_cycle = 0.25,
            .handover_cycles = 50};
}

TEST(Model, BytesThatAreAskedAgainComeFromTheCache) {
    const auto bytes = [](std::uint64_t moved, double arrays, double ratio) {
        simulator::Counters counters;
        counters.bytes_asked = moved;
        return lab::modelled_time(slow_card(), {counters, {1}, {32}, arrays, ratio}).bytes;
    };
    EXPECT_DOUBLE_EQ(bytes(1000, 1000, 1), 1);
    EXPECT_DOUBLE_EQ(bytes(1000, 5000, 1), 1);  // more than is asked for is not read
    EXPECT_DOUBLE_EQ(bytes(5000, 1000, 1), 1 + 1);
    EXPECT_DOUBLE_EQ(bytes(5000, 1000, 3), 3 * (1 + 1));
}

// Behind the first launch, arrays that fit the L2 cache are in it: the rate and the latency are
// its.
TEST(Model, ArraysThatFitTheCacheStayThereFromLaunchToLaunch) {
    const auto at = [](double arrays, bool first) {
        simulator::Counters counters;
        counters.bytes_asked = 4000, counters.global_load_rounds = 10;
        return lab::modelled_time(slow_card(), {counters, {1}, {32}, arrays, 1, first});
    };
    EXPECT_DOUBLE_EQ(at(1000, true).bytes, 1 + 3. / 4);
    EXPECT_DOUBLE_EQ(at(1000, false).bytes, 1);
    EXPECT_DOUBLE_EQ(at(3000, false).bytes, 3 + 1. / 4);  // more than the cache holds
    EXPECT_DOUBLE_EQ(at(1000, true).latency, 10 * (100 + 3 * 20) / 4e3);
    EXPECT_DOUBLE_EQ(at(1000, false).latency, 10 * 20 / 1e3);
    EXPECT_DOUBLE_EQ(at(1000, true).floor, 0.001);
    EXPECT_DOUBLE_EQ(at(1000, false).floor, 0.0005);
}

TEST(Model, LatencyIsSharedByTheWarpsThatAreThereAtOnce) {
    const auto at = [](std::uint32_t blocks, std::uint32_t threads) {
        simulator::Counters counters;
        counters.warp_instructions = 200, counters.global_load_rounds = 6;
        counters.bytes_asked = 1;
        return lab::modelled_time(slow_card(), {counters, {blocks}, {threads}, 1, 1});
    };
    EXPECT_DOUBLE_EQ(at(1, 32).latency, 1.0);           // 1000 cycles, one warp
    EXPECT_DOUBLE_EQ(at(1, 64).latency, 1.0 / 2);       // two warps of one block
    EXPECT_DOUBLE_EQ(at(100, 32).latency, 1.0 / 4);     // two blocks on each multiprocessor
    EXPECT_DOUBLE_EQ(at(100, 64).latency, 1.0 / 8);     // all that it holds
    EXPECT_DOUBLE_EQ(at(100, 1024).latency, 1.0 / 64);  // at least one block, whatever its size
    EXPECT_DOUBLE_EQ(at(5, 32).latency, 2. / 5);        // a block more than fit: a wave more
    EXPECT_DOUBLE_EQ(at(1, 32).starts, 0.004);          // four cycles a block, whatever its size
    EXPECT_DOUBLE_EQ(at(5, 64).starts, 0.020);
    EXPECT_DOUBLE_EQ(at(1, 32).instructions, 0.05);
    EXPECT_DOUBLE_EQ(at(2, 32).instructions, 0.025);
}

TEST(Model, ThreadsThatWaitDoSoOneAfterTheOther) {
    simulator::Counters counters;
    counters.polls = 20;
    const auto time = lab::modelled_time(slow_card(), {counters, {20}, {32}, 0, 1});
    EXPECT_DOUBLE_EQ(time.waiting, 1);
    EXPECT_DOUBLE_EQ(time.total(), time.floor + time.starts + time.waiting);
    EXPECT_EQ(time.limited_by(), "threads that wait for each other");
}

struct Compared {
    std::vector<float> held;
    lab::Verdict with(lab::Expected::Of of) {
        lab::Plan plan;
        plan.result(plan.buffer("sums", Type::f32, static_cast<std::int64_t>(held.size())));
        return lab::verdict_of(
            plan, {{std::move(of)}, "by hand", "as given"},
            [this](const lab::Buffer&, std::uint64_t first, std::span<std::byte> to) {
                std::memcpy(to.data(), held.data() + first, to.size());
            });
    }
};

TEST(Verdicts, NameTheFirstWrongElement) {
    Compared compared{{1, 2, 3, 4}};
    EXPECT_TRUE(compared.with({{}, {1, 2, 3, 4}}).ok);
    const lab::Verdict wrong = compared.with({{}, {1, 2.5, 3, 7}, 0, 0.1});
    EXPECT_FALSE(wrong.ok);
    EXPECT_EQ(wrong.wrong, 2u);
    EXPECT_EQ(wrong.element, 1u);
    EXPECT_EQ(wrong.buffer, "sums");
    EXPECT_EQ(wrong.expected, 2.5);
    EXPECT_EQ(wrong.found, 2);
    EXPECT_EQ(wrong.worst_error, 3);
    EXPECT_TRUE(compared.with({{}, {1, 2.5, 3, 7}, 0.5, 0}).ok);
}

TEST(Verdicts, SamplesAreReadWhereTheyLie) {
    Compared compared{{1, 2, 3, 4}};
    EXPECT_TRUE(compared.with({{3, 0}, {4, 1}}).ok);
    const lab::Verdict wrong = compared.with({{3, 0}, {4, 2}});
    EXPECT_FALSE(wrong.ok);
    EXPECT_EQ(wrong.element, 0u);
    EXPECT_EQ(wrong.compared, 2u);
}

TEST(Verdicts, NothingComparedIsNotRightAndNansAreWrong) {
    const float nan = std::numeric_limits<float>::quiet_NaN(),
                infinity = std::numeric_limits<float>::infinity();
    Compared compared{{nan, infinity}};
    EXPECT_FALSE(compared.with({}).ok);
    EXPECT_EQ(compared.with({{}, {1, infinity}, 1, 1e30}).wrong, 1u);
    EXPECT_EQ(compared.with({{}, {nan, 5}, 0, 1}).wrong, 1u);
    EXPECT_TRUE(compared.with({{}, {nan, infinity}}).ok);
}

// A share of infinity would allow anything: where one is expected, none but it is right.
TEST(Verdicts, NoNumberIsNearInfinity) {
    const float infinity = std::numeric_limits<float>::infinity();
    Compared compared{{5, infinity, -infinity}};
    EXPECT_EQ(compared.with({{}, {infinity, infinity, infinity}, 1e-6, 0}).wrong, 2u);
    EXPECT_EQ(compared.with({{}, {5, infinity, -infinity}, 1e-6, 0}).wrong, 0u);
}

TEST(Specs, ReadNumbersOfEveryType) {
    struct Good {
        const char* text;
        std::uint64_t bits;
    };
    for (const Good& good :
         {Good{"a:i8=-1", ~0ull}, Good{"a:u8=255", 255},
          Good{"a:i16=-32768", static_cast<std::uint64_t>(-32768)}, Good{"a:u16=65535", 65535},
          Good{"a:i32=2^10", 1024}, Good{"a:u32=4294967295", 4294967295},
          Good{"a:i64=-5", static_cast<std::uint64_t>(-5)},
          Good{"a:u64=18446744073709551615", ~0ull}, Good{"a:f32=1.5", 0x3FC00000},
          Good{"a:f64=-2", 0xC000000000000000}}) {
        const auto spec = lab::read_spec(good.text);
        ASSERT_TRUE(spec) << spec.problem().message;
        EXPECT_EQ(spec->bits, good.bits) << good.text;
        EXPECT_EQ(spec->name, "a");
        EXPECT_FALSE(spec->array());
    }
    const auto inner = lab::read_spec("outer::inner:i32[4]=iota");
    ASSERT_TRUE(inner) << inner.problem().message;
    EXPECT_EQ(inner->name, "outer::inner");
    EXPECT_FALSE(lab::read_spec("outer::inner=4")) << "no type";
}

TEST(Specs, RefuseWhatDoesNotFit) {
    for (const char* bad : {"a",
                            "a:i32",
                            "a=3",
                            ":i32=3",
                            "a:i33=3",
                            "a:i8=128",
                            "a:i8=-129",
                            "a:u8=256",
                            "a:u32=-1",
                            "a:i32=2147483648",
                            "a:i32=x",
                            "a:f32=",
                            "a:f32=one",
                            "a:f32[]=zeros",
                            "a:f32[0]=zeros",
                            "a:f32[-1]=zeros",
                            "a:f32[4=zeros",
                            "a:f32[x]=zeros",
                            "a:f32[4]=twos",
                            "a:f32[4]=random:",
                            "a:f32[4]=random:x",
                            "a:f32[4]=@",
                            "a:f32[2^41]=zeros",
                            "a:u64=18446744073709551616"})
        EXPECT_FALSE(lab::read_spec(bad)) << bad;
    EXPECT_NE(lab::read_spec("a:u8=256").problem().message.find("holds 0 to 255"),
              std::string::npos);
}

TEST(Specs, FillArrays) {
    const auto values = [](const char* text) {
        const auto spec = lab::read_spec(text);
        const auto bytes = lab::contents(*spec);
        std::vector<double> read;
        const int size = simulator::size_of(spec->type);
        for (std::size_t at = 0; at < bytes->size(); at += size)
            read.push_back(lab::load_value(spec->type, bytes->data() + at));
        return read;
    };
    EXPECT_EQ(values("a:f32[3]=zeros"), (std::vector<double>{0, 0, 0}));
    EXPECT_EQ(values("a:i16[3]=ones"), (std::vector<double>{1, 1, 1}));
    EXPECT_EQ(values("a:f64[3]=iota"), (std::vector<double>{0, 1, 2}));
    EXPECT_EQ(values("a:i8[200]=iota")[199], -57) << "it wraps in its type";
    EXPECT_EQ(values("a:f32[3]=none"), std::vector<double>{});
    EXPECT_EQ(values("a:f32[3]=random:4"), values("a:f32[3]=random:4"));
    EXPECT_NE(values("a:f32[3]=random:4"), values("a:f32[3]=random:5"));
}

TEST(Specs, AFileMustHaveTheArraysSize) {
    const std::string path = tests::scratch_folder() + "/raw";
    std::ofstream(path, std::ios::binary) << "12345678";
    EXPECT_TRUE(lab::contents(*lab::read_spec("a:f32[2]=@" + path)));
    for (const char* count : {"1", "3"}) {
        const auto wrong =
            lab::contents(*lab::read_spec("a:f32[" + std::string(count) + "]=@" + path));
        ASSERT_FALSE(wrong);
        EXPECT_NE(wrong.problem().message.find("has 8 bytes"), std::string::npos);
        EXPECT_NE(wrong.problem().message.find("need " + std::to_string(4 * std::stoi(count))),
                  std::string::npos);
    }
    EXPECT_FALSE(lab::contents(*lab::read_spec("a:f32[2]=@" + path + ".gone")));
}

TEST(Specs, ShapesHaveOneToThreeSides) {
    const simulator::Dim3 limits{1024, 1024, 64};
    EXPECT_EQ(*lab::shape_named("7", limits), (simulator::Dim3{7, 1, 1}));
    EXPECT_EQ(*lab::shape_named("7,8,9", limits), (simulator::Dim3{7, 8, 9}));
    for (const char* bad : {"", "0", "-1", "x", "1,", "1,2,3,4", "2^40", "1,,2"})
        EXPECT_FALSE(lab::shape_named(bad, limits)) << bad;
    EXPECT_EQ(lab::shape_named("8,0", limits).problem().message,
              "8,0: side y must be 1 to 1024, not 0.");
    EXPECT_EQ(lab::shape_named("8,1,2^40", limits).problem().message,
              "8,1,2^40: side z must be 1 to 64, not 1099511627776.");
}

TEST(Faults, EveryKindHasItsWords) {
    std::set<std::string> sentences;
    for (int kind = 0; kind <= static_cast<int>(simulator::FaultKind::without_memory); ++kind) {
        simulator::Fault fault;
        fault.kind = static_cast<simulator::FaultKind>(kind);
        fault.buffer = "part";
        fault.element = 300;
        fault.elements = 256;
        fault.thread = {5, 0, 0};
        fault.line = 12;
        fault.text = "text";
        const std::string sentence = lab::fault_sentence(fault);
        EXPECT_TRUE(sentences.insert(sentence).second) << sentence;
        EXPECT_FALSE(lab::fault_advice(fault).empty());
        if (simulator::has_no_thread(fault.kind)) {
            EXPECT_NE(lab::fault_title(fault).find("part"), std::string::npos);
            continue;
        }
        EXPECT_NE(sentence.find("line 12"), std::string::npos) << sentence;
        EXPECT_NE(lab::fault_title(fault).find("(5, 0, 0)"), std::string::npos);
    }
}

TEST(Faults, OutOfBoundsNamesIndexAndSize) {
    simulator::Fault fault;
    fault.buffer = "in";
    fault.element = 260817;
    fault.elements = fault.thread_number = 260817;
    fault.line = 7;
    EXPECT_EQ(lab::fault_sentence(fault),
              "Thread (1, 1, 1) of block (1, 1, 1) reads in[260817] at line 7, and in has 260 817 "
              "elements, 0 to 260816. The index in the brackets must be below 260817: test it, if "
              "(index < 260817). Or launch fewer threads.");
}

TEST(Faults, CountWhatHappenedAgain) {
    simulator::Fault fault;
    fault.repeats = 1;
    EXPECT_EQ(lab::fault_sentence(fault).find("The same happened"), std::string::npos);
    simulator::Fault left = fault;
    left.kind = simulator::FaultKind::divergent_barrier;
    left.text = "32 threads of the block have returned";
    EXPECT_NE(lab::fault_sentence(left).find("have returned. Move __syncthreads()"),
              std::string::npos);
    fault.repeats = 2;
    EXPECT_NE(lab::fault_sentence(fault).find("once more"), std::string::npos);
    fault.repeats = 1024;
    EXPECT_NE(lab::fault_sentence(fault).find("1023 more times"), std::string::npos);
}

TEST(Tables, AlignByWhatIsSeen) {
    lab::Table table({lab::Side::left, lab::Side::right});
    table.row({"kernel", "µs"});
    table.row({"a", "12"});
    EXPECT_EQ(table.text(0), "kernel  µs\na       12\n");
    lab::Table wide({lab::Side::left, lab::Side::left});
    wide.row({"a", "b"});
    wide.row({"µ" + std::string(60000, 'k') + "end", std::string(200, 'w')});
    const std::string text = wide.text(0);
    EXPECT_TRUE(text.starts_with("a" + std::string(161, ' ') + "b\nµkkk")) << text;
    EXPECT_TRUE(text.ends_with("kend  " + std::string(200, 'w') + "\n")) << text;
    EXPECT_NE(text.find("k...k"), std::string::npos);
    EXPECT_EQ(lab::csv_line({"a,b", "say \"x\"", "plain"}), "\"a,b\",\"say \"\"x\"\"\",plain\n");
}

}  // namespace
