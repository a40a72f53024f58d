// The pictures of the program are those that somebody looked at: tests/approved/pictures.txt has a
// line for each, with a sum over all its marks and texts. `tests/approve` writes it anew; look at
// the pictures whose lines changed (`warplens shot LESSON/KERNEL --view VIEW --out FILE.png`).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/draw/canvas_notes.h"
#include "app/program/shell_frame.h"
#include "app/weights.h"
#include "lab/asked.h"
#include "lab/lesson.h"
#include "tests/app/approved/approved.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/part.h"

namespace {

using namespace app;
using app::testing::Driver;

// All letters have one width: no sum depends on a machine's fonts.
class EvenLetters : public CanvasNotes {
public:
    EvenLetters() : CanvasNotes(app::testing::measuring_painter().fonts()) {}
    float width(std::string_view words, const TextStyle& style) const override {
        return .55f * style.size * float(words.size());
    }
};

// FNV-1a over what a picture consists of.
class PictureSum {
public:
    void add(std::uint64_t value) {
        for (int byte = 0; byte < 8; ++byte)
            sum_ = (sum_ ^ (value >> 8 * byte & 255)) * 0x100000001b3;
    }
    void add(float value) { add(std::uint64_t(std::llround(double(value) * 4))); }
    void add(std::string_view words) {
        for (char c : words) add(std::uint64_t(std::uint8_t(c)));
        add(words.size());
    }
    void add(const Rect& r) { add(r.x), add(r.y), add(r.w), add(r.h); }
    void add(const Colour& c) {
        add(c.fixed ? c.rgb : std::uint64_t(c.role)), add(16 * c.alpha);
        add(c.ground ? std::uint64_t(*c.ground) + 1 : std::uint64_t{c.letters});
    }
    void add(const NotedMark& mark) {
        add(std::uint64_t(mark.kind)), add(mark.box), add(mark.colour);
        for (Point at : mark.points) add(at.x), add(at.y);
        add(mark.width), add(mark.radius);
        for (float value : mark.values) add(std::uint64_t(std::bit_cast<std::uint32_t>(value)));
        add(std::uint64_t(mark.columns));
    }
    void add(const NotedText& text) {
        add(text.text), add(text.box), add(text.style.colour), add(text.style.size);
        add(std::uint64_t(text.style.font));
    }
    void add(const Spot& spot) {
        add(spot.words), add(spot.area), add(spot.copies);
        if (spot.settings) add(lab::with_knobs(*spot.settings));
        add(std::uint64_t(spot.column)), add(std::uint64_t(spot.counter));
        add(std::uint64_t(spot.row)), add(spot.watch.value_or(0));
        if (spot.step) add(std::uint64_t(spot.step()));
    }
    std::uint32_t value() const { return std::uint32_t(sum_ ^ sum_ >> 32); }

private:
    std::uint64_t sum_ = 0xcbf29ce484222325;
};

// "84 texts, 312 marks: 1f2e3d4c", of one card or of all.
std::string sum_of(const CanvasNotes& notes, PictureSum sum = {},
                   const std::string* card = nullptr) {
    int texts = 0, marks = 0;
    for (const NotedText& text : notes.texts)
        if (!card || text.card == *card) sum.add(text), ++texts;
    for (const NotedMark& mark : notes.marks)
        if (!card || mark.card == *card) sum.add(mark), ++marks;
    return fmt::format("{} texts, {} marks: {:08x}", texts, marks, sum.value());
}

// A line for each part of the window: "window rail: 84 texts, 312 marks: 1f2e3d4c".
void add_window(std::string& to, const std::string& name, const CanvasNotes& notes) {
    std::set<std::string> cards;
    for (const NotedText& text : notes.texts) cards.insert(text.card);
    for (const NotedMark& mark : notes.marks) cards.insert(mark.card);
    for (const std::string& card : cards)
        approved::add(to, name + " " + (card.empty() ? "itself" : card), sum_of(notes, {}, &card));
}

// Answers to the mouse over all of the picture: how many places differ, and a sum of them.
std::string answers_to_mouse(const View& view, const DrawContext& context, Rect area) {
    PictureSum sum;
    std::set<std::string> places;
    if (view.pointing.spot)
        for (int row = 0; row < 16; ++row)
            for (int column = 0; column < 24; ++column) {
                const Point at{area.x + (float(column) + .5f) * area.w / 24,
                               area.y + (float(row) + .5f) * area.h / 16};
                const auto spot = view.pointing.spot(EvenLetters(), context, area, at);
                if (!spot) continue;
                sum.add(std::uint64_t(row * 24 + column)), sum.add(*spot);
                places.insert(spot->words);
            }
    if (view.pointing.spots)
        for (const Spot& spot : view.pointing.spots(EvenLetters(), context, area))
            sum.add(spot), places.insert(spot.words);
    if (view.pointing.offer)
        if (const auto spot = view.pointing.offer(context, area))
            sum.add(*spot), places.insert(spot->words);
    return places.empty() ? "" : fmt::format("; {} answers: {:08x}", places.size(), sum.value());
}

// A click in the middle of each ninth of the picture: the places that it leads to.
std::string moves_by_clicks(const View& view, const DrawContext& context, Rect area) {
    if (!view.pointing.click) return "";
    PictureSum sum;
    int moved = 0;
    for (int ninth = 0; ninth < 9; ++ninth) {
        Cursor cursor = context.cursor;
        const Point at{area.x + (float(ninth % 3) + .5f) * area.w / 3,
                       area.y + (float(ninth / 3) + .5f) * area.h / 3};
        moved += view.pointing.click(context, cursor, area, at);
        for (const lab::Place::Field& field : lab::Place::fields)
            sum.add(std::uint64_t(cursor.*field.member));
    }
    return fmt::format("; {} clicks: {:08x}", moved, sum.value());
}

std::string spoken_by(const View& view, const DrawContext& context) {
    std::string all;
    if (view.words.claim) all = view.words.claim(context);
    if (view.words.sentence) all += " | " + view.words.sentence(context);
    if (view.words.note) all += " | " + view.words.note(context).whole();
    return all;
}

void add_picture(std::string& to, const std::string& name, const View& view,
                 const DrawContext& context, Rect area) {
    EvenLetters notes;
    view.draw(notes, context, area);
    PictureSum numbers;
    if (view.numbers) numbers.add(view.numbers(context));
    approved::add(to, name,
                  sum_of(notes, numbers) + answers_to_mouse(view, context, area) +
                      moves_by_clicks(view, context, area));
    approved::add(to, name + " says", spoken_by(view, context));
}

DrawContext at_cursor(const DrawContext& context, const Cursor& cursor) {
    return {context.result, cursor,         context.metrics, context.series,
            context.live,   context.before, context.columns};
}

// A picture where it opens, and for another warp and lane one step further.
void add_stage(std::string& to, const View& view, const DrawContext& context, Rect area) {
    const lab::Run& run = *context.result.picture;
    Cursor cursor = context.cursor;
    cursor.step = opening_step(&view, run);
    cursor.warp = opening_warp(&view, run, cursor.step);
    cursor.lane = 0;
    add_picture(to, view.id, view, at_cursor(context, cursor), area);
    cursor.step = std::min(cursor.step + 1, int(run.steps.size()) - 1);
    cursor.lane = 5;
    add_picture(to, view.id + " next", view, at_cursor(context, cursor), area);
}

// Between them they have something to show in every view.
constexpr std::array kernels_for_all_views{
    "laplace/two_sweeps",      "option/coalesced",          "pi/ballot",
    "bug_hunt/barrier_in_if",  "reduction/any_block",       "matrix_product/ahead",
    "dot_product/grid_stride", "pattern_matching/constant", "streams/chunks",
    "card/one_more",           "managed_memory/managed"};

// The window at this kernel, and its pictures one by one; `drawn` gets the views' names.
std::string pictures_of(const std::string& kernel, std::set<std::string>& drawn) {
    Driver driver(1366, 768);
    EXPECT_TRUE(driver.shell.restore(kernel)) << kernel;
    driver.settle();
    std::string all;
    const auto add = [&](const DrawContext& context) {
        for (const View* view : views()) {
            if (view->needs.live || !view->shows(*context.result.picture)) continue;
            drawn.insert(view->id);
            if (on_stage(view->slot))
                add_stage(all, *view, context, {20, 30, 780, 420});
            else
                add_picture(all, view->id, *view, context, {20, 30, 420, 300});
        }
    };
    app::testing::measuring_painter().measure([&] {
        EvenLetters window;
        draw_frame(driver.shell, window, {}, 1366, 768);
        add_window(all, "window", window);
        driver.shell.with_context(metrics_of(Density::laptop), add);
    });
    return all;
}

void expect_pictures(const std::string& kernel, std::set<std::string>& drawn) {
    approved::expect("pictures of " + kernel, pictures_of(kernel, drawn), "pictures.txt");
}

TEST(Approved, PicturesAreThoseThatSomebodyLookedAt) {
    std::set<std::string> drawn;
    for (const char* kernel : kernels_for_all_views) expect_pictures(kernel, drawn);
    for (const View* view : views())
        EXPECT_TRUE(view->needs.live || drawn.contains(view->id)) << view->id;
    if (!tests::whole()) return;
    for (const lab::Lesson* lesson : lab::lessons())
        expect_pictures(lesson->id + "/" + lesson->rungs.front().id, drawn);
}

// A window that stands as keys brought it there.
struct Window {
    const char* name;
    const char* kernel;
    std::vector<Key> keys;
    float width = 1366, height = 768;
};

const std::vector<Window> windows{
    {"keys", "scan/shuffle", {Key::f1}},
    {"lesson", "scan/shuffle", {Key::l}},
    {"kernels", "reduction/interleaved", {Key::k}},
    {"ptx", "reduction/interleaved", {Key::c}},
    {"host code", "reduction/interleaved", {Key::c, Key::c}},
    {"question", "reduction/interleaved", {Key::p}},
    {"watched block", "transpose/naive", {Key::w}},
    {"turned right", "transpose/naive", {Key::right}},
    {"compared", "transpose/naive", {Key::d, Key::two}},
    {"marked step", "transpose/naive", {Key::n}},
    {"history", "transpose/naive", {Key::z}},
    {"bug", "bug_hunt/barrier_in_if", {Key::g}},
    {"refused", "transpose/naive block=2048", {}},
    {"projector", "transpose/tile", {}, 1280, 720},
    {"small", "transpose/tile", {}, 1024, 600},
    {"large", "transpose/tile", {}, 2560, 1440},
};

TEST(Approved, WindowsAreThoseThatSomebodyLookedAt) {
    std::string all;
    for (const Window& asked : windows) {
        Driver driver(asked.width, asked.height);
        driver.shell.restore(asked.kernel);
        driver.settle();
        if (asked.name == std::string("projector")) driver.shell.toggle_projector();
        for (Key key : asked.keys) driver.key(key);
        app::testing::measuring_painter().measure([&] {
            EvenLetters notes;
            draw_frame(driver.shell, notes, {}, asked.width, asked.height);
            add_window(all, asked.name, notes);
        });
    }
    approved::expect("windows", all, "pictures.txt");
}

}  // namespace
