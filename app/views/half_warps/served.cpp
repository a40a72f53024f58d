// See served.h.
#include "app/views/half_warps/served.h"

#include <algorithm>
#include <bit>
#include <map>

namespace app {
namespace {

using simulator::Address;

constexpr int half_size = 16;
constexpr int least_transaction = 32;  // bytes

Served nobody() {
    Served made;
    made.turn.fill(-1);
    return made;
}

std::uint32_t half_mask(int half) { return 0xffffu << (half * half_size); }

template <typename Each>
void each_lane(std::uint32_t lanes, Each each) {
    for (; lanes; lanes &= lanes - 1) each(std::countr_zero(lanes));
}

Address down_to(Address address, Address multiple) { return address / multiple * multiple; }

// Whether lane k of the half wants word k of an aligned row of 16 words, where it is on.
bool in_order(const Wants& wants, std::uint32_t lanes) {
    if (wants.bytes != 4 && wants.bytes != 8 && wants.bytes != 16) return false;
    const int first = std::countr_zero(lanes);
    const auto begin_of = [&](int lane) {
        return wants.address[std::size_t(lane)] - Address(wants.bytes) * Address(lane % half_size);
    };
    const Address begin = begin_of(first);
    // Words of 16 bytes fill two segments of 128; others one of 64 or 128.
    const Address segment = Address(std::min(wants.bytes * half_size, 128));
    bool all = begin % segment == 0;
    each_lane(lanes, [&](int lane) { all = all && begin_of(lane) == begin; });
    return all;
}

void serve_in_order(const Wants& wants, std::uint32_t lanes, Served& made) {
    const int segment = std::min(wants.bytes * half_size, 128);
    const int lanes_each = segment / wants.bytes;
    for (int from = 0; from < half_size; from += lanes_each) {
        bool any = false;
        each_lane(lanes, [&](int lane) {
            if (lane % half_size < from || lane % half_size >= from + lanes_each) return;
            made.turn[std::size_t(lane)] = made.turns;
            any = true;
        });
        if (!any) continue;
        ++made.turns;
        made.bytes += segment;
    }
}

int segment_of(int bytes) {
    if (bytes == 1) return 32;
    return bytes == 2 ? 64 : 128;
}

// Bytes of a transaction, where the lanes of a segment use bytes from `first` to before `end`.
int cut_transaction(int segment, Address first, Address end) {
    Address begin = down_to(first, Address(segment));
    while (segment > least_transaction) {
        const Address middle = begin + Address(segment / 2);
        if (end > middle && first < middle) break;
        if (first >= middle) begin = middle;
        segment /= 2;
    }
    return segment;
}

void serve_segments(const Wants& wants, std::uint32_t left, Served& made) {
    const Address segment = Address(segment_of(wants.bytes));
    while (left) {
        const Address base = down_to(wants.address[std::size_t(std::countr_zero(left))], segment);
        std::uint32_t together = 0;
        Address first = base + segment, end = base;
        each_lane(left, [&](int lane) {
            const Address at = wants.address[std::size_t(lane)];
            if (down_to(at, segment) != base) return;
            together |= 1u << lane;
            first = std::min(first, at);
            end = std::max(end, at + Address(wants.bytes));
        });
        each_lane(together, [&](int lane) { made.turn[std::size_t(lane)] = made.turns; });
        ++made.turns;
        made.bytes += cut_transaction(int(segment), first, end);
        left &= ~together;
    }
}

// The word that most lanes want, and those lanes.
std::uint32_t most_of_one_word(const std::map<Address, std::uint32_t>& words) {
    const auto most = std::ranges::max_element(
        words, {}, [](const auto& word) { return std::popcount(word.second); });
    return most->second;
}

void serve_16_banks(const Wants& wants, std::uint32_t left, Address word, Served& made) {
    while (left) {
        std::map<Address, std::uint32_t> words;
        each_lane(left, [&](int lane) {
            words[wants.address[std::size_t(lane)] / 4 + word] |= 1u << lane;
        });
        std::uint32_t served = wants.load ? most_of_one_word(words) : 0;
        std::uint32_t banks = 0;
        const auto bank_of = [&](int lane) {
            return 1u << ((wants.address[std::size_t(lane)] / 4 + word) % half_size);
        };
        each_lane(served, [&](int lane) { banks |= bank_of(lane); });
        each_lane(left & ~served, [&](int lane) {
            if (banks & bank_of(lane)) return;
            banks |= bank_of(lane);
            served |= 1u << lane;
        });
        each_lane(served, [&](int lane) {
            int& turn = made.turn[std::size_t(lane)];
            if (turn < 0) turn = made.turns;
        });
        ++made.turns;
        left &= ~served;
    }
}

}  // namespace

Served by_order(const Wants& wants) {
    Served made = nobody();
    for (int half = 0; half < 2; ++half) {
        const std::uint32_t lanes = wants.mask & half_mask(half);
        if (!lanes) continue;
        if (in_order(wants, lanes)) {
            serve_in_order(wants, lanes, made);
            continue;
        }
        each_lane(lanes, [&](int lane) {
            made.turn[std::size_t(lane)] = made.turns++;
            made.bytes += least_transaction;
        });
    }
    return made;
}

Served by_segments(const Wants& wants) {
    Served made = nobody();
    for (int half = 0; half < 2; ++half) serve_segments(wants, wants.mask & half_mask(half), made);
    return made;
}

Served by_sectors(const Wants& wants) {
    Served made = nobody();
    std::map<Address, int> sectors;
    each_lane(wants.mask, [&](int lane) {
        const Address at = wants.address[std::size_t(lane)];
        for (Address sector = at / least_transaction;
             sector <= (at + Address(wants.bytes) - 1) / least_transaction; ++sector) {
            const auto [found, added] = sectors.emplace(sector, made.turns);
            if (added) ++made.turns;
            int& turn = made.turn[std::size_t(lane)];
            if (turn < 0) turn = found->second;
        }
    });
    made.bytes = made.turns * least_transaction;
    return made;
}

Served by_16_banks(const Wants& wants) {
    Served made = nobody();
    // Wider words are requests of 4 bytes, one after the other.
    const int words = std::max(1, wants.bytes / 4);
    for (int half = 0; half < 2; ++half)
        for (int word = 0; word < words; ++word)
            serve_16_banks(wants, wants.mask & half_mask(half), Address(word), made);
    return made;
}

Served by_32_banks(const simulator::Trace& trace, const simulator::Event& event) {
    Served made = nobody();
    for (const Pass& pass : passes_of(trace, event).passes) {
        for (const BankUse& use : pass.banks)
            each_lane(use.lanes, [&](int lane) {
                int& turn = made.turn[std::size_t(lane)];
                if (turn < 0) turn = made.turns;
            });
        ++made.turns;
    }
    return made;
}

}  // namespace app
