// From the trace to the way of a value. See ways.h.
#include "app/views/way/ways.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <vector>

#include "app/format.h"
#include "app/views/cell_names.h"
#include "lab/programs.h"
#include "simulator/isa/row.h"
#include "simulator/watch/recipe.h"

namespace app {

using simulator::Address;
using simulator::Event;
using simulator::EventKind;
using simulator::Space;
using simulator::Step;

namespace {

constexpr int sector_of_memory = 32, word_bytes = 4;  // bytes

bool moves_values(EventKind kind) { return kind == EventKind::load || kind == EventKind::store; }

// Numbers for each event beyond the event itself, in the order of execution.
struct BehindEvents {
    std::vector<int> fresh;            // sectors that the block touches for the first time
    std::vector<std::uint32_t> quiet;  // instructions up to the warp's next event
};

// A sector of global memory, or of a warp's local memory, which stores the words of its 32 lanes
// side by side.
using Sector = std::tuple<bool, std::uint32_t, Address>;

void add_sectors(const simulator::Trace& trace, const Event& event, std::set<Sector>& sectors) {
    const int bytes = simulator::size_of(event.type) * event.count;
    for (std::uint32_t left = event.mask; left; left &= left - 1) {
        const int lane = std::countr_zero(left);
        const Address first = trace.slot(event, lane)->address;
        const Address last = first + static_cast<Address>(bytes) - 1;
        if (event.space == Space::global)
            for (Address at = first / sector_of_memory; at <= last / sector_of_memory; ++at)
                sectors.insert({false, 0, at});
        else
            for (Address word = first / word_bytes; word <= last / word_bytes; ++word)
                sectors.insert({true, event.warp, word * 4 + static_cast<Address>(lane) / 8});
    }
}

// Each block of each launch starts with no touched sectors.
BehindEvents behind_of(const simulator::Trace& trace) {
    BehindEvents made{std::vector<int>(trace.events.size()),
                      std::vector<std::uint32_t>(trace.events.size())};
    using Block = std::pair<std::uint16_t, std::uint64_t>;
    std::map<Block, std::set<Sector>> touched;
    std::map<std::pair<Block, std::uint32_t>, std::size_t> last;
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
        const Event& event = trace.events[i];
        const Block block{event.launch, event.block};
        if (const auto before = last.find({block, event.warp}); before != last.end())
            made.quiet[before->second] = event.index - trace.events[before->second].index - 1;
        last[{block, event.warp}] = i;
        if (!moves_values(event.kind) || !by_sectors(event.space)) continue;
        std::set<Sector> sectors;
        add_sectors(trace, event, sectors);
        for (const Sector& sector : sectors) made.fresh[i] += touched[block].insert(sector).second;
    }
    return made;
}

const BehindEvents& behind(const lab::Run& run) {
    return run.derived(0, [&] { return behind_of(*run.trace); });
}

// "table[7]"; for local memory, whose arrays have no names, "word 3". Arrays declared as bytes
// count in the type that the event reads.
std::string cell_of(const lab::Run& run, const Event& event, Address address) {
    const int width = std::max(1, simulator::size_of(event.type));
    if (event.space == Space::local)
        return "word " + std::to_string(address / static_cast<Address>(width));
    std::int64_t element = 0;
    const int array = run.trace->array_of(event, address, &element);
    if (array < 0) return cell_name(run, event, address);
    const simulator::Array& one = run.trace->arrays[static_cast<std::size_t>(array)];
    const int held = std::max(1, simulator::size_of(one.type));
    return name_in_kernel(run, event.launch, one) + "[" + std::to_string(element * held / width) +
           "]";
}

int places_of(const simulator::Trace& trace, const Event& event) {
    std::set<std::pair<Address, int>> places;
    for (std::uint32_t left = event.mask; left; left &= left - 1) {
        const int lane = std::countr_zero(left), own = event.space == Space::local ? lane : 0;
        const Address first = trace.slot(event, lane)->address;
        for (int element = 0; element < event.count; ++element)
            places.insert({first + Address(element * simulator::size_of(event.type)), own});
    }
    return static_cast<int>(places.size());
}

int units_of(const Event& event) {
    return static_cast<int>(by_sectors(event.space) ? event.sectors : event.wavefronts);
}

// Counts the requests of the event's warp up to the event, inclusive.
void count_up_to(const lab::Run& run, ValueWay& made) {
    const Event& here = *made.shown.event;
    for (std::int64_t i = 0; i <= number_of(run, here); ++i) {
        const Event& event = run.trace->events[static_cast<std::size_t>(i)];
        if (event.launch != here.launch || event.block != here.block || event.warp != here.warp)
            continue;
        ++made.asked;
        const int way = way_of(event.space);
        if (way < 0 || !moves_values(event.kind)) continue;
        WayCount& count = made.so_far[static_cast<std::size_t>(way)];
        ++count.requests;
        count.units += static_cast<std::uint64_t>(units_of(event));
    }
    made.ran = here.index + 1;
}

}  // namespace

int way_of(Space space) {
    const auto found = std::ranges::find(way_spaces, space);
    return found == way_spaces.end() ? -1 : static_cast<int>(found - way_spaces.begin());
}

std::string way_name(Space space) {
    switch (space) {
        case Space::shared: return "Shared memory";
        case Space::constant: return "Constant memory";
        case Space::local: return "Local memory";
        default: return "Global memory";
    }
}

bool by_sectors(Space space) { return space == Space::global || space == Space::local; }

std::string units_text(Space space, std::int64_t count) {
    if (space == Space::constant) return plural(count, count == 1 ? "pass" : "passe");
    return plural(count, by_sectors(space) ? "sector" : "wavefront");
}

bool has_way(const Step& step) { return moves_values(step.kind) && way_of(step.space) >= 0; }

int fresh_sectors(const lab::Run& run, const Event& event) {
    return behind(run).fresh[static_cast<std::size_t>(number_of(run, event))];
}

std::uint32_t quiet_after(const lab::Run& run, const Event& event) {
    return behind(run).quiet[static_cast<std::size_t>(number_of(run, event))];
}

namespace {

int counted_operations(const simulator::Program& program, std::uint32_t load) {
    const auto recipes = simulator::recipes_of(program);
    std::set<simulator::Register> held;
    const simulator::Recipe& brought = recipes->of[load];
    for (int k = 0; k < brought.destinations; ++k) held.insert(brought.destination[k].reg);
    int operations = 0;
    for (std::size_t i = load + 1; i < program.code.size() && !held.empty(); ++i) {
        const simulator::Recipe& recipe = recipes->of[i];
        if (recipe.kind == simulator::Kind::control) break;
        const std::span sources(recipe.source, recipe.sources);
        const auto is_held = [&](const simulator::Operand& one) { return held.contains(one.reg); };
        const simulator::Code& code = program.code[i];
        operations += code.row && simulator::computes_with_a_point(*code.row, code.type) &&
                      std::ranges::any_of(sources, is_held);
        for (int k = 0; k < recipe.destinations; ++k) held.erase(recipe.destination[k].reg);
    }
    return operations;
}

// The operations for one load instruction; kept with the run.
struct OperationsOfLoad {
    int count = 0;
};

}  // namespace

int operations_with(const lab::Run& run, const Event& event) {
    if (event.kind != EventKind::load || !run.request.settings.subject) return 0;
    const std::string& kernel = run.launches[event.launch].kernel;
    const auto count = [&] {
        const auto program = lab::program_of(*run.request.settings.subject, kernel);
        const bool known = program && event.instruction < (*program)->code.size();
        return OperationsOfLoad{known ? counted_operations(**program, event.instruction) : 0};
    };
    return run.derived(std::int64_t(event.launch) << 32 | event.instruction, count).count;
}

ValueWay way_at(const lab::Run& run, const Cursor& cursor) {
    ValueWay made;
    if (!run.trace) return made;
    made.shown = nearest(run, cursor, has_way);
    if (!made.shown || !made.shown.event->mask) return made;
    const Event& event = *made.shown.event;
    made.lane = lane_in(event, cursor);
    made.way = way_of(event.space);
    const simulator::Slot& slot = *run.trace->slot(event, made.lane);
    made.cell = cell_of(run, event, slot.address);
    made.value = value_text(slot.value, event.type);
    made.lanes = std::popcount(event.mask);
    made.places = places_of(*run.trace, event);
    made.units = units_of(event);
    made.ideal = static_cast<int>(event.ideal);
    made.fresh = fresh_sectors(run, event);
    made.quiet = quiet_after(run, event);
    made.numbers = event.count;
    made.operations = operations_with(run, event);
    count_up_to(run, made);
    return made;
}

}  // namespace app
