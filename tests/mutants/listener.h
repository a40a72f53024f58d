// Notes for each test which mutants it came to, and how long it took, where WARPLENS_MUTANT_HITS
// names a file: a line "Suite.Test, milliseconds, numbers", parted by tabulators. Compiled into
// each test program of the tree that tests/mutants/operators writes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/mutants/switch.h"

namespace {

class MutantListener : public ::testing::EmptyTestEventListener {
    void OnTestStart(const ::testing::TestInfo&) override {
        std::fill(std::begin(mutants::reached), std::end(mutants::reached), 0);
    }
    void OnTestEnd(const ::testing::TestInfo& test) override {
        std::ofstream file(std::getenv("WARPLENS_MUTANT_HITS"), std::ios::app);
        file << test.test_suite_name() << '.' << test.name() << '\t'
             << test.result()->elapsed_time();
        for (int number = 0; number < mutants::most; ++number)
            if (mutants::reached[number]) file << '\t' << number;
        file << '\n';
    }
};

[[maybe_unused]] const bool mutants_noted = [] {
    if (std::getenv("WARPLENS_MUTANT_HITS"))
        ::testing::UnitTest::GetInstance()->listeners().Append(new MutantListener);
    return true;
}();

}  // namespace
