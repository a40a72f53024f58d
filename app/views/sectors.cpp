// Takes one request of global memory apart. See sectors.h.
#include "app/views/sectors.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "app/format.h"
#include "app/views/cell_names.h"
#include "app/views/moment.h"

namespace app {
namespace {

using simulator::Address;

struct LaneBytes {
    int lane = 0;
    Address first = 0;
};

// Lanes that want the same bytes of a line, by {byte, bytes}.
using Pieces = std::map<std::pair<int, int>, std::uint32_t>;

std::vector<LaneBytes> lanes_in(const simulator::Trace& trace, const simulator::Event& event) {
    std::vector<LaneBytes> lanes;
    for (int lane = 0; lane < simulator::warp_size; ++lane)
        if (const simulator::Slot* slot = trace.slot(event, lane))
            lanes.push_back({lane, slot->address});
    return lanes;
}

// Adds a lane's bytes, cut where a line ends.
void add(std::map<Address, Pieces>& lines, const LaneBytes& lane, int bytes) {
    for (Address at = lane.first, end = lane.first + bytes; at < end;) {
        const Address base = at / line_bytes * line_bytes;
        const Address stop = std::min<Address>(end, base + line_bytes);
        lines[base][{static_cast<int>(at - base), static_cast<int>(stop - at)}] |= 1u << lane.lane;
        at = stop;
    }
}

MemoryLine line_from(Address base, const Pieces& pieces) {
    MemoryLine line;
    line.base = base;
    bool wanted[line_bytes] = {};
    for (const auto& [place, lanes] : pieces) {
        line.wanted.push_back({lanes, place.first, place.second});
        std::fill_n(wanted + place.first, place.second, true);
    }
    for (int byte = 0; byte < line_bytes; ++byte)
        if (wanted[byte])
            ++line.wanted_in[byte / sector_bytes], line.touched |= 1u << byte / sector_bytes;
    return line;
}

std::optional<std::int64_t> stride_of(const std::vector<LaneBytes>& lanes, int bytes) {
    if (lanes.size() < 2) return {};
    const auto step = [&](std::size_t i) {
        return static_cast<std::int64_t>(lanes[i].first - lanes[i - 1].first);
    };
    for (std::size_t i = 1; i < lanes.size(); ++i)
        if (lanes[i].lane != lanes[i - 1].lane + 1 || step(i) != step(1)) return {};
    if (step(1) % bytes) return {};
    return step(1) / bytes;
}

}  // namespace

std::string moved_word(const simulator::Event& event) {
    if (event.count == 1) return type_word(event.type);
    using simulator::Type;
    const char* name = event.type == Type::f32                              ? "float"
                       : event.type == Type::f64                            ? "double"
                       : event.type == Type::s32                            ? "int"
                       : event.type == Type::u64 || event.type == Type::b64 ? "ulonglong"
                       : event.type == Type::s64                            ? "longlong"
                                                                            : "uint";
    return name + std::to_string(event.count);
}

Coalescing coalesce(const simulator::Trace& trace, const simulator::Event& event) {
    Coalescing made;
    made.element_bytes = size_of(event.type) * event.count;
    const std::vector<LaneBytes> lanes = lanes_in(trace, event);
    std::map<Address, Pieces> lines;
    for (const LaneBytes& lane : lanes) add(lines, lane, made.element_bytes);
    for (const auto& [base, pieces] : lines) {
        made.lines.push_back(line_from(base, pieces));
        made.sectors += std::popcount(made.lines.back().touched);
        for (const int bytes : made.lines.back().wanted_in) made.bytes_wanted += bytes;
    }
    made.bytes_moved = made.sectors * sector_bytes;
    made.ideal = (made.bytes_wanted + sector_bytes - 1) / sector_bytes;
    made.stride = stride_of(lanes, made.element_bytes);
    if (!lanes.empty()) made.misaligned = static_cast<int>(lanes.front().first % sector_bytes);
    return made;
}

const Coalescing& coalescing_of(const lab::Run& run, const simulator::Event& event) {
    return run.derived(number_of(run, event), [&] { return coalesce(*run.trace, event); });
}

int wanted_of_each(const Coalescing& all) {
    int each = 0;
    for (const MemoryLine& line : all.lines)
        for (int sector = 0; sector < sectors_a_line; ++sector) {
            if (!(line.touched >> sector & 1)) continue;
            if (each != 0 && line.wanted_in[sector] != each) return 0;
            each = line.wanted_in[sector];
        }
    return each;
}

int line_with(const Coalescing& all, Address address, int* byte) {
    for (std::size_t i = 0; i < all.lines.size(); ++i)
        if (address >= all.lines[i].base && address < all.lines[i].base + line_bytes) {
            if (byte) *byte = static_cast<int>(address - all.lines[i].base);
            return static_cast<int>(i);
        }
    return -1;
}

LineName line_name(const lab::Run& run, const simulator::Event& event, const MemoryLine& line) {
    const simulator::Trace& trace = *run.trace;
    std::int64_t element = 0;
    const int array = trace.array_of(event, line.base + line.wanted.front().byte, &element);
    if (array < 0) return {};
    const int size = std::max(1, simulator::size_of(trace.arrays[array].type));
    const std::int64_t first = element - line.wanted.front().byte / size;
    if (first < 0) return {};
    return {first * size / line_bytes, name_in_kernel(run, event.launch, trace.arrays[array]) +
                                           "[" + std::to_string(first) + "]"};
}

}  // namespace app
