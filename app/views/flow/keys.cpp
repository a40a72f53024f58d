// Which values are keys, and by which digit a pass sorts. See keys.h.
#include "app/views/flow/keys.h"

#include <algorithm>

#include "app/views/flow/stage.h"
#include "lab/lesson_more.h"

namespace app {

using namespace simulator;

std::string FlowDigit::words() const {
    if (bits == 1) return "bit " + std::to_string(shift);
    return "bits " + std::to_string(shift) + " to " + std::to_string(shift + bits - 1);
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

// What holds the same bits as a key that it was made from. What only chose its place is no source.
bool copies_key(const Flow& flow, const Version& version, const std::vector<bool>& are) {
    if (version.array < 0 || flow.arrays[version.array].space != Space::shared) return false;
    return std::ranges::any_of(edges_of(flow, version), [&](const Edge& edge) {
        return edge.kind == EdgeKind::data && are[edge.source] &&
               flow.versions[edge.source].after == version.after;
    });
}

}  // namespace

FlowKeys flow_keys(const lab::Run& run, int launch) {
    const lab::SortedKeys& sorted = lab::more_of(run.request.settings).sorted_keys;
    FlowKeys keys;
    if (sorted.buffers.empty() || !run.flow) return keys;
    const auto [first, end] = sorted.passes(run.request.settings, launch);
    keys.first = first, keys.end = end;
    keys.key_bits = sorted.key_bits(run.request.settings);
    keys.digit_bits = sorted.digit_bits(run.request.settings);
    keys.are.resize(run.flow->versions.size());
    for (std::size_t v = 1; v < keys.are.size(); ++v) {
        const Version& version = run.flow->versions[v];
        keys.are[v] = holds_keys(*run.flow, version.array, sorted) ||
                      copies_key(*run.flow, version, keys.are);
    }
    return keys;
}

DigitGroup group_of(const FlowDigit& digit, std::uint64_t value) {
    constexpr int most_bits = 3;
    const int bits = std::min(digit.bits, most_bits);
    return {static_cast<int>(value >> (digit.bits - bits)), 1 << bits};
}

}  // namespace app
