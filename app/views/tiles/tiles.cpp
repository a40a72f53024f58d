// "Tiles": a matrix product as on paper, with a left of c and b above it. Shows what one block has
// loaded of a and b by the cursor's step, the tile that it loads now, and the products per load.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/draw/side.h"
#include "app/format.h"
#include "app/view.h"
#include "app/views/heat_key.h"
#include "app/views/key.h"
#include "app/views/marks.h"
#include "app/views/tiles/product.h"
#include "app/views/tiles/reads.h"

namespace app::tiles_view {
namespace {

// Places of the matrices. Cells are square, and equal in all three.
struct TilePlaces {
    float cell = 0;
    std::array<Rect, 3> of;  // a, b, c
    Rect side, legend;
    bool in_a_row = false;
    bool found() const { return cell > 0; }
    Rect box(std::size_t matrix, const TileBox& of_cells) const {
        const Rect& all = of[matrix];
        return {all.x + cell * float(of_cells.left), all.y + cell * float(of_cells.top),
                cell * float(of_cells.right - of_cells.left),
                cell * float(of_cells.bottom - of_cells.top)};
    }
};

float gap_of(const Metrics& metrics) { return metrics.px(14); }
float name_of(const Metrics& metrics) { return metrics.small * 1.5f; }

float cell_on_paper(const Product& product, const Metrics& metrics, Rect area) {
    const auto columns = float(product.a().columns + product.c().columns);
    const auto rows = float(product.b().rows + product.c().rows);
    const float down = area.h - gap_of(metrics) - 2 * name_of(metrics);
    return std::min({(area.w - gap_of(metrics)) / columns, down / rows, metrics.px(24)});
}

// Between the matrices there are a times sign and an equals sign.
float cell_in_a_row(const Product& product, const Metrics& metrics, Rect area) {
    float columns = 0, rows = 0;
    for (const ProductMatrix& matrix : product.of) {
        columns += float(matrix.columns);
        rows = std::max(rows, float(matrix.rows));
    }
    const float across = area.w - 4 * gap_of(metrics);
    return std::min({across / columns, (area.h - name_of(metrics)) / rows, metrics.px(24)});
}

Rect sized(const TilePlaces& places, const ProductMatrix& of, float x, float y) {
    return {x, y, places.cell * float(of.columns), places.cell * float(of.rows)};
}

// As a product is worked out by hand: a left of c, b above c.
void put_on_paper(TilePlaces& places, const Product& product, const Metrics& metrics, Rect area) {
    const float gap = gap_of(metrics), name = name_of(metrics);
    const float x = area.x + places.cell * float(product.a().columns) + gap;
    const float y = area.y + name + places.cell * float(product.b().rows) + gap + name;
    places.of = {sized(places, product.a(), area.x, y),
                 sized(places, product.b(), x, area.y + name), sized(places, product.c(), x, y)};
}

// In one row, as the product is written, where height is small.
void put_in_a_row(TilePlaces& places, const Product& product, const Metrics& metrics, Rect area) {
    float x = area.x;
    for (std::size_t i = 0; i < 3; ++i) {
        places.of[i] = sized(places, product.of[i], x, area.y + name_of(metrics));
        x = places.of[i].right() + 2 * gap_of(metrics);
    }
}

TilePlaces tile_places(const Product& product, const Metrics& metrics, Rect area) {
    TilePlaces places;
    if (area.h >= metrics.px(200) + metrics.small * 1.9f)
        places.legend = area.cut_bottom(metrics.small * 2.1f);
    places.side = cut_side(area, metrics, {470, 170, .3f, 168, 250});
    const float on_paper = cell_on_paper(product, metrics, area),
                in_a_row = cell_in_a_row(product, metrics, area);
    places.in_a_row = in_a_row > 1.5f * on_paper;
    const float cell = places.in_a_row ? in_a_row : on_paper;
    if (cell * float(product.c().rows) < metrics.px(24)) return places;
    places.cell = cell;
    places.in_a_row ? put_in_a_row(places, product, metrics, area)
                    : put_on_paper(places, product, metrics, area);
    if (places.side.h > metrics.small * 3) {  // numbers stand right beside the matrices
        const float right = places.side.right();
        places.side.x = std::min(places.side.x, places.of[2].right() + metrics.side_gap);
        places.side.w = right - places.side.x;
    }
    return places;
}

// Draws adjacent cells of a row that look alike as one strip.
template <class Look, class Draw>
void each_strip(const ProductMatrix& matrix, Look look, Draw draw) {
    const TileBox& all = matrix.all;
    for (int row = all.top; row < all.bottom; ++row)
        for (int column = all.left; column < all.right;) {
            const int first = column;
            const std::uint32_t here = look(row, column);
            while (column < all.right && look(row, column) == here) ++column;
            draw(TileBox{first, row, column, row + 1}, here);
        }
}

std::uint32_t most_moved(const Product& product) {
    std::uint32_t most = 1;
    for (const ProductMatrix* matrix : {&product.a(), &product.b()})
        for (const std::uint32_t count : matrix->moved(product.steps()))
            most = std::max(most, count);
    return most;
}

void draw_matrix(Canvas& canvas, const TilePlaces& places, const Product& product,
                 std::size_t number, int step, std::uint32_t most) {
    const ProductMatrix& matrix = product.of[number];
    canvas.fill(places.of[number], Role::sunk, 2);
    canvas.outline(places.of[number], Role::line, 2);  // for the part that nothing has read yet
    const std::vector<std::uint32_t> moved = matrix.moved(step);
    const auto look = [&](int row, int column) {
        return moved[std::size_t(row) * std::size_t(matrix.columns) + std::size_t(column)];
    };
    each_strip(matrix, look, [&](const TileBox& strip, std::uint32_t count) {
        if (count > 0) canvas.fill(places.box(number, strip), heat_shade(count, most));
    });
    if (!matrix.all.empty())
        canvas.outline(places.box(number, matrix.all), Role::future_outline, 1);
}

constexpr float least_outlined = 5;  // in pixels

// Whether the last loads of both are single rows or columns.
bool is_line(const TilePlaces& places, const Product& product, const lab::Run& run,
             const Cursor& cursor) {
    for (const std::size_t number : {0u, 1u}) {
        const TileBox last = product.of[number].tile_at(run, cursor.step);
        const Rect tile = places.box(number, last);
        if (!last.empty() && std::min(tile.w, tile.h) >= least_outlined) return false;
    }
    return true;
}

// The colour of c: each number is a sum over all tiles, so all are complete at the same time.
Colour in_sums(double share) { return {Role::accent, .1f + .45f * float(share)}; }

// The tile on its way from the previous place to the current one.
Rect walking(const TilePlaces& places, const lab::Run& run, const ProductMatrix& matrix,
             std::size_t number, const Cursor& cursor) {
    const Rect to = places.box(number, matrix.tile_at(run, cursor.step));
    const TileBox before = matrix.tile_at(run, cursor.step - 1);
    if (before.empty() || cursor.fraction >= 1) return to;
    const Rect from = places.box(number, before);
    const auto between = [&](float a, float b) { return a + (b - a) * cursor.fraction; };
    return {between(from.x, to.x), between(from.y, to.y), between(from.w, to.w),
            between(from.h, to.h)};
}

void draw_tiles(Canvas& canvas, const TilePlaces& places, const Product& product,
                const lab::Run& run, const Cursor& cursor, const Metrics& metrics) {
    for (const std::size_t number : {0u, 1u}) {
        const ProductMatrix& matrix = product.of[number];
        if (matrix.tile_at(run, cursor.step).empty()) continue;
        const Rect tile = walking(places, run, matrix, number, cursor);
        // Around a single row or column, an outline would hide it.
        if (std::min(tile.w, tile.h) < least_outlined) {
            canvas.fill(tile.inside(-1.5f), Role::accent, 1);
            continue;
        }
        canvas.fill(tile, Colour{Role::accent, .35f});
        canvas.outline(tile.inside(-1), Role::text, 1, 2);
    }
    const Rect made = places.box(2, product.c().all);
    const double share = product.share_read(cursor.step);
    if (share > 0) canvas.fill(made, in_sums(share));
    canvas.outline(made.inside(-1), Role::accent, 1, 2);
    const std::string percent = std::to_string(std::lround(100 * share)) + " %";
    const TextStyle style = aligned(strong(body_style(metrics, Role::text)), Align::centre);
    if (share > 0 && canvas.width(percent, style) < made.w * .8f && style.size < made.h * .8f)
        canvas.text({made.middle_x(), made.middle_y()}, percent, style);
}

void draw_signs(Canvas& canvas, const TilePlaces& places, const Metrics& metrics) {
    if (!places.in_a_row) return;
    const TextStyle style = aligned(body_style(metrics), Align::centre);
    for (const std::size_t i : {0u, 1u})
        canvas.text({places.of[i].right() + gap_of(metrics), places.of[i].middle_y()},
                    i == 0 ? "×" : "=", style);
}

void draw_names(Canvas& canvas, const TilePlaces& places, const Product& product,
                const Metrics& metrics) {
    for (std::size_t i = 0; i < 3; ++i) {
        const ProductMatrix& matrix = product.of[i];
        const std::string size = grouped(matrix.rows) + " × " + grouped(matrix.columns);
        text_fitting(canvas, {places.of[i].x, places.of[i].y - metrics.small * .75f},
                     std::max(places.of[i].w, metrics.px(40)), mono_style(metrics.small),
                     {matrix.name + ", " + size, matrix.name});
    }
}

std::string products_for(double each, const char* what, const ProductMatrix& matrix) {
    return (each == 1 ? "product for each " : "products for each ") + (what + matrix.name);
}

void number_of_loads(Canvas& canvas, Rect& column, const Product& product,
                     const ProductMatrix& matrix, const Metrics& metrics) {
    const double each = product.for_each_load(matrix);
    const TileSums all = matrix.at(product.steps());
    const bool several = loads_several(product, matrix);
    const std::string loads = grouped(all.loads) + " loads";
    big_number(canvas, column, ratio_words(each),
               products_for(each, several ? "loaded number of " : "load of ", matrix),
               several ? grouped(all.memory) + " numbers in " + loads : loads + " by lanes",
               metrics, each <= 1);
}

void number_of_reads(Canvas& canvas, Rect& column, const Product& product,
                     const ProductMatrix& matrix, const Metrics& metrics) {
    if (matrix.kept_in.empty()) return;
    const TileSums sums = matrix.at(product.steps());
    const double each = product.for_each_read(matrix);
    big_number(canvas, column, ratio_words(each),
               products_for(each, "read of its tile of ", matrix),
               read_words(canvas, column.w, sums, metrics), metrics, sums.wavefronts > sums.ideal);
}

bool reads_badly(const Product& product, const ProductMatrix& matrix) {
    const TileSums sums = matrix.at(product.steps());
    return !matrix.kept_in.empty() && sums.wavefronts > sums.ideal;
}

// Loads above reads; beside them where one column has too little room. Where there is no room
// beside either, wasteful reads come first: the last numbers are dropped.
void draw_numbers(Canvas& canvas, Rect column, const Product& product, const Metrics& metrics) {
    const float four = 4 * (metrics.big * 1.2f + metrics.small * 3) + 2,
                gap = std::clamp((column.h - four) / 3, 0.f, metrics.number_gap);
    const bool beside = column.h < four && column.w >= 2 * metrics.px(190) + metrics.side_gap;
    const std::array both{&product.a(), &product.b()};
    const bool wasted_first = column.h < four && !beside;
    const auto reads = [&](Rect& rest, bool wasted) {
        for (const ProductMatrix* matrix : both) {
            if (wasted_first && reads_badly(product, *matrix) != wasted) continue;
            number_of_reads(canvas, rest, product, *matrix, metrics);
            rest.cut_top(gap);
        }
    };
    Rect second = column;
    if (beside) second = column.cut_right((column.w - metrics.side_gap) * .55f);
    if (beside) column.cut_right(metrics.side_gap);
    if (wasted_first) reads(column, true);
    for (const ProductMatrix* matrix : both) {
        number_of_loads(canvas, column, product, *matrix, metrics);
        column.cut_top(gap);
    }
    reads(beside ? second : column, false);
}

void draw_side(Canvas& canvas, const TilePlaces& places, const Product& product,
               const Metrics& metrics) {
    if (places.side.h >= metrics.small * 3)
        return draw_numbers(canvas, places.side, product, metrics);
    const std::string a = ratio_words(product.for_each_load(product.a())),
                      b = ratio_words(product.for_each_load(product.b()));
    text_fitting(canvas, {places.side.x, places.side.middle_y()}, places.side.w,
                 strong(small_style(metrics)),
                 {"products for each load: " + a + " of " + product.a().name + ", " + b + " of " +
                      product.b().name,
                  a + " and " + b + " products a load"});
}

// Looks as in the matrix: a line for a single row or column.
void draw_last_sample(Canvas& canvas, Rect box, bool line) {
    if (line) return canvas.fill({box.x, box.middle_y() - 2, box.w, 4}, Role::accent, 1);
    canvas.fill(box, Colour{Role::accent, .35f});
    canvas.outline(box, Role::text, 1, 2);
}

void draw_legend(Canvas& canvas, const TilePlaces& places, const Product& product,
                 std::uint32_t most, bool line, const Metrics& metrics) {
    if (places.legend.h <= 0) return;
    KeyEntries key(canvas, places.legend, metrics);
    const float size = metrics.small;
    const bool tiles = !product.a().kept_in.empty() || !product.b().kept_in.empty();
    key.entry(size, size, tiles ? "loaded since the last barrier" : "loaded in this step",
              [&](Rect box) { draw_last_sample(canvas, box, line); });
    const std::vector<std::uint32_t> counts = shades_shown(most);
    const std::string words =
        most > 1 ? "loaded once to " + times_text(most) + ", by lanes" : "loaded once";
    key.entry(size * float(counts.size()), size, words, [&](Rect box) {
        for (const std::uint32_t count : counts)
            canvas.fill(box.cut_left(size), heat_shade(count, most));
    });
    key.entry(size, size, "to come", [&](Rect box) { canvas.outline(box, Role::future_outline); });
    const auto growing = [&](Rect box) {
        canvas.outline(box, Role::accent, 1, 2);
        for (const double share : {.1, .55, 1.})
            canvas.fill(box.cut_left(size * .6f), in_sums(share));
    };
    const std::string& c = product.c().name;
    for (const std::string& words : {c + ": all are sums, deeper as more was read",
                                     c + ": deeper as more was read", c + ": deeper, more read"})
        if (key.entry(size * 1.8f, size, words, growing)) return;
}

// ---- Words.

int step_in(const lab::Run& run, const Cursor& cursor) {
    return std::clamp(cursor.step, -1, int(run.steps.size()) - 1);
}

std::string box_words(const TileBox& box) {
    return grouped(box.bottom - box.top) + " × " + grouped(box.right - box.left);
}

// The words for tiles, and for how many products a lane keeps each number of a tile in registers.
std::string tile_words(const Product& product) {
    const ProductMatrix &a = product.a(), &b = product.b();
    if (a.kept_in.empty() && b.kept_in.empty()) return "";
    const double of_a = product.for_each_read(a), of_b = product.for_each_read(b);
    const auto [least, most] = std::minmax(of_a, of_b);
    if (a.kept_in.empty() || b.kept_in.empty() || most <= 1) return " with a tile";
    return ", a read of a tile " + ratio_words(least) +
           (least < most ? " to " + ratio_words(most) : "");
}

std::string claim(const DrawContext& context) {
    const Product* product = product_of(context.picture());
    if (!product) return "";
    const double of_a = product->for_each_load(product->a()),
                 of_b = product->for_each_load(product->b());
    const auto [least, most] = std::minmax(of_a, of_b);
    const auto [worse, better] = of_a < of_b ? std::pair(product->a().name, product->b().name)
                                             : std::pair(product->b().name, product->a().name);
    if (most <= 1) return "Every product loads both of its numbers";
    if (least <= 1)
        return "A load of " + better + " serves " + ratio_words(most) +
               " products; each loads its own " + worse;
    const bool several =
        loads_several(*product, product->a()) || loads_several(*product, product->b());
    return (several ? "A loaded number serves " : "A load serves ") + ratio_words(least) +
           " products" + tile_words(*product);
}

// If reads of a tile wait for banks, names the picture that shows the banks; else empty.
std::string conflict_words(const Product& product) {
    const ProductMatrix* worst = nullptr;
    double most = 1;
    for (const ProductMatrix* matrix : {&product.a(), &product.b()}) {
        const TileSums sums = matrix->at(product.steps());
        const double each =
            double(sums.wavefronts) / double(std::max<std::uint64_t>(1, sums.ideal));
        if (!matrix->kept_in.empty() && each > most) most = each, worst = matrix;
    }
    if (!worst) return "";
    return " Reads of the tile of " + worst->name + " take *" + ratio_words(most) +
           " times* the necessary wavefronts. The picture *Banks* shows why.";
}

std::string sentence(const DrawContext& context) {
    const lab::Run& run = context.picture();
    const Product* product = product_of(run);
    if (!product) return "";
    const int step = step_in(run, context.cursor);
    std::string text = "The block makes *" + box_words(product->c().all) + "* numbers of " +
                       product->c().name + ", each of " + plural(product->inner, "product");
    const long share = std::lround(100 * product->share_read(step));
    text += share == 0 ? ". It has read *nothing* of what they need yet. "
                       : ". So far it has read "
                         "*" +
                             std::to_string(share) + " %* of what they need. ";
    const TileBox a = product->a().tile_at(run, step), b = product->b().tile_at(run, step);
    if (a.empty() || b.empty()) return text + conflict_words(*product);
    return text + "Last it loaded *" + box_words(a) + "* of " + product->a().name + " and *" +
           box_words(b) + "* of " + product->b().name + "." + conflict_words(*product);
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const lab::Run& run = context.picture();
    const Product* product = product_of(run);
    if (!product) return nothing(canvas, area, "This run multiplies no matrices.", context.metrics);
    const TilePlaces places = tile_places(*product, context.metrics, area);
    if (!places.found())
        return nothing(canvas, area, "Too little room for three matrices.", context.metrics);
    const int step = step_in(run, context.cursor);
    const std::uint32_t most = most_moved(*product);
    for (const std::size_t number : {0u, 1u, 2u})
        draw_matrix(canvas, places, *product, number, step, most);
    draw_tiles(canvas, places, *product, run, context.cursor, context.metrics);
    draw_signs(canvas, places, context.metrics);
    draw_names(canvas, places, *product, context.metrics);
    draw_side(canvas, places, *product, context.metrics);
    draw_legend(canvas, places, *product, most, is_line(places, *product, run, context.cursor),
                context.metrics);
}

// A matrix number under the mouse.
struct TileHit {
    std::size_t matrix = 0;
    TileBox cell;
};

std::optional<TileHit> hit_at(const TilePlaces& places, Point at) {
    for (std::size_t i = 0; i < 3 && places.found(); ++i) {
        if (!places.of[i].contains(at)) continue;
        const int column = int((at.x - places.of[i].x) / places.cell),
                  row = int((at.y - places.of[i].y) / places.cell);
        return TileHit{i, {column, row, column + 1, row + 1}};
    }
    return {};
}

bool moves(const ProductMatrix& matrix, const TileTouch& touch, const TileBox& cell) {
    const auto element = std::uint32_t(cell.top * matrix.columns + cell.left);
    return std::ranges::any_of(touch.runs, [&](const TileRun& run) {
        return element >= run.first && element < run.first + run.length;
    });
}

// The first step that moves a number; -1: none.
int first_step_of(const ProductMatrix& matrix, const TileBox& cell) {
    for (const TileTouch& touch : matrix.touches)
        if (moves(matrix, touch, cell)) return touch.step;
    return -1;
}

std::string cell_words(const ProductMatrix& matrix, const TileBox& cell, int step, bool made) {
    const auto at = std::size_t(cell.top) * std::size_t(matrix.columns) + std::size_t(cell.left);
    const auto count = std::int64_t(matrix.moved(step)[at]);
    const std::string where =
        matrix.name + "[" + std::to_string(cell.top) + "][" + std::to_string(cell.left) + "]: ";
    if (first_step_of(matrix, cell) < 0) return where + "not used by this block";
    if (made) return where + (count > 0 ? "stored" : "not stored yet");
    return where +
           (count > 0 ? "loaded by lanes " + times_text(count) + " so far" : "not loaded yet");
}

std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point at) {
    const lab::Run& run = context.picture();
    const Product* product = product_of(run);
    if (!product) return {};
    const TilePlaces places = tile_places(*product, context.metrics, area);
    const auto hit = hit_at(places, at);
    if (!hit) return {};
    const ProductMatrix& matrix = product->of[hit->matrix];
    Spot spot{
        .area = places.box(hit->matrix, hit->cell),
        .words = cell_words(matrix, hit->cell, step_in(run, context.cursor), hit->matrix == 2)};
    spot.step = [&matrix, cell = hit->cell] { return first_step_of(matrix, cell); };
    return spot;
}

bool fits(const lab::Run& run) { return product_of(run) != nullptr; }
void prepare(const lab::Run& run) { product_of(run); }

// Opens in the middle of the loads, where some reads are done and others are not; with two tiles,
// at the second.
double weight(const lab::Run& run, int step) {
    const Product* product = product_of(run);
    if (!product) return 0;
    const auto& touches = product->b().touches;
    const auto at = std::ranges::find(touches, step, &TileTouch::step);
    if (at == touches.end()) return 0;
    return double(at->lanes) * (1 - std::abs(product->share_read(step) - .5));
}

const RegisterView registered{
    {.id = "tiles",
     .title = "Tiles",
     .slot = Slot::memory,
     .order = 8,
     .fits = fits,
     .prepare = prepare,
     .draw = draw,
     .words = {.claim = claim,
               .sentence = sentence,
               .note = [](const DrawContext&) { return std::string("one block"); },
               .lacking = "Only a product of matrices has tiles."},
     .pointing = {.spot = spot},
     .interest = {.weight = weight, .words = "where a tile is loaded"}}};

}  // namespace
}  // namespace app::tiles_view
