// What opening a file sets going that nobody asked for: it takes little memory, and its card shows
// what came of it.
#include <gtest/gtest.h>

#include "lab/memory/unasked.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/own_files.h"
#include "tests/helpers/unasked_room.h"

namespace app {
namespace {

using testing::Driver;

constexpr std::uint64_t little = 64 << 20;

// Two kernels over 64 x 64 numbers; its arrays grow with the square of a knob.
std::shared_ptr<const lab::Subject> rows_subject() {
    lab::AskedFile words;
    words.file = "rows.cu";
    return *lab::subject_of(words, tests::own_code("rows"));
}

TEST(Unasked, RunsForCardsOfASmallFileTakeLittleMemory) {
    Driver driver;
    driver.shell.open_subject(rows_subject());
    driver.settle();
    Session& session = driver.shell.session;
    ASSERT_TRUE(session.shown());
    const std::vector<Want> all = wanted(session.request, session.series(), 1e18, 1000);
    ASSERT_GT(all.size(), 10u);
    std::size_t large = 0;
    for (const Want& want : all) {
        const std::uint64_t bytes = lab::bytes_to_count(want.request.settings);
        EXPECT_LE(bytes, little) << line_of(want.request.settings);
        large += bytes > (1 << 20);
    }
    EXPECT_GT(large, 2u);
}

TEST(Unasked, ALargerRunThatWasAskedForMayBeSetBesideOthers) {
    lab::Settings settings(rows_subject());
    const lab::Knob& length = *lab::find_knob(*settings.subject, "in.length");
    settings.set(length, 1 << 24);
    settings.set(*lab::find_knob(*settings.subject, "sums.length"), 1 << 12);
    lab::note_asked(lab::Settings(settings.subject));
    EXPECT_EQ(lab::room_for_cards(settings), little);
    EXPECT_EQ(cost_for_cards(settings), std::numeric_limits<double>::infinity());
    lab::note_asked(settings);
    EXPECT_EQ(lab::room_for_cards(settings), 2 * lab::bytes_to_count(settings));
    EXPECT_EQ(cost_for_cards(settings), lab::cost_of(settings));
    const tests::UnaskedRoom room(1 << 20);
    EXPECT_EQ(lab::room_for_cards(settings), 1u << 20);
}

TEST(Unasked, TimesBySizeOfAFileAreDotsOfOneCurve) {
    Driver driver;
    driver.shell.open_subject(rows_subject());
    driver.settle();
    Session& session = driver.shell.session;
    session.complete(usual_card_cost, 40);
    const auto source = session.series().source(session.settings());
    ASSERT_TRUE(source);
    EXPECT_GT(
        session.series().times_over(session.settings(), *session.subject()->size, *source).size(),
        4u);
}

TEST(Unasked, ATurnThatTakesTooMuchIsASentence) {
    const tests::UnaskedRoom room(4 << 20);
    Driver driver;
    driver.shell.open_subject(rows_subject());
    driver.settle();
    EXPECT_TRUE(driver.shell.session.problem().empty());
    driver.shell.session.settings().set(
        *lab::find_knob(*driver.shell.session.subject(), "in.length"), 1 << 20);
    driver.settle();
    const std::string said = driver.shell.session.problem();
    EXPECT_NE(said.find("a run that is drawn may use only 4 MiB of this machine's: memory of the "
                        "checks takes"),
              said.npos)
        << said;
    EXPECT_NE(said.find("or run it on the command line."), said.npos) << said;
}

}  // namespace
}  // namespace app
