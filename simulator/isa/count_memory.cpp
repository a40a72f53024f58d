// Counts sectors, wavefronts and passes of one request. See count_memory.h.
#include "simulator/isa/count_memory.h"

#include <algorithm>
#include <array>
#include <bit>

#include "simulator/isa/environment.h"

namespace simulator {
namespace {

constexpr int sector_bytes = 32, bank_bytes = 4, banks = 32;

// Up to 32 distinct numbers, in order.
class Distinct {
public:
    void add(std::uint64_t number) {
        if (count_ && numbers_[count_ - 1] == number) return;
        ascending_ = ascending_ && (count_ == 0 || numbers_[count_ - 1] < number);
        numbers_[count_++] = number;
    }
    std::uint32_t count() {
        if (ascending_) return static_cast<std::uint32_t>(count_);
        std::sort(numbers_.begin(), numbers_.begin() + count_);
        return static_cast<std::uint32_t>(std::unique(numbers_.begin(), numbers_.begin() + count_) -
                                          numbers_.begin());
    }

private:
    std::array<std::uint64_t, warp_size> numbers_;
    int count_ = 0;
    bool ascending_ = true;
};

// The most distinct 4-byte words that lanes of `mask` access in one bank.
std::uint32_t passes_of_group(std::uint32_t mask, int bytes, const Address* addresses) {
    constexpr int most = warp_size * 4;  // four words a lane
    std::array<std::uint64_t, most> words;
    int count = 0;
    for (; mask; mask &= mask - 1) {
        const Address first = addresses[std::countr_zero(mask)];
        const Address last = first + bytes - 1;
        for (Address word = first / bank_bytes; word <= last / bank_bytes; ++word)
            words[count++] = word;
    }
    std::sort(words.begin(), words.begin() + count);
    const auto end = std::unique(words.begin(), words.begin() + count);
    std::array<std::uint32_t, banks> in_bank{};
    for (auto word = words.begin(); word != end; ++word) ++in_bank[*word % banks];
    return std::ranges::max(in_bank);
}

// Whether lanes i and i^distance agree wherever both are on.
bool pairs_agree(std::uint32_t mask, int distance, const Address* addresses) {
    for (; mask; mask &= mask - 1) {
        const int lane = std::countr_zero(mask), other = lane ^ distance;
        if (mask >> other & 1 && addresses[lane] != addresses[other]) return false;
    }
    return true;
}

}  // namespace

Sectors count_sectors(std::uint32_t mask, int bytes, const Address* addresses) {
    Distinct sectors, places;
    for (; mask; mask &= mask - 1) {
        const Address address = addresses[std::countr_zero(mask)];
        places.add(address);
        sectors.add(address / sector_bytes);
    }
    return {sectors.count(), places.count() * bytes};
}

Wavefronts count_wavefronts(std::uint32_t mask, int bytes, bool load, const Address* addresses) {
    if (bytes <= bank_bytes) return {mask ? passes_of_group(mask, bytes, addresses) : 0, mask != 0};
    const int group = bytes == 8 ? 16 : 8, merged = group * 2;
    Wavefronts sum;
    for (int first = 0; first < warp_size; first += merged) {
        const std::uint32_t both = mask & (~0u >> (warp_size - merged)) << first;
        if (both == 0) continue;
        const bool merges =
            load && (pairs_agree(both, 1, addresses) || pairs_agree(both, 2, addresses));
        const std::uint32_t half = (~0u >> (warp_size - group)) << first;
        for (const std::uint32_t part : {merges ? both : both & half, merges ? 0 : both & ~half}) {
            if (part == 0) continue;
            sum.wavefronts += passes_of_group(part, bytes, addresses);
            ++sum.best;
        }
    }
    return sum;
}

namespace {

// The longest queue at one address in each sector.
class SectorQueues {
public:
    void add(std::uint64_t sector, std::uint32_t lanes) {
        int at = 0;
        while (at < count_ && sectors_[at] != sector) ++at;
        if (at == count_) sectors_[count_++] = sector, longest_[at] = 0;
        longest_[at] = std::max(longest_[at], lanes);
    }
    AtomicRequest sum() const {
        AtomicRequest all;
        for (int at = 0; at < count_; ++at) {
            all.passes = std::max(all.passes, longest_[at]);
            all.sectors += longest_[at];
        }
        return all;
    }

private:
    std::array<std::uint64_t, warp_size> sectors_;
    std::array<std::uint32_t, warp_size> longest_;
    int count_ = 0;
};

}  // namespace

AtomicRequest count_atomic(const Code& code, std::uint32_t mask, const Address* addresses) {
    if (code.flags & counts_lanes) return {1, 1};
    SectorQueues queues;
    while (mask) {
        const Address address = addresses[std::countr_zero(mask)];
        std::uint32_t same = 0;
        for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            if (addresses[lane] == address) same |= 1u << lane;
        }
        queues.add(address / sector_bytes, static_cast<std::uint32_t>(std::popcount(same)));
        mask &= ~same;
    }
    return queues.sum();
}

}  // namespace simulator
