// "A value's way": the stations between the memory that holds a value and the lane that requests
// it, with the counted work of the request at each. Registers itself as "way", for runs with more
// than one way and for lessons that name it.
#include <algorithm>
#include <bit>
#include <vector>

#include "app/format.h"
#include "app/view.h"
#include "app/views/marks.h"
#include "app/views/way/places.h"

namespace app::way_view {
namespace {

using simulator::Event;
using simulator::Space;
using simulator::Step;

constexpr std::uint32_t long_quiet = 32;  // instructions without a request: fewer are not mentioned
constexpr const char* no_way = "This run has no memory requests.";

struct Drawn {
    Canvas& canvas;
    const Metrics& metrics;
    const WayPlaces& places;
    const ValueWay& way;
    float fraction = 1;  // of the value's motion
};

// ---- Words

// "32 numbers for 32 lanes", "one number for 32 lanes".
std::string wanting(const ValueWay& way) {
    const std::string lanes = way.lanes == 1 ? "one lane" : plural(way.lanes, "lane");
    const std::string numbers = way.places == 1 ? "one number" : plural(way.places, "number");
    return numbers + (way.load() ? " for " : " of ") + lanes;
}

std::string kind_word(const ValueWay& way) { return way.load() ? "load" : "store"; }

std::string lies_in(Space space) {
    switch (space) {
        case Space::shared: return "shared memory, on the multiprocessor";
        case Space::constant: return "constant memory, through its own cache";
        case Space::local: return "local memory, its own part of the card's memory";
        default: return "global memory, through L1 and L2";
    }
}

std::string quiet_words(const ValueWay& way) {
    return "the next " + grouped(way.quiet) + " instructions use no memory";
}

// Registers save loads when each number loaded once is used in several operations.
bool is_used_again(const ValueWay& way) { return way.operations >= 2 * way.numbers; }

std::string used_again_words(const ValueWay& way) {
    const std::string numbers =
        way.numbers == 1 ? "this number" : "these " + std::to_string(way.numbers) + " numbers";
    return plural(way.operations, "operation") + " with " + numbers;
}

std::string fresh_words(int fresh) { return fresh == 0 ? "none new" : grouped(fresh) + " new"; }

// "[7]" of "table[7]", for narrow stations.
std::string_view index_in(std::string_view cell) {
    return cell.substr(std::min(cell.find('['), cell.size()));
}

// "Cache" of "Constant cache", for narrow stations.
std::string last_word(const std::string& name) {
    const std::size_t blank = name.rfind(' ');
    return blank == std::string::npos ? name : capitalised(name.substr(blank + 1));
}

// ---- Stations

void draw_station(const Drawn& to, Rect box, bool lit, const std::string& name,
                  const std::string& second, Font font = Font::regular) {
    if (lit) to.canvas.fill(box, Colour{Role::accent, .12f}, 6);
    to.canvas.outline(box, lit ? Role::accent : Role::stroke, 6, lit ? 1.6f : 1.f);
    const float room = box.w - to.metrics.px(8), small = to.metrics.digits;
    const bool two = !second.empty() && box.h >= small * 2.6f;
    const Colour colour = lit ? Role::text : Role::text3;
    const float y = two ? box.y + box.h * .32f : box.middle_y();
    text_fitting(
        to.canvas, {box.middle_x(), y}, room,
        aligned({two || second.empty() ? Font::regular : font, small, colour}, Align::centre),
        {two || second.empty() ? name : second, name, last_word(name)});
    if (two)
        text_fitting(to.canvas, {box.middle_x(), box.y + box.h * .7f}, room,
                     aligned(mono_style(small, colour, Font::mono_bold), Align::centre),
                     {second, index_in(second)});
}

// A square for each wavefront, pass or sector; squares beyond what the bytes need are hatched.
void draw_units(const Drawn& to, Rect track, int units, int ideal) {
    if (units <= 0) return;
    const float gap = 2, most = to.metrics.px(13);
    track = track.inside(5, 0);
    const int most_across = track.w >= to.metrics.px(84) ? 16 : 8;
    const int across = std::min(units, most_across);
    const int rows = (units + across - 1) / across;
    const float side = std::min({most, track.w / static_cast<float>(across) - gap,
                                 (track.h * .5f) / static_cast<float>(rows) - gap});
    if (side < 2) return;
    const float left = track.middle_x() - static_cast<float>(across) * (side + gap) / 2;
    const float bottom = track.middle_y() - 4;
    for (int i = 0; i < units; ++i) {
        const Rect box{left + static_cast<float>(i % across) * (side + gap),
                       bottom - static_cast<float>(rows - i / across) * (side + gap) + gap, side,
                       side};
        if (i < ideal)
            to.canvas.fill(box, Role::accent, 2);
        else
            waste_box(to.canvas, box, 2, 1, 4);
    }
}

void draw_caption(const Drawn& to, Rect track, const std::string& words,
                  const std::string& shorter) {
    text_fitting(
        to.canvas, {track.middle_x(), track.middle_y() + to.metrics.digits * .95f}, track.w - 4,
        aligned({Font::semibold, to.metrics.digits, Role::text}, Align::centre), {words, shorter});
}

// ---- A row

void draw_line(const Drawn& to, Rect track, bool lit, bool known) {
    const Point from{track.x, track.middle_y()}, end{track.right(), track.middle_y()};
    const Colour colour = lit ? Role::accent : Role::future_outline;
    if (known)
        to.canvas.line(from, end, colour, lit ? 2.f : 1.f);
    else
        to.canvas.dashed_line(from, end, colour, lit ? 2.f : 1.f);
}

// The end of a value's way: at a lane, or for a store in memory.
void draw_head(const Drawn& to, Point tip, bool rightwards) {
    const float size = rightwards ? -7.f : 7.f;
    const Point corners[] = {tip, {tip.x + size, tip.y - 4}, {tip.x + size, tip.y + 4}};
    to.canvas.polygon(corners, Role::accent);
}

// The left end of a way: the card's memory, or the multiprocessor.
const Rect& origin_of(const WayPlaces& places, Space space) {
    return space == Space::shared ? places.unit : places.memory;
}

std::string unit_name(Space space) {
    return space == Space::shared ? "Shared" : space == Space::constant ? "Constant cache" : "L1";
}

std::string memory_name(Space space) {
    return space == Space::constant ? "Constant" : space == Space::local ? "Local" : "Global";
}

void draw_motion(const Drawn& to, int row, Space space) {
    const WayPlaces& places = to.places;
    const Rect from = places.station(row, origin_of(places, space));
    const Rect lanes = places.station(row, places.lanes);
    const float y = lanes.middle_y();
    if (to.way.load())
        draw_head(to, {lanes.x, y}, true);
    else
        draw_head(to, {from.right(), y}, false);
    if (to.fraction >= 1) return;
    const float begin = to.way.load() ? from.right() : lanes.x;
    const float end = to.way.load() ? lanes.x : from.right();
    to.canvas.circle({begin + (end - begin) * to.fraction, y}, to.metrics.px(6), Role::accent);
}

// From the card's memory to the multiprocessor. A cache may have what the block touched before.
void draw_far_part(const Drawn& to, int row, Space space, bool lit) {
    const WayPlaces& places = to.places;
    const bool counted = lit && by_sectors(space);
    const bool known = !lit || (counted && to.way.fresh > 0);
    draw_line(to, places.track(row, places.memory, places.l2), lit, known);
    const Rect behind = places.track(row, places.l2, places.unit);
    draw_line(to, behind, lit, known);
    draw_station(to, places.station(row, places.l2), lit, "L2", "");
    draw_station(to, places.station(row, places.memory), lit, memory_name(space),
                 lit ? to.way.cell : "", Font::mono_bold);
    if (!counted) return;
    draw_units(to, behind, to.way.fresh, to.way.fresh);
    draw_caption(to, behind, fresh_words(to.way.fresh), std::to_string(to.way.fresh));
}

void draw_name(const Drawn& to, int row, const std::string& name, bool lit,
               const std::string& counts) {
    Rect box = to.places.station(row, to.places.names);
    if (box.w <= 0) return;
    const float room = box.w - to.metrics.px(16);
    TextStyle style = lit ? strong(small_style(to.metrics)) : small_style(to.metrics);
    const bool two = !counts.empty() && box.h >= to.metrics.small * 2.5f;
    text_fitting(to.canvas, {box.x, two ? box.y + box.h * .28f : box.middle_y()}, room, style,
                 {name, name.substr(0, name.find(' '))});
    if (two)
        text_fitting(to.canvas, {box.x, box.y + box.h * .74f}, room, micro_style(to.metrics),
                     {counts, counts.substr(0, counts.find(','))});
}

std::string count_words(Space space, const WayCount& count) {
    if (count.requests == 0) return "no request";
    return plural(count.requests, "request") + ", " +
           units_text(space, static_cast<std::int64_t>(count.units));
}

void draw_way(const Drawn& to, int way) {
    const Space space = way_spaces[static_cast<std::size_t>(way)];
    const int row = 1 + way;
    const bool lit = to.way.way == way;
    const WayPlaces& places = to.places;
    draw_name(to, row, way_name(space), lit,
              count_words(space, to.way.so_far[static_cast<std::size_t>(way)]));
    if (space != Space::shared) draw_far_part(to, row, space, lit);
    const Rect near = places.track(row, places.unit, places.lanes);
    draw_line(to, near, lit, true);
    draw_station(to, places.station(row, places.unit), lit, unit_name(space),
                 lit && space == Space::shared ? to.way.cell : "", Font::mono_bold);
    draw_station(to, places.station(row, places.lanes), lit,
                 lit ? "lane " + std::to_string(to.way.lane) : "lanes", lit ? to.way.value : "",
                 Font::mono_bold);
    if (!lit) return;
    draw_units(to, near, to.way.units, to.way.ideal);
    draw_caption(to, near, units_text(space, to.way.units), std::to_string(to.way.units));
    draw_motion(to, row, space);
}

// An instruction names its registers: there is no way, and nothing to count.
void draw_registers(const Drawn& to) {
    const WayPlaces& places = to.places;
    const bool quiet = to.way.quiet >= long_quiet, again = !quiet && is_used_again(to.way);
    const bool lit = quiet || again;
    draw_name(to, registers_row, "Registers", lit, plural(to.way.ran, "instruction"));
    draw_station(to, places.station(registers_row, places.lanes), lit, "registers", "");
    const Rect unit = places.station(registers_row, places.unit);
    const Rect room = {unit.x, unit.y, places.lanes.x - unit.x - to.metrics.px(10), unit.h};
    const std::string next = quiet_words(to.way);
    text_fitting(to.canvas, {room.right(), room.middle_y()}, room.w,
                 aligned(small_style(to.metrics, lit ? Role::text : Role::text2), Align::right),
                 {again ? capitalised(used_again_words(to.way))
                  : lit ? capitalised(next)
                        : "An instruction names its registers",
                  again ? plural(to.way.operations, "operation")
                  : lit ? grouped(to.way.quiet) + " without a request"
                        : "No request",
                  again ? grouped(to.way.operations)
                  : lit ? grouped(to.way.quiet)
                        : "None"});
}

// ---- The frame around them

void draw_panel(const Drawn& to, Rect panel, std::initializer_list<std::string_view> names) {
    to.canvas.fill(panel, Role::sunk, 10);
    to.canvas.outline(panel, Role::line, 10);
    text_fitting(to.canvas, {panel.middle_x(), panel.y + to.metrics.small}, panel.w - 12,
                 aligned(small_style(to.metrics), Align::centre), names);
}

// The meaning of a dashed line, from long to short; empty where there is no such line.
std::vector<const char*> dashed_words(const ValueWay& way) {
    const Space space = way_spaces[static_cast<std::size_t>(way.way)];
    if (space == Space::shared) return {};
    if (space == Space::constant) return {"not counted: the cache may have it", "not counted"};
    return {"touched before: a cache may have it", "touched before"};
}

void draw_legend(const Drawn& to) {
    const Rect area = to.places.legend;
    if (area.h <= 0) return;
    float x = area.x;
    const auto room = [&](const char* words) {
        return x + to.metrics.small * 2.2f + to.canvas.width(words, small_style(to.metrics)) <=
               area.right();
    };
    const Space space = way_spaces[static_cast<std::size_t>(to.way.way)];
    const char* each = space == Space::shared     ? "a wavefront"
                       : space == Space::constant ? "a pass"
                                                  : "a sector";
    if (room(each)) x += legend(to.canvas, {x, area.middle_y()}, Sample::chosen, each, to.metrics);
    constexpr const char* waste = "more than the bytes need";
    if (room(waste)) x += legend(to.canvas, {x, area.middle_y()}, Sample::waste, waste, to.metrics);
    for (const char* dashed : dashed_words(to.way)) {
        if (!room(dashed)) continue;
        const float dash = to.metrics.small * 1.6f;
        to.canvas.dashed_line({x, area.middle_y()}, {x + dash, area.middle_y()}, Role::accent, 2);
        to.canvas.text({x + dash + 6, area.middle_y()}, dashed, small_style(to.metrics));
        return;
    }
}

void draw_side(const Drawn& to) {
    const ValueWay& way = to.way;
    const Space space = way_spaces[static_cast<std::size_t>(way.way)];
    const bool waste = way.units > way.ideal;
    const std::string units = units_text(space, way.units),
                      less =
                          waste && by_sectors(space) ? ", " + grouped(way.ideal) + " would do" : "",
                      wants = wanting(way) + less;
    Rect column = to.places.side;
    if (column.h < to.metrics.small * 3) {
        text_fitting(to.canvas, {column.x, column.middle_y()}, column.w,
                     strong(small_style(to.metrics)),
                     {way_name(space) + ": " + units + ", " + wants, units + ", " + wants, units});
        return;
    }
    big_number(to.canvas, column, units.substr(0, units.find(' ')),
               units.substr(units.find(' ') + 1) + " for this " + kind_word(way), wants, to.metrics,
               waste);
    column.cut_top(to.metrics.number_gap);
    if (by_sectors(space))
        big_number(to.canvas, column, std::to_string(way.fresh), "new to the block",
                   "of these sectors", to.metrics, false);
    else
        big_number(to.canvas, column, std::to_string(way.ideal), "would do",
                   space == Space::constant ? "if all lanes had one address"
                                            : "for a " + kind_word(way) + " of as many bytes",
                   to.metrics, false);
    column.cut_top(to.metrics.number_gap);
    if (way.quiet < long_quiet && is_used_again(way))
        big_number(to.canvas, column, grouped(way.operations), "operations of a lane",
                   "use what it loads", to.metrics, false);
    if (way.quiet >= long_quiet)
        big_number(to.canvas, column, grouped(way.quiet), "instructions after it",
                   "that use no memory", to.metrics, false);
}

// Without stations, for little room: the cost of this request, and each memory's requests so far.
void draw_list(Canvas& canvas, const Metrics& m, const ValueWay& way, Rect area) {
    const Space space = way_spaces[static_cast<std::size_t>(way.way)];
    const std::string units = units_text(space, way.units);
    const float line = std::min(m.small * 1.9f, area.h / (way_count + 1));
    const Rect head = area.cut_top(line);
    text_fitting(
        canvas, {head.x, head.middle_y()}, head.w, strong(small_style(m, Role::text)),
        {way_name(space) + ": " + units + ", " + wanting(way), units + ", " + wanting(way), units});
    for (int each = 0; each < way_count; ++each) {
        const Rect row = area.cut_top(line);
        const Role colour = each == way.way ? Role::text : Role::text3;
        const TextStyle style = micro_style(m, colour);
        const std::string name = way_name(way_spaces[std::size_t(each)]),
                          counts = count_words(way_spaces[std::size_t(each)],
                                               way.so_far[std::size_t(each)]);
        const float taken = text_fitting(canvas, {row.x, row.middle_y()}, row.w, style,
                                         {name, name.substr(0, name.find(' '))});
        text_fitting(canvas, {row.right(), row.middle_y()}, row.w - taken - m.px(12),
                     aligned(style, Align::right), {counts, counts.substr(0, counts.find(','))});
    }
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Metrics& metrics = context.metrics;
    const ValueWay way = way_at(context.picture(), context.cursor);
    if (!way) return nothing(canvas, area, no_way, metrics);
    const WayPlaces places = way_places(metrics, area);
    if (!places && area.w > metrics.px(150) && area.h > metrics.micro * 1.2f * (way_count + 1))
        return draw_list(canvas, metrics, way, area);
    if (!places) return nothing(canvas, area, "Too little room for the way of a value.", metrics);
    const Drawn to{canvas, metrics, places, way, way.shown.now ? context.cursor.fraction : 1};
    draw_panel(to, places.card(), {"On the card", "Card"});
    draw_panel(to, places.multiprocessor(), {"On the multiprocessor", "Multiprocessor"});
    draw_registers(to);
    for (int each = 0; each < way_count; ++each) draw_way(to, each);
    draw_legend(to);
    draw_side(to);
}

// ---- Words and mouse

std::string claim(const DrawContext& context) {
    const ValueWay way = way_at(context.picture(), context.cursor);
    if (!way) return "No request to memory";
    if (!way.shown.now)
        return context.cursor.step < 0 ? "No request yet" : "This step has no request";
    const Space space = way_spaces[static_cast<std::size_t>(way.way)];
    return capitalised(wanting(way)) + ": " + units_text(space, way.units);
}

// "Lane 5 has table[7] from global memory, through L1 and L2: 4 sectors, none of them new..."
std::string sentence(const DrawContext& context) {
    const ValueWay way = way_at(context.picture(), context.cursor);
    if (!way) return no_way;
    const Space space = way_spaces[static_cast<std::size_t>(way.way)];
    const std::string lane = "Lane *" + std::to_string(way.lane) + "* ";
    std::string text = lane + (way.load() ? "loads *" : "stores *") + way.value + "*, " + way.cell +
                       (way.load() ? ", from " : ", into ") + lies_in(space) + ".";
    if (way.quiet >= long_quiet) return text + " " + capitalised(quiet_words(way)) + ".";
    if (is_used_again(way))
        text += (way.numbers == 1
                     ? " The number is used in *"
                     : " Its *" + std::to_string(way.numbers) + "* numbers are used in *") +
                grouped(way.operations) + " operations* before other values take the " +
                (way.numbers == 1 ? "register." : "registers.");
    if (by_sectors(space))
        text += way.fresh == 0
                    ? " The block touched *all* of these sectors before."
                    : " *" + grouped(way.fresh) + "* of " + units_text(space, way.units) + " " +
                          (way.fresh == 1 ? "is" : "are") + " new to the block.";
    return text;
}

// The number of different ways by which a run's loads come.
int ways_of(const lab::Run& run) {
    unsigned found = 0;
    for (const Step& step : run.steps)
        if (has_way(step) && step.kind == simulator::EventKind::load)
            found |= 1u << way_of(step.space);
    return std::popcount(found);
}

bool named_by_subject(const lab::Run& run) {
    const auto& subject = run.request.settings.subject;
    return subject && std::ranges::find(subject->views, "way") != subject->views.end();
}

bool fits(const lab::Run& run) {
    return run.trace && (ways_of(run) > 1 || (ways_of(run) > 0 && named_by_subject(run)));
}

// Steps where a request costs more than its bytes need, or where no request follows for long.
// Memories that only a kernel's code chooses weigh more than global memory.
double weight(const lab::Run& run, int step) {
    const Step& at = run.steps[static_cast<std::size_t>(step)];
    if (!has_way(at) || at.kind != simulator::EventKind::load) return 0;
    double sum = at.space == Space::global ? 1 : 8;
    for (const std::uint32_t id : at.events) {
        const Event& event = run.trace->events[id];
        const std::uint32_t units = by_sectors(at.space) ? event.sectors : event.wavefronts;
        if (units > event.ideal) sum += units - event.ideal;
        if (quiet_after(run, event) >= long_quiet)
            sum += double(quiet_after(run, event)) / long_quiet;
    }
    return sum;
}

std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point mouse) {
    const ValueWay way = way_at(context.picture(), context.cursor);
    const WayPlaces places = way_places(context.metrics, area);
    if (!way || !places) return std::nullopt;
    for (int each = 0; each < way_count; ++each) {
        const Rect row = places.row(1 + each);
        if (!row.contains(mouse)) continue;
        const Space space = way_spaces[static_cast<std::size_t>(each)];
        Spot found{row, "*" + way_name(space) +
                            "*: " + count_words(space, way.so_far[static_cast<std::size_t>(each)]) +
                            " by warp " + std::to_string(way.shown.event->warp) + " up to here."};
        found.step = [run = context.result.picture, shown = way.shown.step, space] {
            return next_step(*run, shown, [space](const Step& step) {
                return has_way(step) && step.space == space;
            });
        };
        return found;
    }
    return std::nullopt;
}

std::string note(const DrawContext& context) {
    const ValueWay way = way_at(context.picture(), context.cursor);
    return way ? request_words(way.shown) : "";
}

const RegisterView registered{
    {.id = "way",
     .title = "A value's way",
     .slot = Slot::memory,
     .order = 9,
     .fits = fits,
     .prepare =
         [](const lab::Run& run) {
             if (run.trace && !run.trace->events.empty())
                 fresh_sectors(run, run.trace->events.front());
         },
     .draw = draw,
     .words = {.claim = claim, .sentence = sentence, .note = note, .lacking = no_way},
     .pointing = {.spot = spot},
     .interest = {.weight = weight, .words = "where a request takes most"}}};

}  // namespace
}  // namespace app::way_view
