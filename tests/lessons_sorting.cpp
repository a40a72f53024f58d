// A radix sort: right at every size, in every order of blocks, without a race; its passes, ballots
// and requests are those of theory.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "lab/programs.h"
#include "lab/simulation.h"
#include "tests/lessons_helpers.h"

namespace {

using namespace lab;
using namespace tests;

constexpr const char* sort_rungs[] = {"warp",     "bits",  "digits",   "blocks",
                                      "in_order", "eight", "one_sweep"};

Settings sort_of(const std::string& rung, const std::vector<std::string>& values) {
    return asked("radix_sort/" + rung, values);
}

// Keys of one array, which a warp, a block or several blocks hold.
std::string some_keys(const std::string& rung) {
    if (rung == "warp") return "n=29";
    return rung == "bits" || rung == "digits" ? "n=100" : "n=2500";
}

TEST(Sorting, HasNoRaceInAnyBlock) {
    for (const std::string rung : sort_rungs)
        for (const char* equals : {"equals=ballot", "equals=match"}) {
            Request request;
            request.settings = sort_of(rung, {some_keys(rung), "block=128", "key=32", equals});
            Simulation simulation(request, {true, Playing::Check::everywhere});
            while (!simulation.advance(1 << 26)) {
            }
            expect_right(*simulation.finish(), rung);
        }
}

}  // namespace
