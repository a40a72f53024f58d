// Which values are keys, and by which digit a pass sorts. See keys.h.
#include "app/views/flow/keys.h"

#include <algorithm>

#include "app/format.h"
#include "app/views/flow/stage.h"
#include "lab/features/sorted_keys.h"

namespace app {

using namespace simulator;

std::string FlowDigit::words() const { return (bits == 1 ? "bit " : "bits ") + places(); }

std::string FlowDigit::places() const {
    const std::string first = std::to_string(shift);
    return bits == 1 ? first : first + " to " + std::to_string(shift + bits - 1);
}

std::string sorting_claim(const FlowKeys& keys) {
    const std::string by = count_word(keys.digit_bits) + (keys.digit_bits == 1 ? " bit" : " bits");
    if (keys.end - keys.first > 1)
        return capitalised(count_word(keys.end - keys.first)) + " passes, " + by + " each";
    return "Each key goes to the place of its digit";
}

FlowDigit FlowKeys::digit(int pass) const {
    const int shift = pass * digit_bits;
    return {shift, std::min(digit_bits, key_bits - shift)};
}

namespace {

bool holds_keys(const Flow& flow, int array, const lab::SortedKeys& sorted) {
    return array >= 0 && flow.arrays[array].space == Space::global &&
           std::ranges::find(sorted.buffers, flow.arrays[array].name) != sorted.buffers.end();
}

// The key with the same bits that went into this value. Lanes may have passed other parts of the
// key on in between. A value that only chose a place is no source.
std::uint32_t key_in(const Flow& flow, const Version& version, std::uint64_t bits,
                     const std::vector<bool>& are) {
    for (const Edge& edge : edges_of(flow, version)) {
        const Version& source = flow.versions[edge.source];
        if (edge.kind != EdgeKind::data || source.array < 0) continue;
        if (are[edge.source] && source.after == bits) return edge.source;
        const bool lanes = flow.arrays[source.array].space == Space::none;
        if (const std::uint32_t key =
                lanes && source.edges == 1 ? key_in(flow, source, bits, are) : 0)
            return key;
    }
    return 0;
}

}  // namespace

FlowKeys flow_keys(const lab::Run& run, int launch) {
    const lab::SortedKeys& sorted = lab::feature<lab::SortedKeys>(run.request.settings);
    FlowKeys keys;
    if (sorted.buffers.empty() || !run.flow) return keys;
    const auto [first, end] = sorted.passes(run.request.settings, launch);
    keys.first = first, keys.end = end;
    keys.key_bits = sorted.key_bits(run.request.settings);
    keys.digit_bits = sorted.digit_bits(run.request.settings);
    keys.are.resize(run.flow->versions.size());
    keys.from.resize(keys.are.size());
    for (std::size_t v = 1; v < keys.are.size(); ++v) {
        const Version& version = run.flow->versions[v];
        if (version.array < 0 || run.flow->arrays[version.array].space == Space::none) continue;
        keys.from[v] = key_in(*run.flow, version, version.after, keys.are);
        const bool shared = run.flow->arrays[version.array].space == Space::shared;
        keys.are[v] = (shared && keys.from[v]) || holds_keys(*run.flow, version.array, sorted);
    }
    return keys;
}

DigitGroup group_of(const FlowDigit& digit, std::uint64_t value) {
    constexpr int most_bits = 3;
    const int bits = std::min(digit.bits, most_bits);
    return {static_cast<int>(value >> (digit.bits - bits)), 1 << bits};
}

}  // namespace app
