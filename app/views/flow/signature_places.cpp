// Which cells of which matrices are shown, and how large. See signature_places.h.
#include "app/views/flow/signature_places.h"

#include <algorithm>

#include "app/format.h"
#include "app/views/flow/words.h"
#include "app/views/marks.h"

namespace app {

using namespace simulator;

namespace {

// More matrices side by side would have too few cells each.
constexpr std::size_t most_grids = 4;
constexpr int least_cells = 8;  // of a side: rather fewer than those whose numbers can't be read

// Only what fits is shown: a window around the cells that matter to the focus.
void window(Grid& grid, SignatureCell centre, std::int64_t most_columns, std::int64_t most_rows) {
    if (grid.cells.empty()) return;
    std::int64_t left = std::int64_t{1} << 40, right = 0;
    for (const auto& [where, version] : grid.cells)
        left = std::min(left, where.second), right = std::max(right, where.second);
    const std::int64_t top = grid.cells.begin()->first.first,
                       bottom = grid.cells.rbegin()->first.first;
    grid.all_columns = right - left + 1, grid.all_rows = bottom - top + 1;
    grid.columns = std::min(right - left + 1, most_columns);
    grid.rows = std::min(bottom - top + 1, most_rows);
    grid.first_x = std::clamp(centre.x - grid.columns / 2, left, right - grid.columns + 1);
    grid.first_y = std::clamp(centre.y - grid.rows / 2, top, bottom - grid.rows + 1);
    std::erase_if(grid.cells, [&](const auto& one) {
        const auto& [y, x] = one.first;
        return x < grid.first_x || x >= grid.first_x + grid.columns || y < grid.first_y ||
               y >= grid.first_y + grid.rows;
    });
}

std::string whole_text(const Flow& flow, std::uint32_t version) {
    const Version& of = flow.versions[version];
    return value_text(of.after, flow.arrays[static_cast<std::size_t>(of.array)].type, 9);
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
    choose_grids();
    place();
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
    const Version& of = flow_.versions[version];
    return cell_at(signature_.shapes[static_cast<std::size_t>(of.array)], of.cell);
}

// Of the plane in which the focus lies. What waits in shared memory lies there by itself.
Grid SignaturePlaces::grid_of(int array, GridKind kind) const {
    Grid grid;
    grid.array = array;
    grid.kind = kind;
    const std::int64_t plane = place_of(signature_.targets[static_cast<std::size_t>(focus)]).z;
    grid.z = kind == GridKind::carried ? 0 : plane;
    const auto add = [&](std::uint32_t version) {
        if (flow_.versions[version].array != array) return;
        const SignatureCell cell = place_of(version);
        if (cell.z == grid.z) grid.cells[{cell.y, cell.x}] = version;
    };
    for (std::size_t t = 0; t < signature_.targets.size(); ++t) {
        if (kind == GridKind::written) add(signature_.targets[t]);
        if (kind == GridKind::read) std::ranges::for_each(signature_.sources[t], add);
        if (kind == GridKind::carried && place_of(signature_.targets[t]).z == plane)
            std::ranges::for_each(signature_.carriers[t], add);
    }
    return grid;
}

// Amid what is lit there: the target, or the cells that it is made from.
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

// In the way of a value: each array that is read, what it waits in, at last the one written.
void SignaturePlaces::choose_grids() {
    std::vector<Grid> read, staged;
    std::set<int> seen;
    for (const SignaturePart& part : signature_.parts) {
        read.push_back(grid_of(part.array, GridKind::read));
        staged.push_back(read.back());
        for (const int array : part.through) {
            const bool known = signature_.shapes[static_cast<std::size_t>(array)].known;
            if (!known || !seen.insert(array).second) continue;
            Grid carried = grid_of(array, GridKind::carried);
            if (!carried.cells.empty()) staged.push_back(std::move(carried));
        }
    }
    grids = staged.size() < most_grids ? std::move(staged) : std::move(read);
    grids.push_back(grid_of(signature_.target, GridKind::written));
}

bool SignaturePlaces::is_whole(std::uint32_t version) const {
    return whole_text(flow_, version).find_first_not_of("-0123456789") == std::string::npos;
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

// A cell that shows any whole number in all its digits, which are all as wide.
float SignaturePlaces::widest_whole() const {
    std::size_t letters = 0;
    for (const Grid& grid : grids)
        for (const auto& [where, version] : grid.cells)
            if (is_whole(version)) letters = std::max(letters, whole_text(flow_, version).size());
    return static_cast<float>(letters) * metrics_.digits * .62f + (letters ? 5 : 0);
}

// Of fewer columns there are more rows, where there is room below them.
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

// As many cells as can be read; where that is fewer than show anything, as many as there may be.
void SignaturePlaces::place() {
    Rect room = area_;
    words = room.cut_bottom(metrics_.small *
                            (1.9f * static_cast<float>(signature_.parts.size() + 1) + .6f));
    room.cut_top(metrics_.small * 2.2f);
    widest_ = widest_whole();
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

// Whether the cells that a target is made from lie as far along as the target itself.
bool SignaturePlaces::moves_along(const Grid& grid) const {
    if (grid.kind == GridKind::written) return true;
    const auto part = std::ranges::find(signature_.parts, grid.array, &SignaturePart::array);
    return part != signature_.parts.end() && part->column == SignatureAxis::column;
}

void SignaturePlaces::window_line(Grid& grid, std::int64_t first, std::int64_t columns) const {
    grid.all_columns = std::ssize(grid.cells), grid.all_rows = grid.rows = 1;
    grid.first_x = first, grid.columns = columns;
    std::erase_if(grid.cells, [&](const auto& one) {
        return one.first.second < first || one.first.second >= first + columns;
    });
}

// What moves along with the target stands right above it, with the chosen one's sources in sight.
void SignaturePlaces::place_lines(Rect room) {
    std::stable_partition(grids.begin(), grids.end(),
                          [&](const Grid& grid) { return !moves_along(grid); });
    const float title = metrics_.small * 2.4f, lines = static_cast<float>(grids.size());
    // In little room the rule goes: title and sentence say most of it.
    if (room.h / lines - title < metrics_.px(14)) room.h += words.h, words.h = 0;
    size = std::min({std::max(widest_, metrics_.px(34)), metrics_.px(56), room.h / lines - title});
    size = std::max(size, metrics_.px(4));
    const auto most = std::max<std::int64_t>(1, static_cast<std::int64_t>(room.w / size));
    std::int64_t left = std::int64_t{1} << 40, right = 0, middle = 0;
    for (const Grid& grid : grids) {
        if (!moves_along(grid) || grid.cells.empty()) continue;
        left = std::min(left, grid.cells.begin()->first.second);
        right = std::max(right, grid.cells.rbegin()->first.second);
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

// Of cells that are made from their own place and those around it, rows of one number stand beside
// each other.
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

Rect SignaturePlaces::box(const Grid& grid, std::pair<std::int64_t, std::int64_t> where) const {
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
    if (!is_whole(version)) return compact_value(of.after, type, canvas, style, width);
    const std::string text = whole_text(flow_, version);
    return canvas.width(text, style) <= width ? text : "";
}

}  // namespace app
