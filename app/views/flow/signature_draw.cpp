// The signature view: matrices side by side, the sources of one cell lit, and the rule that holds
// for most cells in words. Registers itself as "signature"; fits where a block of two dimensions
// fills an array.
#include <algorithm>
#include <functional>
#include <map>
#include <ranges>
#include <set>

#include "app/format.h"
#include "app/view.h"
#include "app/views/flow/layout.h"
#include "app/views/flow/loads.h"
#include "app/views/flow/signature_focus.h"
#include "app/views/flow/words.h"
#include "app/views/marks.h"
#include "app/views/moment.h"

namespace app {

using namespace simulator;

namespace {

// One matrix on the screen: which cells of an array, and where.
struct Grid {
    int array = -1;
    std::int64_t z = 0;
    std::int64_t first_x = 0, first_y = 0, columns = 0, rows = 0;
    std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> cells;  // (y, x) -> version
    Rect area;
};

// Where the matrices stand: for drawing and for clicks.
class Arrangement {
public:
    Arrangement(const lab::Run& run, const FoundSignature& found, const Cursor& cursor,
                const Metrics& metrics, Rect area)
        : flow_(*run.flow),
          found_(found),
          signature_(found.signature),
          cursor_(cursor),
          metrics_(metrics),
          area_(area),
          focus_(focus_of(run, found, cursor)) {
        place();
    }

    /// The version of the target that is drawn under `point`; -1 where none is.
    int at(Point point) const {
        for (const Grid& grid : grids_)
            for (const auto& [where, version] : grid.cells)
                if (grid.array == signature_.target && is_target(version) &&
                    box(grid, where).contains(point))
                    return static_cast<int>(version);
        return -1;
    }

protected:
    bool is_target(std::uint32_t version) const {
        return std::ranges::binary_search(signature_.targets, version);
    }
    SignatureCell place_of(std::uint32_t version) const {
        const Version& of = flow_.versions[version];
        return cell_at(signature_.shapes[of.array], of.cell);
    }

    Grid grid_of(int array, bool of_target) const {
        Grid grid;
        grid.array = array;
        const std::uint32_t focus = signature_.targets[focus_];
        grid.z = place_of(focus).z;
        const auto add = [&](std::uint32_t version) {
            if (flow_.versions[version].array != array) return;
            const SignatureCell cell = place_of(version);
            if (cell.z == grid.z) grid.cells[{cell.y, cell.x}] = version;
        };
        for (std::size_t t = 0; t < signature_.targets.size(); ++t) {
            if (of_target)
                add(signature_.targets[t]);
            else
                for (const std::uint32_t source : signature_.sources[t]) add(source);
        }
        return grid;
    }

    // Only what fits is shown: a window around the cells that matter to the focus.
    static void window(Grid& grid, SignatureCell centre, std::int64_t most_columns,
                       std::int64_t most_rows) {
        if (grid.cells.empty()) return;
        std::int64_t left = 1ll << 40, right = 0;
        for (const auto& [where, version] : grid.cells)
            left = std::min(left, where.second), right = std::max(right, where.second);
        const std::int64_t top = grid.cells.begin()->first.first,
                           bottom = grid.cells.rbegin()->first.first;
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

    // Amid what is lit there: the target, or the cells that it is made from.
    SignatureCell centre_of(int array) const {
        const SignatureCell target = place_of(signature_.targets[focus_]);
        std::vector<std::int64_t> x, y;
        for (const std::uint32_t source : signature_.sources[focus_])
            if (flow_.versions[source].array == array)
                x.push_back(place_of(source).x), y.push_back(place_of(source).y);
        if (array == signature_.target || x.empty()) return target;
        const auto [left, right] = std::ranges::minmax(x);
        const auto [top, bottom] = std::ranges::minmax(y);
        return {(left + right) / 2, (top + bottom) / 2, target.z};
    }

    void place() {
        for (const SignaturePart& part : signature_.parts)
            grids_.push_back(grid_of(part.array, false));
        grids_.push_back(grid_of(signature_.target, true));
        Rect room = area_;
        words_ = room.cut_bottom(metrics_.small *
                                 (1.9f * static_cast<float>(signature_.parts.size() + 1) + .6f));
        const float head = metrics_.small * 2.2f, gap = metrics_.matrix_gap;
        float columns = 0, rows = 1;
        for (Grid& grid : grids_) {
            window(grid, centre_of(grid.array), metrics_.matrix_cells, metrics_.matrix_cells);
            columns += static_cast<float>(grid.columns);
            rows = std::max(rows, static_cast<float>(grid.rows));
        }
        const float across = room.w - gap * static_cast<float>(grids_.size() - 1);
        size_ =
            std::min({across / std::max(columns, 1.f), (room.h - head) / rows, metrics_.px(56)});
        float x = room.x;
        for (Grid& grid : grids_) {
            grid.area = {x, room.y + head, static_cast<float>(grid.columns) * size_,
                         static_cast<float>(grid.rows) * size_};
            x += grid.area.w + gap;
        }
        for (const std::uint32_t source : signature_.sources[focus_]) sources_.insert(source);
        around_ = std::ranges::all_of(signature_.parts, [&](const SignaturePart& part) {
            return part.row == SignatureAxis::row && part.column == SignatureAxis::column &&
                   part.array != signature_.target;
        });
        float bottom = room.y;
        for (const Grid& grid : grids_) bottom = std::max(bottom, grid.area.bottom());
        words_.y = std::min(words_.y, bottom + metrics_.small * .9f);
    }

    Rect box(const Grid& grid, std::pair<std::int64_t, std::int64_t> where) const {
        const float gap = size_ > 16 ? 1.5f : .5f;
        return Rect{grid.area.x + static_cast<float>(where.second - grid.first_x) * size_,
                    grid.area.y + static_cast<float>(where.first - grid.first_y) * size_, size_,
                    size_}
            .inside(gap);
    }

    const Flow& flow_;
    const FoundSignature& found_;
    const Signature& signature_;
    const Cursor& cursor_;
    const Metrics& metrics_;
    Rect area_, words_;
    int focus_ = 0;
    std::vector<Grid> grids_;
    std::set<std::uint32_t> sources_;
    bool around_ = false;  // cells are made from those around them: a stencil
    float size_ = 20;
};

// What the kernel of the current launch calls the arrays.
ArrayNames names_in(const lab::Run& run, const Cursor& cursor) {
    return [&run, launch = launch_at(run, cursor)](int array) {
        return name_in_kernel(run, launch, run.flow->arrays[static_cast<std::size_t>(array)]);
    };
}

class Painter : Arrangement {
public:
    Painter(Canvas& canvas, const lab::Run& run, const FoundSignature& found, const Cursor& cursor,
            const Metrics& metrics, Rect area)
        : Arrangement(run, found, cursor, metrics, area),
          canvas_(canvas),
          names_(names_in(run, cursor)) {}

    void paint() {
        for (const Grid& grid : grids_) draw(grid);
        words();
    }

private:
    void draw(const Grid& grid) {
        const bool target = &grid == &grids_.back();
        TextStyle name = strong(small_style(metrics_));
        const float y = grid.area.y - metrics_.small;
        const std::string title = names_(grid.array);
        canvas_.text({grid.area.x, y}, title, name);
        TextStyle what = small_style(metrics_, Role::text3);
        std::string said = target ? "written" : "read";
        if (signature_.shapes[grid.array].y < (1ll << 40))
            said += ", plane " + std::to_string(grid.z);
        if (canvas_.width(title, name) + metrics_.px(10) + canvas_.width(said, what) < grid.area.w)
            canvas_.text({grid.area.x + canvas_.width(title, name) + metrics_.px(10), y}, said,
                         what);
        for (const auto& [where, version] : grid.cells) cell(grid, where, version, target);
    }

    const std::set<std::uint32_t>& passed() const {
        return signature_.passed[static_cast<std::size_t>(focus_)];
    }

    // Read, but written by another block: the halo.
    bool is_halo(const Grid& grid, std::pair<std::int64_t, std::int64_t> where) const {
        const auto &mine = signature_.shapes[grid.array],
                   &other = signature_.shapes[signature_.target];
        if (!around_ || mine.x != other.x || mine.y != other.y) return false;
        return !grids_.back().cells.contains(where);
    }

    void cell(const Grid& grid, std::pair<std::int64_t, std::int64_t> where, std::uint32_t version,
              bool target) {
        const Rect place = box(grid, where);
        const float radius = std::min(7.f, size_ * .2f);
        TextStyle style = mono_style(metrics_.digits + (size_ > metrics_.px(46)   ? 3.f
                                                        : size_ > metrics_.px(34) ? 1.f
                                                                                  : 0.f),
                                     Role::text, Font::mono_medium);
        style.align = Align::centre;
        const bool focus = target && version == signature_.targets[focus_];
        const bool later = target && found_.steps[version] > cursor_.step;
        if (later && !focus) {
            canvas_.outline(place, Role::future_outline, radius, 1.25f);
            return;
        }
        if (focus) {
            canvas_.fill(place, Colour{Role::accent, later ? .25f : 1}, radius);
            style.colour = later ? Role::text : Role::ink;
            style.font = Font::mono_bold;
        } else if (!target && sources_.contains(version)) {
            canvas_.fill(place, Colour{Role::accent, .2f}, radius);
            if (passed().contains(version))
                canvas_.dashed_outline(place, Role::accent, radius, 2);
            else
                canvas_.outline(place, Role::accent, radius, 2);
            style.font = Font::mono_bold;
        } else if (!target && is_halo(grid, where)) {
            canvas_.dashed_outline(place, Role::stroke, radius, 1.25f);
            style.colour = Role::text2;
        } else {
            canvas_.fill(place, Role::cell_done, radius);
            style.colour = Role::text2;
        }
        if (size_ < metrics_.px(25) || (focus && later)) return;
        const Version& of = flow_.versions[version];
        canvas_.text(
            {place.middle_x(), place.middle_y()},
            compact_value(of.after, flow_.arrays[of.array].type, canvas_, style, place.w - 2),
            style);
    }

    void words() {
        float y = words_.y + metrics_.small * 1.2f;
        for (const SignaturePart& part : signature_.parts) {
            std::string text = names_(signature_.target) + " \u2190 " + names_(part.array) + ": ";
            text += part.words + ", " + std::to_string(part.agree) + " of " +
                    std::to_string(part.targets) + " cells";
            std::string longer = text;
            for (std::size_t i = 0; i < part.through.size(); ++i)
                longer += (i ? " and " : ", through ") + names_(part.through[i]);
            text_fitting(canvas_, {words_.x, y}, words_.w, body_style(metrics_),
                         {longer, text, part.words});
            y += metrics_.small * 1.9f;
        }
        key(y);
    }

    // What the forms of cells mean, where there is room below.
    void key(float y) {
        if (y + metrics_.small > area_.bottom()) return;
        const TextStyle style = small_style(metrics_, Role::text3);
        const float size = metrics_.small;
        float x = words_.x;
        const auto entry = [&](std::string_view words, const std::function<void(Rect)>& sample) {
            const float w = size + metrics_.px(7) + canvas_.width(words, style);
            if (x + w > words_.right()) return;
            sample({x, y - size / 2, size, size});
            canvas_.text({x + size + metrics_.px(7), y}, words, style);
            x += w + metrics_.px(22);
        };
        entry("the chosen cell", [&](Rect box) { canvas_.fill(box, Role::accent, 3); });
        entry("a cell that it is made from", [&](Rect box) {
            canvas_.fill(box, Colour{Role::accent, .2f}, 3);
            canvas_.outline(box, Role::accent, 3, 2);
        });
        if (!passed().empty())
            entry("one that came through shared memory", [&](Rect box) {
                canvas_.fill(box, Colour{Role::accent, .2f}, 3);
                canvas_.dashed_outline(box, Role::accent, 3, 2);
            });
        if (around_)
            entry("halo: another block makes it",
                  [&](Rect box) { canvas_.dashed_outline(box, Role::stroke, 3, 1.25f); });
    }

    Canvas& canvas_;
    ArrayNames names_;
};

// Cells that are made; those of sources that are all alike weigh next to nothing.
double weight(const lab::Run& run, int step) {
    constexpr double alike = 1. / 1024;
    Cursor at;
    at.step = step;
    const FoundSignature& found = found_signature(run, at);
    double made = 0;
    for (std::size_t i = 0; i < found.signature.targets.size(); ++i)
        if (found.ruled[i] && found.steps[found.signature.targets[i]] == step)
            made += sources_differ(*run.flow, found.signature, i) ? 1 : alike;
    return made;
}

bool fits(const lab::Run& run) {
    return run.flow && !found_signature(run, Cursor{}).signature.empty();
}

std::string claim(const lab::Run& run, const Cursor& cursor) {
    return signature_claim(*run.flow, found_signature(run, cursor).signature,
                           names_in(run, cursor));
}

// Sources that the picture can't show, because they lie in another plane.
std::string elsewhere(const lab::Run& run, const FoundSignature& found, int focus) {
    const Signature& signature = found.signature;
    const auto plane = [&](std::uint32_t version) {
        const Version& of = run.flow->versions[version];
        return cell_at(signature.shapes[of.array], of.cell).z;
    };
    const std::int64_t here = plane(signature.targets[focus]);
    const auto others = std::ranges::count_if(signature.sources[focus], [&](std::uint32_t source) {
        const int array = run.flow->versions[source].array;
        return array >= 0 && signature.shapes[array].known && plane(source) != here;
    });
    return others ? ", " + count_word(others) + " of them in other planes" : "";
}

// Values that the block loaded for each cell that it made: what two kernels may differ in that make
// the same cells of the same.
struct LoadsForEach {
    double loads = 0;
};

std::string loads_words(const lab::Run& run, const FoundSignature& found, const Cursor& cursor) {
    if (!run.trace) return "";
    const int launch = launch_at(run, cursor);
    const std::size_t made = found.signature.targets.size();
    const LoadsForEach& each = run.derived(launch, [&] {
        const double loads = double(values_loaded(*run.trace, launch, shown_block(run)));
        return LoadsForEach{made == 0 ? 0 : loads / double(made)};
    });
    return " For each of its cells the block loads *" + shortest(each.loads, 3) +
           (each.loads == 1 ? " value*." : " values*.");
}

bool is_shared(const lab::Run& run, int array) {
    return array >= 0 && run.flow->arrays[array].space == Space::shared;
}

std::string sentence(const lab::Run& run, const Cursor& cursor) {
    const FoundSignature& found = found_signature(run, cursor);
    if (found.signature.empty())
        return "No rule holds for a quarter of the cells that this block writes.";
    const int focus = focus_of(run, found, cursor);
    const Version& target = run.flow->versions[found.signature.targets[focus]];
    const auto arrays = cells_by_array(run, found.signature, static_cast<std::size_t>(focus));
    const ArrayNames names = names_in(run, cursor);
    const std::string name = names(target.array) + "[" + std::to_string(target.cell) + "]";
    if (arrays.empty()) return "*" + name + "* is computed in its lane, from no cell.";
    // In the order of the title: first what the rule is about.
    std::vector<int> order;
    for (const SignaturePart& part : found.signature.parts) order.push_back(part.array);
    for (const auto& [array, cells] : arrays)
        if (!std::ranges::count(order, array)) order.push_back(array);
    std::string text = "*" + name + "* is made from ";
    bool first = true;
    for (const int array : order) {
        const auto cells = arrays.find(array);
        if (cells == arrays.end()) continue;
        text += first ? "" : " and ";
        text += "*" + plural(std::ssize(cells->second), "cell") + "* of " +
                (array < 0 ? "memory" : names(array)) +
                (is_shared(run, array) ? " (made before, in shared memory)" : "");
        first = false;
    }
    return text + elsewhere(run, found, focus) + "." + loads_words(run, found, cursor) +
           " Choose another cell to see its sources.";
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const auto& run = context.result.picture;
    const FoundSignature* found = run ? &found_signature(*run, context.cursor) : nullptr;
    if (!found || found->signature.empty()) {
        nothing(canvas, area, "No rule holds for a quarter of the cells that this block writes.",
                context.metrics);
        return;
    }
    Painter(canvas, *run, *found, context.cursor, context.metrics, area).paint();
}

bool click(const DrawContext& context, Cursor& cursor, Rect area, Point point) {
    const auto& run = context.result.picture;
    const FoundSignature* found = run ? &found_signature(*run, cursor) : nullptr;
    if (!found || found->signature.empty()) return false;
    const int version = Arrangement(*run, *found, cursor, context.metrics, area).at(point);
    if (version < 0) return false;
    cursor.version = version;
    return true;
}

const RegisterView registered{{.id = "signature",
                               .title = "Who feeds whom",
                               .slot = Slot::warp,
                               .fits = fits,
                               .claim = claim,
                               .sentence = sentence,
                               .draw = draw,
                               .click = click,
                               .badge = "counted",
                               .order = 1,
                               .weight = weight,
                               .weighs = "where these cells are made"}};

}  // namespace
}  // namespace app
