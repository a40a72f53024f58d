// Rows of the ledger for which there is no room: they come by keys and clicks.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/program/snapshot.h"
#include "lab/asked.h"
#include "tests/app/shell_driver.h"

namespace {

using namespace app;
using app::testing::Driver;

struct Ledger {
    Ledger() {
        driver.shell.restore("matrix_product/straight");
        driver.shell.card_shown = "ledger";
        driver.settle();
    }
    void focus() {
        driver.shell.ui_state.focus = "spot.ledger.1";
        driver.shell.ui_state.focus_visible = true;
        driver.frame();
    }
    RowsInSight rows() { return driver.shell.rows_in_sight["ledger"]; }
    std::set<std::string> texts() const {
        std::set<std::string> all;
        for (const NotedText& text : driver.texts)
            if (text.card == "ledger") all.insert(text.text);
        return all;
    }
    Driver driver{1366, 768};
};

TEST(LedgerRows, ThoseWithNoRoomComeByKeys) {
    Ledger ledger;
    const RowsInSight first = ledger.rows();
    ASSERT_GT(first.shown, 1);
    ASSERT_LT(first.shown, first.all);
    const std::string left = std::to_string(first.all - first.shown) + " more";
    EXPECT_TRUE(ledger.texts().contains(left + " below")) << "it says that there are more";
    const auto before = ledger.texts();
    ledger.focus();
    for (int times = 0; times < 9; ++times) ledger.driver.key(Key::page_down);
    EXPECT_EQ(ledger.rows(), (RowsInSight{first.all - first.shown, first.shown, first.all}));
    EXPECT_TRUE(ledger.texts().contains(left + " above"));
    for (int times = 0; times < 9; ++times) ledger.driver.key(Key::page_up);
    EXPECT_EQ(ledger.rows(), first);
    EXPECT_EQ(ledger.texts(), before);
}

// Those that tell the kernels apart stand first, and no other is lost behind them.
TEST(LedgerRows, EachComes) {
    Ledger ledger;
    const RowsInSight first = ledger.rows();
    EXPECT_TRUE(ledger.texts().contains("Load wavefronts")) << "in it most moved";
    EXPECT_FALSE(ledger.texts().contains("Warp instructions"));
    int seen = 0;
    for (int row = 0; row < first.all; row += first.shown) {
        ledger.driver.shell.card_rows["ledger"] = row;
        ledger.driver.frame();
        EXPECT_EQ(ledger.rows().first, std::min(row, first.all - first.shown));
        seen += ledger.texts().contains("Warp instructions");
    }
    EXPECT_EQ(seen, 1);
}

TEST(LedgerRows, AClickOnThoseLeftOutBringsThem) {
    Ledger ledger;
    const RowsInSight first = ledger.rows();
    ASSERT_TRUE(ledger.driver.click("spot.ledger.0"));
    EXPECT_EQ(ledger.rows().first, std::min(first.shown, first.all - first.shown));
    ASSERT_TRUE(ledger.driver.click("spot.ledger.0"));
    EXPECT_EQ(ledger.rows().first, 0) << "and the first ones after the last";
}

// The keyboard goes through heads and rows; the mouse alone marks lines by lying there.
TEST(LedgerRows, HeadsAndRowsAreReachedByTheKeyboard) {
    Ledger ledger;
    const RowsInSight rows = ledger.rows();
    int spots = 0;
    while (ledger.driver.control("spot.ledger." + std::to_string(spots))) ++spots;
    EXPECT_GT(spots, 3) << "what is left out, and the heads";
    EXPECT_EQ(ledger.driver.shell.counter_hovered, -1);
    const auto marking = [&] {
        for (int i = spots - rows.shown; i < spots; ++i) {
            const std::string id = "spot.ledger." + std::to_string(i);
            if (!ledger.driver.control(id)) continue;
            ledger.driver.shell.ui_state.focus = id;
            ledger.driver.shell.ui_state.focus_visible = true;
            ledger.driver.key(Key::enter);
            if (ledger.driver.shell.counter >= 0) return true;
            ledger.driver.key(Key::escape);
        }
        return false;
    };
    EXPECT_TRUE(marking()) << "Enter marks the lines that cause a counter";
}

// A head that is clicked chooses columns while the card is drawn from those before: it was a crash.
TEST(LedgerRows, OthersAreChosenWhileTheyAreDrawn) {
    Ledger ledger;
    Shell& shell = ledger.driver.shell;
    const std::vector<int> before{0, 1, 2};
    shell.session.choose_columns(before);
    std::vector<int> seen;
    shell.with_context(Metrics{}, [&](const DrawContext& context) {
        shell.session.choose_columns(std::vector<int>(5, 4));
        const std::vector<int> others(3, 77);  // in the memory that is free now
        seen.assign(context.columns.begin(), context.columns.end());
        EXPECT_EQ(others.size(), before.size());
    });
    EXPECT_EQ(seen, before);
}

TEST(LedgerRows, AKeptLedgerHasThemAll) {
    Ledger ledger;
    const Snapshot slide{"ledger", 640, 260, 1};
    EXPECT_GT(with_all_rows(ledger.driver.shell, slide).height, slide.height);
}

// Blocks of 2048 rows beside counts of 32 say of which size they are.
TEST(LedgerRows, BlocksOfAnotherSizeSayOfWhich) {
    Driver driver(1920, 1080);
    driver.shell.restore("matrix_product/one_block");
    driver.shell.card_shown = "ledger";
    driver.settle();
    driver.shell.session.count_for(find_view("ledger"));
    driver.settle();
    EXPECT_TRUE(driver.sees("Blocks at 2¹¹ rows"));
    EXPECT_FALSE(driver.sees("Blocks launched"));
    driver.shell.session.settings().rung = 1;
    driver.settle();
    driver.shell.session.count_for(find_view("ledger"));
    driver.settle();
    EXPECT_TRUE(driver.sees("Blocks at 2¹¹ rows"));
    const auto of_asked = std::ranges::count_if(driver.texts, [](const NotedText& text) {
        return text.card == "ledger" && text.text.starts_with("4") && text.text.ends_with("096");
    });
    EXPECT_GT(of_asked, 0) << "and not the 4 of 64 drawn rows";
}

}  // namespace
