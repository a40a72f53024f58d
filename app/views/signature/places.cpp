// Chooses the matrices, their cells and the cell size. See places.h.
#include "app/views/signature/places.h"

#include <algorithm>
#include <set>

#include "app/format.h"
#include "app/views/flow/words.h"
#include "app/views/marks.h"
#include "app/views/moment.h"

namespace app {

using namespace simulator;

namespace {

// With more matrices side by side, each would show too few cells.
constexpr std::size_t most_grids = 4;
constexpr int least_cells = 8;  // of a side; fewer show nothing, even if readable

// Shows only what fits: a window around the cells that matter for the focus.
void window(Grid& grid, SignatureCell centre, std::int64_t most_columns, std::int64_t most_rows) {
    const GridCells& all = *grid.all;
    if (all.at.empty()) return;
    grid.all_columns = all.right - all.left + 1, grid.all_rows = all.bottom() - all.top() + 1;
    grid.columns = std::min(grid.all_columns, most_columns);
    grid.rows = std::min(grid.all_rows, most_rows);
    grid.first_x = std::clamp(centre.x - grid.columns / 2, all.left, all.right - grid.columns + 1);
    grid.first_y = std::clamp(centre.y - grid.rows / 2, all.top(), all.bottom() - grid.rows + 1);
}

void window_line(Grid& grid, std::int64_t first, std::int64_t columns) {
    if (grid.all->at.empty()) return;
    grid.all_columns = std::ssize(grid.all->at), grid.all_rows = grid.rows = 1;
    grid.first_x = first, grid.columns = columns, grid.first_y = grid.all->top();
}

// Fills in the cells within the window.
void fill(Grid& grid) {
    for (std::int64_t y = grid.first_y; y < grid.first_y + grid.rows; ++y)
        for (auto cell = grid.all->at.lower_bound({y, grid.first_x});
             cell != grid.all->at.end() && cell->first < GridPlace{y, grid.first_x + grid.columns};
             ++cell)
            grid.cells.push_back(*cell);
}

std::string whole_text(const Flow& flow, std::uint32_t version) {
    const Version& of = flow.versions[version];
    return value_text(of.after, flow.arrays[static_cast<std::size_t>(of.array)].type, 9);
}

bool is_whole(const Flow& flow, std::uint32_t version) {
    return whole_text(flow, version).find_first_not_of("-0123456789") == std::string::npos;
}

// All source cells of the targets in one plane, before the room is known.
struct PlaneGrids {
    std::vector<Grid> grids;
    std::size_t letters = 0;  // of the longest whole number
};

class PlaneMaker {
public:
    PlaneMaker(const Flow& flow, const Signature& signature, std::int64_t plane)
        : flow_(flow), signature_(signature), plane_(plane) {}

    PlaneGrids make() const {
        PlaneGrids made{choose(), 0};
        for (const Grid& grid : made.grids)
            for (const auto& [where, version] : grid.all->at)
                if (is_whole(flow_, version))
                    made.letters = std::max(made.letters, whole_text(flow_, version).size());
        return made;
    }

private:
    // In the order of the values' way: arrays read, shared arrays passed, the array written.
    std::vector<Grid> choose() const {
        std::vector<Grid> read, staged;
        std::set<int> seen;
        for (const SignaturePart& part : signature_.parts) {
            read.push_back(grid_of(part.array, GridKind::read));
            staged.push_back(read.back());
            for (const int array : part.through) {
                const bool known = signature_.shapes[static_cast<std::size_t>(array)].known;
                if (!known || !seen.insert(array).second) continue;
                Grid carried = grid_of(array, GridKind::carried);
                if (!carried.all->at.empty()) staged.push_back(std::move(carried));
            }
        }
        std::vector<Grid> grids = staged.size() < most_grids ? std::move(staged) : std::move(read);
        grids.push_back(grid_of(signature_.target, GridKind::written));
        return grids;
    }

    // A shared array has no plane of the target's.
    Grid grid_of(int array, GridKind kind) const {
        Grid grid;
        grid.array = array;
        grid.kind = kind;
        grid.z = kind == GridKind::carried ? 0 : plane_;
        GridCells cells;
        const auto add = [&](std::uint32_t version) {
            if (flow_.versions[version].array != array) return;
            const SignatureCell cell = place_of(flow_, signature_, version);
            if (cell.z != grid.z) return;
            cells.left = cells.at.empty() ? cell.x : std::min(cells.left, cell.x);
            cells.right = cells.at.empty() ? cell.x : std::max(cells.right, cell.x);
            cells.at[{cell.y, cell.x}] = version;
        };
        for (std::size_t t = 0; t < signature_.targets.size(); ++t) {
            const std::uint32_t target = signature_.targets[t];
            if (kind == GridKind::written) add(target);
            if (kind == GridKind::read) std::ranges::for_each(signature_.sources[t], add);
            if (kind == GridKind::carried && place_of(flow_, signature_, target).z == plane_)
                std::ranges::for_each(signature_.carriers[t], add);
        }
        grid.all = std::make_shared<const GridCells>(std::move(cells));
        return grid;
    }

    const Flow& flow_;
    const Signature& signature_;
    std::int64_t plane_;
};

// Made once per plane and kept with the run, because it has all cells of all sources.
const PlaneGrids& plane_grids(const lab::Run& run, const Signature& signature, int launch,
                              std::int64_t plane) {
    return run.derived((std::int64_t{launch} << 40) + plane,
                       [&] { return PlaneMaker(*run.flow, signature, plane).make(); });
}

}  // namespace

std::string Grid::part_words() const {
    const auto of = [](std::int64_t shown, std::int64_t all, const char* what) {
        return std::to_string(shown) + " of " + plural(all, what);
    };
    if (columns < all_columns && rows < all_rows)
        return of(columns, all_columns, "column") + ", " + of(rows, all_rows, "row");
    const char* across = all_rows > 1 ? "column" : "cell";
    if (columns < all_columns) return of(columns, all_columns, across);
    return rows < all_rows ? of(rows, all_rows, "row") : "";
}

SignaturePlaces::SignaturePlaces(const lab::Run& run, const FoundSignature& found,
                                 const Cursor& cursor, const Metrics& metrics, Rect area)
    : focus(focus_of(run, found, cursor)),
      flow_(*run.flow),
      signature_(found.signature),
      metrics_(metrics),
      area_(area) {
    const std::int64_t plane = place_of(signature_.targets[static_cast<std::size_t>(focus)]).z;
    const PlaneGrids& all = plane_grids(run, signature_, launch_at(run, cursor), plane);
    grids = all.grids;
    widest_ = static_cast<float>(all.letters) * metrics_.digits * .62f + (all.letters ? 5 : 0);
    place();
    std::ranges::for_each(grids, fill);
}

int SignaturePlaces::at(Point point) const {
    const Grid& grid = grids.back();
    for (const auto& [where, version] : grid.cells)
        if (std::ranges::binary_search(signature_.targets, version) &&
            box(grid, where).contains(point))
            return static_cast<int>(version);
    return -1;
}

SignatureCell SignaturePlaces::place_of(std::uint32_t version) const {
    return app::place_of(flow_, signature_, version);
}

// The middle of the lit cells: of the target, or of its sources.
SignatureCell SignaturePlaces::centre_of(const Grid& grid) const {
    const auto lit = static_cast<std::size_t>(focus);
    const SignatureCell target = place_of(signature_.targets[lit]);
    std::vector<std::int64_t> x, y;
    const auto add = [&](std::uint32_t version) {
        if (flow_.versions[version].array == grid.array)
            x.push_back(place_of(version).x), y.push_back(place_of(version).y);
    };
    if (grid.kind == GridKind::read) std::ranges::for_each(signature_.sources[lit], add);
    if (grid.kind == GridKind::carried) std::ranges::for_each(signature_.carriers[lit], add);
    if (grid.kind == GridKind::written || x.empty()) return target;
    const auto [left, right] = std::ranges::minmax(x);
    const auto [top, bottom] = std::ranges::minmax(y);
    return {(left + right) / 2, (top + bottom) / 2, target.z};
}

bool SignaturePlaces::holds_indices(const Grid& grid) const {
    if (grid.cells.size() < 2 || size < metrics_.px(25)) return false;
    return std::ranges::all_of(grid.cells, [&](const auto& cell) {
        return whole_text(flow_, cell.second) == std::to_string(flow_.versions[cell.second].cell);
    });
}

TextStyle SignaturePlaces::digits() const {
    float more = size > metrics_.px(46) ? 3.f : size > metrics_.px(34) ? 1.f : 0.f;
    if (widest_ * (1 + more / metrics_.digits) > size) more = 0;
    return aligned(mono_style(metrics_.digits + more, Role::text, Font::mono_medium),
                   Align::centre);
}

// With fewer columns there are more rows, where there is room below.
void SignaturePlaces::window_all(std::vector<Grid>& made, Rect room, int most) {
    const float count = static_cast<float>(made.size());
    const float across = room.w - metrics_.matrix_gap * (count - 1);
    const float wide = std::min(across / (count * static_cast<float>(most)), metrics_.px(56));
    const int high =
        std::clamp(static_cast<int>(room.h / wide), most, std::max(most, metrics_.matrix_cells));
    float columns = 0, rows = 1;
    for (Grid& grid : made) {
        window(grid, centre_of(grid), most, high);
        columns += static_cast<float>(grid.columns);
        rows = std::max(rows, static_cast<float>(grid.rows));
    }
    size = std::min({across / std::max(columns, 1.f), room.h / rows, metrics_.px(56)});
}

// As many cells as are readable; where these are too few to show anything, as many as allowed.
void SignaturePlaces::place() {
    Rect room = area_;
    words = room.cut_bottom(metrics_.small *
                            (1.9f * static_cast<float>(signature_.parts.size() + 1) + .6f));
    room.cut_top(metrics_.small * 2.2f);
    if (in_lines()) return place_lines(room);
    const bool staged = std::ranges::count(grids, GridKind::carried, &Grid::kind) > 0;
    const float wanted = staged ? std::max(widest_, metrics_.px(30)) : widest_;
    const std::vector<Grid> whole = grids;
    int most = metrics_.matrix_cells;
    for (window_all(grids, room, most); size < wanted && most > least_cells;) {
        grids = whole;
        window_all(grids, room, --most);
    }
    if (size < wanted) window_all(grids = whole, room, metrics_.matrix_cells);
    float x = room.x, bottom = room.y;
    for (Grid& grid : grids) {
        grid.area = {x, room.y, static_cast<float>(grid.columns) * size,
                     static_cast<float>(grid.rows) * size};
        x += grid.area.w + metrics_.matrix_gap;
    }
    level(room);
    for (const Grid& grid : grids) bottom = std::max(bottom, grid.area.bottom());
    words.y = std::min(words.y, bottom + metrics_.small * .9f);
}

bool SignaturePlaces::in_lines() const { return signature_.in_lines(); }

// Whether the grid's source cells move along with the target.
bool SignaturePlaces::moves_along(const Grid& grid) const {
    if (grid.kind == GridKind::written) return true;
    const auto part = std::ranges::find(signature_.parts, grid.array, &SignaturePart::array);
    return part != signature_.parts.end() && part->column == SignatureAxis::column;
}

// Grids that move along with the target stand just above it, and show the chosen cell's sources.
void SignaturePlaces::place_lines(Rect room) {
    std::stable_partition(grids.begin(), grids.end(),
                          [&](const Grid& grid) { return !moves_along(grid); });
    const float title = metrics_.small * 2.4f, lines = static_cast<float>(grids.size());
    // In little room the rule is dropped: title and sentence say most of it.
    if (room.h / lines - title < metrics_.px(14)) room.h += words.h, words.h = 0;
    size = std::min({std::max(widest_, metrics_.px(34)), metrics_.px(56), room.h / lines - title});
    size = std::max(size, metrics_.px(4));
    const auto most = std::max<std::int64_t>(1, static_cast<std::int64_t>(room.w / size));
    std::int64_t left = std::int64_t{1} << 40, right = 0, middle = 0;
    for (const Grid& grid : grids) {
        if (!moves_along(grid) || grid.all->at.empty()) continue;
        left = std::min(left, grid.all->left);
        right = std::max(right, grid.all->right);
        if (grid.kind == GridKind::read) middle = centre_of(grid).x;
    }
    const std::int64_t shown = std::min(most, right - left + 1);
    const std::int64_t first = std::clamp(middle - shown / 2, left, right - shown + 1);
    float y = room.y;
    for (Grid& grid : grids) {
        if (moves_along(grid))
            window_line(grid, first, shown);
        else
            window(grid, centre_of(grid), most, 1);
        grid.area = {room.x, y, static_cast<float>(grid.columns) * size, size};
        y += size + title;
    }
    words.y = std::min(words.y, grids.back().area.bottom() + metrics_.small * .9f);
}

// Where cells are made from their own place and its neighbours, equal rows of all grids are
// aligned.
void SignaturePlaces::level(Rect room) {
    const auto own_place = [](const SignaturePart& part) {
        return part.row == SignatureAxis::row && part.column == SignatureAxis::column;
    };
    if (!std::ranges::all_of(signature_.parts, own_place)) return;
    const std::int64_t top = std::ranges::min(grids, {}, &Grid::first_y).first_y;
    const auto lower = [&](const Grid& grid) {
        return static_cast<float>(grid.first_y - top) * size;
    };
    const auto has_room = [&](const Grid& grid) { return lower(grid) + grid.area.h <= room.h + 1; };
    if (!std::ranges::all_of(grids, has_room)) return;
    for (Grid& grid : grids) grid.area.y += lower(grid);
}

Rect SignaturePlaces::box(const Grid& grid, GridPlace where) const {
    const float gap = size > 16 ? 1.5f : .5f;
    return Rect{grid.area.x + static_cast<float>(where.second - grid.first_x) * size,
                grid.area.y + static_cast<float>(where.first - grid.first_y) * size, size, size}
        .inside(gap);
}

std::string SignaturePlaces::value(const Canvas& canvas, std::uint32_t version,
                                   const TextStyle& style, float width) const {
    if (size < metrics_.px(25)) return "";
    const Version& of = flow_.versions[version];
    const Type type = flow_.arrays[static_cast<std::size_t>(of.array)].type;
    if (!is_whole(flow_, version)) return compact_value(of.after, type, canvas, style, width);
    const std::string text = whole_text(flow_, version);
    return canvas.width(text, style) <= width ? text : "";
}

}  // namespace app
