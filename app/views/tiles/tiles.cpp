// "Tiles": a product of matrices as it stands on paper, a left of c and b above it. What one block
// has brought of a and b by the cursor's step, the tile that it brings now, and how many products
// each number serves on its way from memory.
#include <algorithm>
#include <cmath>

#include "app/draw/side.h"
#include "app/format.h"
#include "app/view.h"
#include "app/views/heat_key.h"
#include "app/views/marks.h"
#include "app/views/moment.h"
#include "app/views/tiles/product.h"

namespace app {
namespace {

// Where things stand: cells are as wide as high, and the same in all three.
struct TilePlaces {
    float cell = 0;
    std::array<Rect, 3> of;  // a, b, c
    Rect side, legend;
    bool found() const { return cell > 0; }
    Rect box(std::size_t matrix, const TileBox& of_cells) const {
        const Rect& all = of[matrix];
        return {all.x + cell * float(of_cells.left), all.y + cell * float(of_cells.top),
                cell * float(of_cells.right - of_cells.left),
                cell * float(of_cells.bottom - of_cells.top)};
    }
};

TilePlaces tile_places(const Product& product, const Metrics& metrics, Rect area) {
    TilePlaces places;
    places.side = cut_side(area, metrics, {470, 190, .3f, 168, 250});
    if (area.h >= metrics.px(200)) places.legend = area.cut_bottom(metrics.small * 2.1f);
    const float gap = metrics.px(14), name = metrics.small * 1.5f;
    const float across = area.w - gap, down = area.h - gap - 2 * name;
    const auto columns = float(product.a().columns + product.c().columns);
    const auto rows = float(product.b().rows + product.c().rows);
    const float cell = std::min({across / columns, down / rows, metrics.px(24)});
    if (cell * float(product.c().rows) < metrics.px(24)) return places;
    places.cell = cell;
    const auto sized = [&](const ProductMatrix& of, float x, float y) {
        return Rect{x, y, cell * float(of.columns), cell * float(of.rows)};
    };
    const float x = area.x + cell * float(product.a().columns) + gap;
    const float y = area.y + name + cell * float(product.b().rows) + gap + name;
    places.of = {sized(product.a(), area.x, y), sized(product.b(), x, area.y + name),
                 sized(product.c(), x, y)};
    if (places.side.h > metrics.small * 3) {  // the numbers stand right beside what they tell of
        places.side.x = std::min(places.side.x, places.of[2].right() + metrics.side_gap);
        places.side.h -= places.legend.h;
    }
    return places;
}

// Cells of a row that look alike are one.
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

// From where the tile before stood to where it stands now.
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
                const lab::Run& run, const Cursor& cursor) {
    for (const std::size_t number : {0u, 1u}) {
        const ProductMatrix& matrix = product.of[number];
        if (matrix.tile_at(run, cursor.step).empty()) continue;
        const Rect tile = walking(places, run, matrix, number, cursor);
        canvas.fill(tile, Colour{Role::accent, .35f});
        canvas.outline(tile.inside(-1), Role::text, 1, 2);
    }
    canvas.outline(places.box(2, product.c().all).inside(-1), Role::accent, 1, 2);
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

std::string ratio_words(double ratio) {
    return ratio >= 10 ? grouped(std::int64_t(std::llround(ratio))) : shortest(ratio, 3);
}

// "32 wavefronts a request".
std::string read_words(const TileSums& sums) {
    const double each = double(sums.wavefronts) / double(std::max<std::uint64_t>(1, sums.requests));
    return ratio_words(each) + (each == 1 ? " wavefront" : " wavefronts") + " a request";
}

void draw_numbers(Canvas& canvas, Rect column, const Product& product, const Metrics& metrics) {
    for (const ProductMatrix* matrix : {&product.a(), &product.b()}) {
        const double each = product.for_each_load(*matrix);
        big_number(canvas, column, ratio_words(each), "products for each load of " + matrix->name,
                   grouped(std::int64_t(matrix->at(product.steps()).memory)) + " loads by lanes",
                   metrics, each <= 1);
        column.cut_top(metrics.number_gap);
    }
    for (const ProductMatrix* matrix : {&product.a(), &product.b()}) {
        if (matrix->kept_in.empty()) continue;
        const TileSums sums = matrix->at(product.steps());
        big_number(canvas, column, ratio_words(product.for_each_read(*matrix)),
                   "for each read of its tile of " + matrix->name, read_words(sums), metrics,
                   sums.wavefronts > sums.ideal);
        column.cut_top(metrics.number_gap);
    }
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

void draw_legend(Canvas& canvas, const TilePlaces& places, std::uint32_t most,
                 const Metrics& metrics) {
    if (places.legend.h <= 0) return;
    KeyEntries key(canvas, places.legend, metrics);
    const float size = metrics.small;
    key.entry(size, size, "loaded in this step's stretch", [&](Rect box) {
        canvas.fill(box, Colour{Role::accent, .35f});
        canvas.outline(box, Role::text, 1, 2);
    });
    key.entry(size, size, "to come", [&](Rect box) { canvas.outline(box, Role::future_outline); });
    for (const std::uint32_t count : shades_shown(most))
        key.entry(size, size, times_text(count),
                  [&](Rect box) { canvas.fill(box, heat_shade(count, most)); });
    key.words("loaded by lanes");
}

// ---- Words.

int step_in(const lab::Run& run, const Cursor& cursor) {
    return std::clamp(cursor.step, -1, int(run.steps.size()) - 1);
}

std::string box_words(const TileBox& box) {
    return grouped(box.bottom - box.top) + " × " + grouped(box.right - box.left);
}

std::string claim(const lab::Run& run, const Cursor&) {
    const Product* product = product_of(run);
    if (!product) return "";
    const double least =
        std::min(product->for_each_load(product->a()), product->for_each_load(product->b()));
    if (least <= 1) return "Every product loads both of its numbers";
    return "A load serves " + ratio_words(least) + " products" +
           (product->a().kept_in.empty() && product->b().kept_in.empty() ? "" : " by a tile");
}

std::string sentence(const lab::Run& run, const Cursor& cursor) {
    const Product* product = product_of(run);
    if (!product) return "";
    const int step = step_in(run, cursor);
    std::string text = "The block makes *" + box_words(product->c().all) + "* numbers of " +
                       product->c().name + ", each of " + plural(product->inner, "product") + ". ";
    const TileBox a = product->a().tile_at(run, step), b = product->b().tile_at(run, step);
    if (a.empty() || b.empty()) return text;
    return text + "It has loaded *" + box_words(a) + "* of " + product->a().name + " and *" +
           box_words(b) + "* of " + product->b().name + " last.";
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const lab::Run* run = context.result.picture.get();
    const Product* product = run ? product_of(*run) : nullptr;
    if (!product) return nothing(canvas, area, "This run multiplies no matrices.", context.metrics);
    const TilePlaces places = tile_places(*product, context.metrics, area);
    if (!places.found())
        return nothing(canvas, area, "Too little room for three matrices.", context.metrics);
    const int step = step_in(*run, context.cursor);
    const std::uint32_t most = most_moved(*product);
    for (const std::size_t number : {0u, 1u, 2u})
        draw_matrix(canvas, places, *product, number, step, most);
    draw_tiles(canvas, places, *product, *run, context.cursor);
    draw_names(canvas, places, *product, context.metrics);
    draw_side(canvas, places, *product, context.metrics);
    draw_legend(canvas, places, most, context.metrics);
}

// The number of a matrix at a point.
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

// The first step that moves a number; -1 where none does.
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
    if (first_step_of(matrix, cell) < 0) return where + "another block's, or nobody's";
    if (made) return where + (count > 0 ? "stored" : "not stored yet");
    return where +
           (count > 0 ? "loaded by lanes " + times_text(count) + " so far" : "not loaded yet");
}

std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point at) {
    const lab::Run* run = context.result.picture.get();
    const Product* product = run ? product_of(*run) : nullptr;
    if (!product) return {};
    const TilePlaces places = tile_places(*product, context.metrics, area);
    const auto hit = hit_at(places, at);
    if (!hit) return {};
    const ProductMatrix& matrix = product->of[hit->matrix];
    Spot spot{
        .area = places.box(hit->matrix, hit->cell),
        .words = cell_words(matrix, hit->cell, step_in(*run, context.cursor), hit->matrix == 2)};
    spot.step = [&matrix, cell = hit->cell] { return first_step_of(matrix, cell); };
    return spot;
}

bool fits(const lab::Run& run) { return product_of(run) != nullptr; }
void prepare(const lab::Run& run) { product_of(run); }

// It opens in the middle of the walk, where something is behind the tile and something to come.
double weight(const lab::Run& run, int step) {
    const Product* product = product_of(run);
    if (!product) return 0;
    const auto& touches = product->b().touches;
    const auto at = std::ranges::find(touches, step, &TileTouch::step);
    if (at == touches.end()) return 0;
    const double walked = double(at - touches.begin() + 1) / double(touches.size());
    return double(at->lanes) * (1 - std::abs(walked - .5));
}

const RegisterView registered{{.id = "tiles",
                               .title = "Tiles",
                               .slot = Slot::memory,
                               .fits = fits,
                               .prepare = prepare,
                               .claim = claim,
                               .sentence = sentence,
                               .draw = draw,
                               .order = 8,
                               .note = [](const DrawContext&) { return std::string("one block"); },
                               .spot = spot,
                               .weight = weight,
                               .weighs = "where a tile is loaded",
                               .lacking = "Tiles are of a product of matrices."}};

}  // namespace
}  // namespace app
