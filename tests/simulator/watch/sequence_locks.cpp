// Sequence locks: a reader that looks again at the number makes no race of volatile data, and of
// plain data one that has its own advice.
#include <algorithm>

#include "tests/simulator/corpus.h"

namespace corpus {
namespace {

struct Turn {
    Order order;
    std::uint64_t seed;
};
constexpr Turn turns[] = {
    {Order::sequential, 0}, {Order::resident, 0}, {Order::shuffled, 1}, {Order::shuffled, 2},
    {Order::shuffled, 3},   {Order::weak, 1},     {Order::weak, 2},
};

// The races of a kernel of faulty/sequence_locks.cu, in every order, with the writer before the
// readers and behind them.
std::vector<Fault> races_of(std::string_view kernel) {
    std::vector<Fault> races;
    for (const Turn& turn : turns)
        for (const int writer : {0, 2}) {
            Options options;
            options.check_all = true;
            options.order = turn.order;
            options.seed = turn.seed;
            Bench bench(text_of("faulty/sequence_locks.ptx"), options);
            const auto out = bench.zeros<int>(3, "out");
            bench.launch(kernel, {3, 32}, bench.zeros<unsigned>(1, "lock"),
                         bench.zeros<int>(2, "data"), out, writer);
            for (const Fault& fault : bench.machine().faults()) {
                EXPECT_EQ(fault.kind, FaultKind::race) << bench.faults();
                races.push_back(fault);
            }
        }
    return races;
}

TEST(SequenceLocks, VolatileAndRelaxedDataMakeNoRace) {
    EXPECT_TRUE(races_of("only_volatile").empty());
    EXPECT_TRUE(races_of("relaxed").empty());
}

TEST(SequenceLocks, PlainDataIsARaceThatKnowsOfTheLock) {
    for (const std::string_view kernel : {"plain", "plain_by_atomics"}) {
        const std::vector<Fault> races = races_of(kernel);
        EXPECT_FALSE(races.empty()) << kernel;
        for (const Fault& race : races) {
            EXPECT_EQ(race.buffer, "data") << kernel;
            EXPECT_TRUE(race.rechecked) << kernel;
        }
    }
}

TEST(SequenceLocks, ANumberThatIsNotLookedAtAgainIsNone) {
    for (const std::string_view kernel : {"looks_once", "waits"}) {
        const std::vector<Fault> races = races_of(kernel);
        EXPECT_FALSE(races.empty()) << kernel;
        for (const Fault& race : races) EXPECT_FALSE(race.rechecked) << kernel;
    }
}

}  // namespace
}  // namespace corpus
