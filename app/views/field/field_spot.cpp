// Words for a cell of a field. See field_spot.h.
#include "app/views/field/field_spot.h"

#include "app/engines.h"
#include "app/format.h"
#include "app/views/marks.h"

namespace app {
namespace {

struct CellUnder {
    int column = 0, row = 0;
    Rect area;
};

std::optional<CellUnder> cell_under(const FieldPlaces& places, Point at) {
    const auto in = [&](Rect area, float cell) {
        const Rect whole{area.x, area.y, area.w - .01f, area.h - .01f};
        return cell > 0 && whole.contains(at);
    };
    if (in(places.map, places.cell)) {
        const int column = static_cast<int>((at.x - places.map.x) / places.cell),
                  row = static_cast<int>((at.y - places.map.y) / places.cell);
        return CellUnder{column, row, places.at(column, row)};
    }
    if (!in(places.block, places.block_cell)) return std::nullopt;
    const int column =
        places.seen.left + static_cast<int>((at.x - places.block.x) / places.block_cell);
    const int row = places.seen.top + static_cast<int>((at.y - places.block.y) / places.block_cell);
    return CellUnder{column, row, places.in_block(column, row)};
}

// The launch that last changed a value between two shots; -1: none.
int changed_by(const lab::Run& run, const lab::FieldShot& shown, std::size_t element) {
    const lab::FieldShot* before = nullptr;
    int launch = -1;
    for (const lab::FieldShot& shot : run.fields) {
        if (shot.title != shown.title || shot.launch > shown.launch) continue;
        if (before && before->values[element] != shot.values[element]) launch = shot.launch;
        before = &shot;
    }
    return launch;
}

// "Launch 6 of 12, of chunk 2 of 4, changed it last."
std::string launch_words(const lab::Run& run, const lab::FieldShot& shown, std::size_t element) {
    const int launch = changed_by(run, shown, element);
    if (launch < 0) return "No launch has changed it so far.";
    const int of = chunks_of(run), chunk = of > 1 ? chunk_of_launch(run, launch) : -1;
    const std::string whose =
        chunk < 0 ? ""
                  : ", of chunk " + std::to_string(chunk + 1) + " of " + std::to_string(of) + ",";
    return "Launch " + grouped(launch + 1) + " of " + grouped(std::ssize(run.launches)) + whose +
           " changed it last.";
}

// The watched block's access to a point in the shown launch; empty where there is none.
std::string block_words(const Footprint& all, std::size_t element) {
    const std::uint8_t flags = all.of(element);
    if (!(flags & (Footprint::is_read | Footprint::is_written))) return "";
    const int loads = all.loads_of(element);
    const std::string loaded = loads == 0   ? "does not load it"
                               : loads == 1 ? "loads it once"
                                            : "loads it " + plural(loads, "time");
    return "\nIn this launch the watched block " + loaded +
           (flags & Footprint::is_written ? " and writes it." : ", and does not write it.");
}

}  // namespace

std::optional<Spot> field_spot(const lab::Run& run, const FieldMoment& field,
                               const FieldPlaces& places, Point at) {
    const auto cell = cell_under(places, at);
    const Plane& plane = field.plane;
    if (!cell || cell->column >= plane.columns() || cell->row >= plane.rows()) return std::nullopt;
    const std::size_t element = plane.index(cell->column, cell->row);
    const auto [x, y] = plane.axis == 0   ? std::pair{plane.slice, cell->column}
                        : plane.axis == 1 ? std::pair{cell->column, plane.slice}
                                          : std::pair{cell->column, cell->row};
    const int z = plane.axis == 2 ? plane.slice : cell->row;
    const std::string place = plane.shape.z > 1 ? ", z " + std::to_string(z) : "";
    return Spot{cell->area, "*" + field.shot->title + "[" + std::to_string(element) + "]* is *" +
                                shortest(field.shot->values[element], 4) + "*, at x " +
                                std::to_string(x) + ", y " + std::to_string(y) + place + ".\n" +
                                launch_words(run, *field.shot, element) +
                                block_words(*field.footprint, element)};
}

}  // namespace app
