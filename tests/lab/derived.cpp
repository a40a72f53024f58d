// What is derived from a run: made once whoever asks, kept apart by type and key, gone with the
// run.
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "lab/run.h"

namespace {

struct Square {
    std::int64_t value = 0;
};
struct Cube {
    std::int64_t value = 0;
};

TEST(Derived, AValueIsMadeOnceForItsTypeAndKey) {
    const lab::Run run;
    int made = 0;
    const auto square = [&](std::int64_t of) -> const Square& {
        return run.derived(of, [&] { return ++made, Square{of * of}; });
    };
    const Square* first = &square(3);
    EXPECT_EQ(first->value, 9);
    EXPECT_EQ(square(4).value, 16);
    EXPECT_EQ(&square(3), first) << "it stays where it is";
    EXPECT_EQ(run.derived(3, [&] { return Cube{27}; }).value, 27) << "another type, same key";
    EXPECT_EQ(made, 2);
    EXPECT_EQ(run.kept.made(), 3);
}

TEST(Derived, AMakerMayAskForOthers) {
    const lab::Run run;
    const auto& cube =
        run.derived(2, [&] { return Cube{2 * run.derived(2, [] { return Square{4}; }).value}; });
    EXPECT_EQ(cube.value, 8);
    EXPECT_EQ(run.kept.made(), 2);
}

TEST(Derived, ACopyOfARunDerivesItsOwn) {
    lab::Run run;
    run.printed = "old";
    const auto length = [](const lab::Run& of) -> const std::string& {
        return of.derived(0, [&] { return of.printed; });
    };
    EXPECT_EQ(length(run), "old");
    lab::Run copy = run, assigned;
    EXPECT_EQ(length(assigned), "");
    assigned = run;
    copy.printed = assigned.printed = "new";
    EXPECT_EQ(length(copy), "new");
    EXPECT_EQ(length(assigned), "new");
    EXPECT_EQ(length(run), "old");
}

TEST(Derived, ItDiesWithItsRun) {
    const auto token = std::make_shared<int>(1);
    {
        const lab::Run run;
        run.derived(0, [&] { return token; });
        EXPECT_EQ(token.use_count(), 2);
    }
    EXPECT_EQ(token.use_count(), 1);
}

TEST(Derived, AFailedMakerIsAskedAgain) {
    const lab::Run run;
    const auto fails = [&]() -> Square { throw std::bad_alloc(); };
    EXPECT_THROW(run.derived(0, fails), std::bad_alloc);
    EXPECT_EQ(run.derived(0, [] { return Square{5}; }).value, 5);
}

TEST(Derived, ManyThreadsGetOneValue) {
    const lab::Run run;
    std::atomic<int> made = 0;
    std::vector<const Square*> seen(8);
    std::vector<std::thread> threads;
    for (const Square*& mine : seen)
        threads.emplace_back([&] {
            for (std::int64_t key = 0; key < 200; ++key) {
                const Square& got = run.derived(key, [&] { return ++made, Square{key * key}; });
                ASSERT_EQ(got.value, key * key);
            }
            mine = &run.derived(7, [] { return Square{}; });
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(made, 200);
    for (const Square* one : seen) EXPECT_EQ(one, seen[0]);
}

}  // namespace
