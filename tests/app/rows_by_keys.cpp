// What people found who had only keys: rows of the ledger for which there is no room, undo of what
// stands beside, the cure of a host's program, and the lens that goes with a chosen cell.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

#include "app/program/snapshot.h"
#include "app/views/flow/data_flow.h"
#include "app/views/flow/of_run.h"
#include "app/views/flow/places.h"
#include "lab/host_code/host_code.h"
#include "tests/app/shell_driver.h"

namespace {

using namespace app;
using app::testing::Driver;

// --- the ledger's rows

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

// --- undo of what stands beside

TEST(UndoBeside, IsAStepOfItsOwn) {
    Driver driver(1366, 768);
    driver.shell.restore("scan/blelloch");
    driver.settle();
    Session& session = driver.shell.session;
    driver.key(Key::d);
    driver.settle();
    ASSERT_TRUE(session.in_step());
    const lab::Request beside = session.beside_request();
    session.settings().rung += 1;
    driver.settle();
    ASSERT_TRUE(session.in_step());
    driver.key(Key::z, true);
    EXPECT_TRUE(session.in_step());
    EXPECT_EQ(session.beside_request(), beside);
    driver.key(Key::z, true);
    EXPECT_FALSE(session.in_step());
    EXPECT_EQ(session.subject()->id, "scan") << "and not the lesson before";
    driver.key(Key::y, true);
    EXPECT_TRUE(session.in_step());
    EXPECT_EQ(session.beside_request(), beside);
    EXPECT_TRUE(session.can_redo());
}

TEST(UndoBeside, IsNamed) {
    Driver driver(1366, 768);
    driver.shell.restore("scan/blelloch");
    driver.settle();
    driver.key(Key::d);
    driver.key(Key::z);  // the list of what was run
    driver.settle();
    EXPECT_TRUE(driver.says("Kernel 1 beside it"));
}

// What was on its way when it was left comes after all, once it stands there again.
TEST(UndoBeside, ComesBackCounted) {
    Session session(lab::Worker::Mode::thread);
    session.open(*lab::find_lesson("reduction"));
    session.settings().rung = 2;
    session.end_of_frame(false);
    const auto until = [&](auto done) {
        for (int i = 0; i < 2000 && !done(); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            session.poll();
            session.end_of_frame(false);
        }
        return done();
    };
    ASSERT_TRUE(until([&] { return session.shown() && session.shown()->complete; }));
    session.stand_beside(0);
    session.end_of_frame(false);
    session.poll();  // and it is asked for
    session.undo();
    session.end_of_frame(false);
    ASSERT_FALSE(session.in_step());
    session.redo();
    session.end_of_frame(false);
    ASSERT_TRUE(session.in_step());
    EXPECT_TRUE(until([&] { return session.beside() && session.beside()->complete; }));
}

// What is kept for the next start has each request once.
TEST(UndoBeside, IsNotKeptAsAnEmptyStep) {
    Driver driver(1366, 768);
    driver.shell.restore("reduction/strided");
    driver.settle();
    for (int times = 0; times < 4; ++times) driver.key(Key::d);
    const std::string kept = driver.shell.preferences().at("history");
    EXPECT_LE(std::ranges::count(kept, '\n'), 2) << kept;
}

// --- the host's side of a cure

TEST(HostsCure, IsSignedAndInSight) {
    Driver driver(1366, 768);
    driver.shell.host_code.shown = true;
    const auto signs = [&](const std::string& line) {
        driver.shell.restore(line);
        driver.settle();
        return std::ranges::count_if(driver.texts, [](const NotedText& text) {
            return text.card == "source" && text.text == "+" && text.style.align == Align::centre;
        });
    };
    for (const std::string bug : {"bug_hunt/copied_early", "bug_hunt/over_limit"}) {
        EXPECT_EQ(signs(bug + " version=broken"), 0) << bug << ": it is to be hunted through";
        EXPECT_GE(signs(bug + " version=cured"), 1) << bug;
        EXPECT_TRUE(driver.says("+ only in the cured version")) << bug;
    }
    EXPECT_TRUE(driver.says("cudaGetLastError")) << "the call that looks";
}

// Who reads the kernel of such a cure sees where to look.
TEST(HostsCure, IsSaidOverTheKernel) {
    Driver driver(1366, 768);
    const auto tip = [&](const char* line) {
        driver.shell.restore(line);
        driver.settle();
        driver.shell.host_code.shown = false;
        driver.settle();
        Input input;
        input.mouse = driver.at("source.language.2");
        driver.frame(input);
        driver.now += 1;
        driver.frame(input);
        return driver.says("The cure's changes are here");
    };
    EXPECT_TRUE(tip("bug_hunt/copied_early version=cured"));
    EXPECT_FALSE(tip("bug_hunt/neighbour version=cured")) << "of which the kernel is cured";
    EXPECT_FALSE(tip("bug_hunt/copied_early version=broken"));
}

// A kernel's words and a host's may have stars: they are none of the program's own.
TEST(HostsBug, HasItsStars) {
    Driver driver(1920, 1080);
    driver.shell.restore("bug_hunt/over_limit");
    driver.settle();
    EXPECT_TRUE(driver.says("the host code says 64 * 32."));
}

// A call with a check around it is the call that it was.
TEST(HostsCure, IsNotEachCallThatIsLookedAt) {
    HostCode host;
    const auto request = lab::read_state_line("bug_hunt/over_limit version=cured")->request;
    const HostCode::Text& text = host.text(request);
    ASSERT_FALSE(text.changed.empty());
    EXPECT_LE(text.changed.size(), 3u);
    for (const int line : text.changed)
        EXPECT_EQ(text.lines[std::size_t(line) - 1].find("cudaMalloc"), std::string_view::npos);
}

TEST(HostsBug, WritesWhereItsNumberComesFrom) {
    const auto request = lab::read_state_line("bug_hunt/over_limit block=96")->request;
    EXPECT_NE(lab::host_text(request)->find("threads = 96 * 32;"), std::string::npos);
    Driver driver(1366, 768);
    driver.shell.restore("bug_hunt/over_limit");
    driver.settle();
    EXPECT_NE(driver.shell.session.picture()->faults.front().text.find("64 * 32"),
              std::string::npos);
}

// --- the lens and a chosen cell

TEST(LensOfAWay, GoesWhereTheChosenKeyGoes) {
    Driver driver(1366, 768);
    driver.shell.restore("radix_sort/digits n=256");
    driver.settle();
    const lab::Run& run = *driver.shell.session.picture();
    Cursor cursor = driver.shell.playback.cursor;
    const FlowLayout& layout = flow_layout(run, cursor);
    const int last = static_cast<int>(layout.rows.size()) - 1;
    const auto& marks = layout.rows[std::size_t(last)].marks;
    int followed = 0;
    for (const FlowMark& mark : marks) {
        if (mark.version == 0 || ++followed > 16) continue;
        cursor.version = static_cast<int>(mark.version);
        const std::vector<bool>& way = chosen_way(run, cursor);
        for (int row = 0; row <= last; ++row) {
            const FlowPlaces places =
                places_of(layout, cursor, Metrics{}, {0, 0, 900, 420}, row, {{}, false, &way});
            const auto& here = layout.rows[std::size_t(row)].marks;
            for (int column = 0; column < std::ssize(here); ++column)
                if (here[std::size_t(column)].version > 0 &&
                    way[here[std::size_t(column)].version]) {
                    EXPECT_TRUE(places.has_column(column)) << row << ": " << column;
                }
        }
    }
    EXPECT_GT(followed, 16);
}

// In a launch that has nothing of the chosen key, nothing fades for it.
TEST(LensOfAWay, NothingFadesWhereItDoesNotPass) {
    Driver driver(1366, 768);
    driver.shell.restore("radix_sort/blocks n=1024");
    driver.settle();
    const lab::Run& run = *driver.shell.session.picture();
    const int last = static_cast<int>(run.launches.size()) - 1;
    Cursor cursor;
    for (const FlowRow& row : layout_of(run, last).rows)
        for (const FlowMark& mark : row.marks)
            if (mark.version > 0) cursor.version = static_cast<int>(mark.version);
    ASSERT_GT(cursor.version, 0);
    int passed = 0, empty = 0;
    for (int launch = 0; launch <= last; ++launch) {
        const FlowLayout& layout = layout_of(run, launch);
        if (layout.rows.empty()) continue;
        const auto& way = chosen_way_in(layout, run, cursor);
        bool lit = false;
        for (const FlowRow& row : layout.rows)
            for (const FlowMark& mark : row.marks)
                lit |= mark.version > 0 && chosen_way(run, cursor)[mark.version];
        EXPECT_EQ(!way.empty(), lit) << launch;
        ++(way.empty() ? empty : passed);
    }
    EXPECT_GE(passed, 1);
    EXPECT_GE(empty, 1);
}

}  // namespace
