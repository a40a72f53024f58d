// Rules of lanes for shuffles and requests (see lane_rules.h).
#include "simulator/watch/lane_rules.h"

#include <algorithm>
#include <array>
#include <bit>

#include "simulator/isa/environment.h"
#include "simulator/isa/row.h"

namespace simulator {

std::array<std::uint8_t, warp_size> shuffle_sources(const Warp& warp, const Code& code) {
    std::array<std::uint8_t, warp_size> sources{};
    code.row->effect.source_lanes(warp, code, sources.data());
    return sources;
}

namespace {

using Addresses = std::array<Address, warp_size>;

// At most 32 lanes with 16 bytes each: the sectors fit into arrays of fixed size.
std::uint32_t distinct_sectors(const Addresses& addresses, std::uint32_t mask, int bytes) {
    std::array<Address, 2 * warp_size> sectors;
    std::size_t count = 0;
    for (std::uint32_t left = mask; left; left &= left - 1) {
        const Address address = addresses[std::countr_zero(left)];
        for (Address s = address / 32; s <= (address + bytes - 1) / 32; ++s)
            if (count == 0 || sectors[count - 1] != s) sectors[count++] = s;
    }
    const auto end = sectors.begin() + static_cast<std::ptrdiff_t>(count);
    if (!std::is_sorted(sectors.begin(), end)) std::sort(sectors.begin(), end);
    return static_cast<std::uint32_t>(std::unique(sectors.begin(), end) - sectors.begin());
}

std::uint32_t distinct_bytes(const Addresses& addresses, std::uint32_t mask, int bytes) {
    std::array<Address, warp_size> starts;
    std::size_t count = 0;
    for (std::uint32_t left = mask; left; left &= left - 1)
        starts[count++] = addresses[std::countr_zero(left)];
    const auto end = starts.begin() + static_cast<std::ptrdiff_t>(count);
    if (!std::is_sorted(starts.begin(), end)) std::sort(starts.begin(), end);
    std::uint32_t total = 0;
    Address reached = 0;
    for (auto start = starts.begin(); start != end; ++start) {
        const Address from = std::max(*start, reached);
        if (*start + bytes > from) total += static_cast<std::uint32_t>(*start + bytes - from);
        reached = std::max(reached, *start + bytes);
    }
    return total;
}

// Words in the fullest of the 32 banks.
std::uint32_t group_wavefronts(const Addresses& addresses, std::uint32_t mask, int bytes) {
    std::array<std::array<Address, warp_size>, 32> words;
    std::array<std::uint32_t, 32> count{};
    std::uint32_t most = 0;
    for (std::uint32_t left = mask; left; left &= left - 1) {
        const Address address = addresses[std::countr_zero(left)];
        for (Address word = address / 4; word <= (address + bytes - 1) / 4; ++word) {
            auto& bank = words[word % 32];
            std::uint32_t& held = count[word % 32];
            const auto end = bank.begin() + held;
            if (std::find(bank.begin(), end, word) != end) continue;
            bank[held++] = word;
            most = std::max(most, held);
        }
    }
    return most;
}

bool partners_agree(const Addresses& addresses, std::uint32_t mask, int apart) {
    for (int lane = 0; lane < warp_size; ++lane) {
        const int other = lane ^ apart;
        if ((mask >> lane & mask >> other & 1) && addresses[lane] != addresses[other]) return false;
    }
    return true;
}

// 8 bytes: half-warps, 16 bytes: quarter-warps; loads merge two neighbours whose lanes agree.
void count_groups(const Addresses& addresses, std::uint32_t mask, int bytes, bool load, int lanes,
                  Request& request) {
    const std::uint32_t all = lanes == 32 ? ~0u : (1u << lanes) - 1;
    const int narrow = bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8;
    for (int first = 0; first < 32; first += lanes) {
        const std::uint32_t group = mask & all << first;
        if (!group) continue;
        const bool merges =
            load && (partners_agree(addresses, group, 1) || partners_agree(addresses, group, 2));
        if (lanes > narrow && !merges) {
            count_groups(addresses, group, bytes, load, narrow, request);
            continue;
        }
        request.wavefronts += group_wavefronts(addresses, group, bytes);
        ++request.ideal;
    }
}

// Local memory: a lane's 4-byte words are 32 lanes apart, and each word of an element is a separate
// request.
void count_local(const Addresses& addresses, std::uint32_t mask, int bytes, Request& request) {
    for (int word = 0; word < std::max(1, bytes / 4); ++word) {
        Addresses places{};
        for (int lane = 0; lane < warp_size; ++lane)
            places[lane] = local_offset(addresses[lane] + 4 * word, lane);
        request.sectors += distinct_sectors(places, mask, std::min(bytes, 4));
    }
    request.ideal = (std::popcount(mask) * static_cast<std::uint32_t>(bytes) + 31) / 32;
}

}  // namespace

Request request_of(Space space, const std::array<Address, warp_size>& addresses, std::uint32_t mask,
                   int bytes, bool load) {
    Request request;
    if (space == Space::global) {
        request.sectors = distinct_sectors(addresses, mask, bytes);
        request.ideal = (distinct_bytes(addresses, mask, bytes) + 31) / 32;
    } else if (space == Space::local) {
        count_local(addresses, mask, bytes, request);
    } else if (space == Space::shared) {
        count_groups(addresses, mask, bytes, load, bytes <= 8 ? 32 : 16, request);
    } else if (space == Space::constant) {
        request.wavefronts = distinct_bytes(addresses, mask, bytes) / std::uint32_t(bytes);
        request.ideal = 1;
    }
    return request;
}

}  // namespace simulator
