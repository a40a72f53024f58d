// What follows a knob of somebody's own file, on the cards and in sentences, and where times and
// counts of two launches do not compare.
#include <gtest/gtest.h>

#include "app/sentences/turned.h"
#include "app/views/cards/compared_times.h"
#include "app/views/cards/ledger_rows.h"
#include "app/views/cards/shape_times.h"
#include "app/views/cards/time_curves.h"
#include "app_shell_driver.h"
#include "lab/own/open.h"
#include "lab/simulation.h"
#include "lab/time/bench.h"
#include "own_files.h"
#include "tests/words.h"

namespace {

using namespace app;
using app::testing::Driver;
using tests::has;

lab::Settings own_launch(const std::string& name, const std::string& grid = "",
                         const std::vector<std::string>& arguments = {}) {
    lab::AskedFile words;
    words.file = name + ".cu", words.grid = grid, words.arguments = arguments;
    const auto made = lab::subject_of(words, tests::own_code(name));
    EXPECT_TRUE(made) << made.problem().message;
    return lab::Settings(*made);
}

const lab::Knob& own_knob(const lab::Settings& settings, const std::string& id) {
    return *lab::find_knob(*settings.subject, id);
}

lab::Result counted_result(const lab::Settings& settings) {
    lab::Result result;
    result.request.settings = settings;
    result.picture = result.counted = lab::simulate(result.request);
    result.timed = lab::modelled(*result.counted, 1, nullptr);
    result.complete = true;
    return result;
}

TEST(OwnFollows, AShapeOfTheCardTakesTheGridAlong) {
    lab::Settings settings = own_launch("boxes");
    const BlockSides sides = sides_of(settings);
    ASSERT_TRUE(sides);
    const auto grid = [&](const lab::Settings& at) {
        return std::pair{at[own_knob(at, "grid_x")], at[own_knob(at, "grid_y")]};
    };
    EXPECT_EQ(shaped(settings, sides, settings[*sides.x], settings[*sides.y]), settings);
    EXPECT_EQ(grid(settings), std::pair(std::int64_t{2}, std::int64_t{2}));
    const lab::Settings wide = shaped(settings, sides, 16, 4);
    EXPECT_EQ(grid(wide), std::pair(std::int64_t{1}, std::int64_t{4})) << "all of the box";
    const lab::Result shown = counted_result(settings), other = counted_result(wide);
    Series series;
    series.add(shown), series.add(other);
    EXPECT_EQ(series.differing_array(settings, wide), "") << "it does the same work";
    settings.set(own_knob(settings, "grid_x"), 7);
    EXPECT_EQ(grid(shaped(settings, sides, 16, 4)).first, 7) << "it covered nothing before";
}

}  // namespace
