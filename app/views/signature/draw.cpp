// The signature view: matrices side by side, the sources of one cell lit, and in words the rule of
// most cells. Registers itself as "signature". Fits where a two-dimensional block fills an array,
// or a one-dimensional block makes each cell from several neighbours.
#include <algorithm>
#include <map>
#include <set>

#include "app/format.h"
#include "app/view.h"
#include "app/views/cell_names.h"
#include "app/views/flow/layout.h"
#include "app/views/flow/loads.h"
#include "app/views/flow/signature_focus.h"
#include "app/views/flow/words.h"
#include "app/views/key.h"
#include "app/views/marks.h"
#include "app/views/moment.h"
#include "app/views/signature/places.h"

namespace app::signature_view {

using namespace simulator;

namespace {

// The kernel's names of the arrays, in the current launch.
ArrayNames names_in(const lab::Run& run, const Cursor& cursor) {
    return [&run, launch = launch_at(run, cursor)](int array) {
        return name_in_kernel(run, launch, run.flow->arrays[static_cast<std::size_t>(array)]);
    };
}

class Painter {
public:
    Painter(Canvas& canvas, const lab::Run& run, const FoundSignature& found, const Cursor& cursor,
            const Metrics& metrics, Rect area)
        : canvas_(canvas),
          found_(found),
          signature_(found.signature),
          cursor_(cursor),
          metrics_(metrics),
          area_(area),
          names_(names_in(run, cursor)),
          places_(run, found, cursor, metrics, area),
          style_(places_.digits()) {
        const auto& lit = signature_.sources[static_cast<std::size_t>(places_.focus)];
        sources_.insert(lit.begin(), lit.end());
        const auto own_place = [&](const SignaturePart& part) {
            return part.row == SignatureAxis::row && part.column == SignatureAxis::column &&
                   part.array != signature_.target;
        };
        around_ = std::ranges::all_of(signature_.parts, own_place);
    }

    void paint() {
        if (places_.in_lines()) ways_down();
        for (const Grid& grid : places_.grids) draw(grid);
        if (staged())
            for (std::size_t i = 1; i < places_.grids.size(); ++i) way(i);
        words();
    }

private:
    bool staged() const {
        return std::ranges::count(places_.grids, GridKind::carried, &Grid::kind) > 0;
    }

    void draw(const Grid& grid) {
        const TextStyle name = strong(small_style(metrics_));
        const float y = grid.area.y - metrics_.small;
        const std::string title = names_(grid.array);
        const SignatureShape& shape = signature_.shapes[static_cast<std::size_t>(grid.array)];
        std::string what = grid.kind == GridKind::written   ? "written"
                           : grid.kind == GridKind::carried ? "in shared memory"
                                                            : "read";
        const std::string shorter = grid.kind == GridKind::carried ? "shared" : what;
        std::string longer = what;
        if (grid.kind == GridKind::carried) longer += ", rows of " + std::to_string(shape.x);
        if (!shape.line && shape.y < (1ll << 40))
            longer = what += ", plane " + std::to_string(grid.z);
        std::string longest = longer;
        if (const std::string part = grid.part_words(); !part.empty())
            longest += ", drawn: " + part;
        const float x = grid.area.x + canvas_.width(title, name) + metrics_.px(10);
        std::vector<std::string> forms{longest, longer, what, shorter};
        if (grid.kind == GridKind::read && places_.holds_indices(grid))
            forms.insert(forms.begin(), {longest + "; each number is its index in " + title,
                                         what + "; each number is its index in " + title,
                                         "numbers are indices of " + title, "indices of " + title});
        const TextStyle small = small_style(metrics_, Role::text3);
        const std::string said = fitting(canvas_, grid.area.right() - x, small, forms);
        const float end = x + canvas_.width(said, small);
        // Ways from the line above pass behind these words.
        if (places_.in_lines() && grid.kind == GridKind::written)
            canvas_.fill({grid.area.x, y - metrics_.small * .7f, end - grid.area.x + metrics_.px(6),
                          metrics_.small * 1.4f},
                         Role::panel);
        // A name without room would run into the next matrix's.
        if (canvas_.width(title, name) <= grid.area.w + metrics_.matrix_gap)
            canvas_.text({grid.area.x, y}, title, name);
        canvas_.text({x, y}, said, small);
        for (const auto& [where, version] : grid.cells) cell(grid, where, version);
    }

    // An arrow between two matrices: values go on to the right.
    void way(std::size_t to) {
        const Rect& left = places_.grids[to - 1].area;
        const float x = left.right() + metrics_.matrix_gap / 2, w = metrics_.matrix_gap * .26f;
        const float y = left.middle_y();
        canvas_.line({x - w, y}, {x + w * .4f, y}, Role::stroke, 2);
        const Point head[] = {{x + w, y}, {x, y + w * .6f}, {x, y - w * .6f}};
        canvas_.polygon(head, Role::stroke);
    }

    // Ways from the sources of the chosen cell, in the line above, down to that cell.
    void ways_down() {
        const Grid &to = places_.grids.back(), &from = places_.grids[places_.grids.size() - 2];
        for (const auto& [target, made] : to.cells)
            for (const auto& [where, source] : from.cells) {
                if (!is_lit(to, made) || !is_lit(from, source)) continue;
                const Rect above = places_.box(from, where), below = places_.box(to, target);
                canvas_.line({above.middle_x(), above.bottom()}, {below.middle_x(), below.y},
                             Colour{Role::accent, .7f}, 1.5f);
            }
    }

    const std::set<std::uint32_t>& passed() const {
        return signature_.passed[static_cast<std::size_t>(places_.focus)];
    }

    // Whether the cell is read, but written by another block: the halo.
    bool is_halo(const Grid& grid, GridPlace where) const {
        const auto &mine = signature_.shapes[static_cast<std::size_t>(grid.array)],
                   &other = signature_.shapes[static_cast<std::size_t>(signature_.target)];
        if (!around_ || mine.x != other.x || mine.y != other.y) return false;
        return grid.kind == GridKind::read && !places_.grids.back().all->at.contains(where);
    }

    bool is_lit(const Grid& grid, std::uint32_t version) const {
        const auto focus = static_cast<std::size_t>(places_.focus);
        if (grid.kind == GridKind::written) return version == signature_.targets[focus];
        return grid.kind == GridKind::carried ? signature_.carriers[focus].contains(version)
                                              : sources_.contains(version);
    }

    // Draws the ground of a cell; returns the style of its digits on that ground.
    TextStyle ground(const Grid& grid, GridPlace where, std::uint32_t version, Rect place) {
        const float radius = std::min(7.f, places_.size * .2f);
        TextStyle style = style_;
        style.colour = Role::text2;
        if (is_lit(grid, version)) {
            style.font = Font::mono_bold;
            if (grid.kind == GridKind::written) {
                const bool later = found_.steps[version] > cursor_.step;
                canvas_.fill(place, Colour{Role::accent, later ? .25f : 1}, radius);
                style.colour = later ? Role::text : Role::ink;
                return style;
            }
            canvas_.fill(place, Colour{Role::accent, .2f}, radius);
            if (grid.kind == GridKind::read && passed().contains(version))
                canvas_.dashed_outline(place, Role::accent, radius, 2);
            else
                canvas_.outline(place, Role::accent, radius, 2);
            style.colour = Role::text;
        } else if (is_halo(grid, where)) {
            canvas_.dashed_outline(place, Role::stroke, radius, 1.25f);
        } else {
            canvas_.fill(place, Role::cell_done, radius);
        }
        return style;
    }

    void cell(const Grid& grid, GridPlace where, std::uint32_t version) {
        const Rect place = places_.box(grid, where);
        const bool later = grid.kind != GridKind::read && found_.steps[version] > cursor_.step;
        if (later && !is_lit(grid, version)) {
            later_ = true;
            canvas_.outline(place, Role::future_outline, std::min(7.f, places_.size * .2f), 1.25f);
            return;
        }
        const TextStyle style = ground(grid, where, version, place);
        if (later) return;
        canvas_.text({place.middle_x(), place.middle_y()},
                     places_.value(canvas_, version, style, place.w - 2), style);
    }

    void words() {
        if (places_.words.h <= 0) return;
        float y = places_.words.y + metrics_.small * 1.2f;
        for (const SignaturePart& part : signature_.parts) {
            std::string text = names_(signature_.target) + " \u2190 " + names_(part.array) + ": ";
            text += part.words + ", " + std::to_string(part.agree) + " of " +
                    std::to_string(part.targets) + " cells";
            std::string longer = text;
            for (std::size_t i = 0; i < part.through.size(); ++i)
                longer += (i ? " and " : ", through ") + names_(part.through[i]);
            text_fitting(canvas_, {places_.words.x, y}, places_.words.w, body_style(metrics_),
                         {longer, text, part.words});
            y += metrics_.small * 1.9f;
        }
        key(y);
    }

    // The meaning of the forms of cells, where there is room below.
    void key(float y) {
        if (y + metrics_.small > area_.bottom()) return;
        const float size = metrics_.small;
        const Rect line{places_.words.x, y - 1.08f * size, places_.words.w, 1.8f * size};
        KeyEntries key(canvas_, line, metrics_, Role::text3);
        key.entry(size, size, "the chosen cell",
                  [&](Rect box) { canvas_.fill(box, Role::accent, 3); });
        key.entry(size, size, "one of its sources", [&](Rect box) {
            canvas_.fill(box, Colour{Role::accent, .2f}, 3);
            canvas_.outline(box, Role::accent, 3, 2);
        });
        if (!passed().empty())
            key.entry(size, size, "a source through shared memory", [&](Rect box) {
                canvas_.fill(box, Colour{Role::accent, .2f}, 3);
                canvas_.dashed_outline(box, Role::accent, 3, 2);
            });
        if (later_)
            key.entry(size, size, "empty: not made yet",
                      [&](Rect box) { canvas_.outline(box, Role::future_outline, 3, 1.25f); });
        if (around_)
            key.entry(size, size, "halo: another block makes it",
                      [&](Rect box) { canvas_.dashed_outline(box, Role::stroke, 3, 1.25f); });
    }

    Canvas& canvas_;
    const FoundSignature& found_;
    const Signature& signature_;
    const Cursor& cursor_;
    const Metrics& metrics_;
    Rect area_;
    ArrayNames names_;
    SignaturePlaces places_;
    TextStyle style_;                  // of the digits
    std::set<std::uint32_t> sources_;  // of the target in focus
    bool later_ = false;               // some cell is still empty
    bool around_ = false;              // cells are made from neighbours: a stencil
};

// The number of cells made; cells whose sources all look alike count next to nothing.
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

std::string claim(const DrawContext& context) {
    const lab::Run& run = context.picture();
    return signature_claim(*run.flow, found_signature(run, context.cursor).signature,
                           names_in(run, context.cursor));
}

// Sources in another plane, which the picture cannot show.
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

// Values that the block loaded per cell made. Two kernels may make the same cells from the same
// sources, and differ in this number.
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

// Whether the sources from an array are all zeros: the padding of a tile.
bool are_zeros(const lab::Run& run, const FoundSignature& found, int focus, int array) {
    return std::ranges::all_of(found.signature.sources[std::size_t(focus)], [&](std::uint32_t one) {
        const Version& version = run.flow->versions[one];
        return version.array != array || version.after == 0;
    });
}

// ", by way of row 1, column 0 of tile": where one cell of shared memory carried it.
std::string by_way_of(const lab::Run& run, const FoundSignature& found, int focus,
                      const ArrayNames& names) {
    const auto& carriers = found.signature.carriers[static_cast<std::size_t>(focus)];
    if (carriers.size() != 1) return "";
    const Version& of = run.flow->versions[*carriers.begin()];
    const SignatureShape& shape = found.signature.shapes[static_cast<std::size_t>(of.array)];
    if (!shape.known) return "";
    const SignatureCell at = cell_at(shape, of.cell);
    return ", through *row " + std::to_string(at.y) + ", column " + std::to_string(at.x) + "* of " +
           names(of.array);
}

std::string sentence(const DrawContext& context) {
    const lab::Run& run = context.picture();
    const FoundSignature& found = found_signature(run, context.cursor);
    if (found.signature.empty())
        return "No rule holds for even a quarter of the cells that this block writes.";
    const int focus = focus_of(run, found, context.cursor);
    const Version& target = run.flow->versions[found.signature.targets[focus]];
    const auto arrays = cells_by_array(run, found.signature, static_cast<std::size_t>(focus));
    const ArrayNames names = names_in(run, context.cursor);
    const std::string name = names(target.array) + "[" + std::to_string(target.cell) + "]";
    if (arrays.empty()) return "*" + name + "* is computed in its lane, without any cell.";
    // In the order of the title: the arrays of the rule first.
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
                (!is_shared(run, array)                ? ""
                 : are_zeros(run, found, focus, array) ? " (in shared memory, a 0 as padding)"
                                                       : " (made before, in shared memory)");
        first = false;
    }
    return text + by_way_of(run, found, focus, names) + elsewhere(run, found, focus) + "." +
           loads_words(run, found, context.cursor) + " Choose another cell to see its sources.";
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const lab::Run& run = context.picture();
    const FoundSignature& found = found_signature(run, context.cursor);
    if (found.signature.empty())
        return nothing(canvas, area,
                       "No rule holds for even a quarter of the cells that this block writes.",
                       context.metrics);
    Painter(canvas, run, found, context.cursor, context.metrics, area).paint();
}

bool click(const DrawContext& context, Cursor& cursor, Rect area, Point point) {
    const lab::Run& run = context.picture();
    const FoundSignature& found = found_signature(run, cursor);
    if (found.signature.empty()) return false;
    const int version = SignaturePlaces(run, found, cursor, context.metrics, area).at(point);
    if (version < 0) return false;
    cursor.version = version;
    return true;
}

const RegisterView registered{
    {.id = "signature",
     .title = "Cell sources",
     .slot = Slot::warp,
     .order = 1,
     .fits = fits,
     .draw = draw,
     .words = {.claim = claim, .sentence = sentence},
     .pointing = {.click = click},
     .interest = {.weight = weight, .words = "where these cells are made"}}};

}  // namespace
}  // namespace app::signature_view
