// Rules for arrays that are one line. See signature_lines.h.
#include "app/views/flow/signature_lines.h"

#include <algorithm>

namespace app {

using namespace simulator;

bool stand_in_line(const Flow& flow, const Signature& signature, const SignatureQuestion& asked) {
    constexpr std::size_t most_sources = 1 << 17;
    const Trace* trace = asked.trace;
    if (!trace || asked.launch >= static_cast<int>(trace->launches.size())) return false;
    const Dim3 block = trace->launches[static_cast<std::size_t>(asked.launch)].block;
    std::size_t sources = 0;
    for (const std::uint32_t target : signature.targets) sources += flow.versions[target].edges;
    return block.y * block.z == 1 && sources <= most_sources &&
           std::ranges::none_of(signature.shapes, &SignatureShape::known);
}

void read_as_lines(const Flow& flow, Signature& signature) {
    for (std::size_t a = 0; a < flow.arrays.size(); ++a)
        if (flow.arrays[a].space == Space::global)
            signature.shapes[a] = {std::int64_t(flow.arrays[a].elements), 1, true, true};
}

namespace {

bool side_by_side(const SignaturePart& part) {
    return part.offsets.back().x - part.offsets.front().x + 1 == std::ssize(part.offsets);
}

}  // namespace

const SignaturePart* moving_window(const Signature& signature) {
    if (!signature.in_lines()) return nullptr;
    const auto found = std::ranges::find_if(signature.parts, [](const SignaturePart& part) {
        return part.column == SignatureAxis::column && part.offsets.size() > 2 &&
               part.agree * 2 >= part.targets && side_by_side(part);
    });
    return found == signature.parts.end() ? nullptr : &*found;
}

std::string line_words(const SignaturePart& part) {
    const std::int64_t first = part.offsets.front().x, last = part.offsets.back().x;
    const auto text = [](std::int64_t number) { return std::to_string(number); };
    if (!side_by_side(part)) return text(std::ssize(part.offsets)) + " numbers, not side by side";
    if (part.column != SignatureAxis::column)
        return first == last ? "number " + text(first)
                             : "numbers " + text(first) + " to " + text(last);
    const std::string before = text(-first) + " before it", behind = text(last) + " after it";
    if (first == 0 && last == 0) return "the one at its own place";
    if (last == 0) return "the one at its own place and the " + before;
    if (first == 0) return "the one at its own place and the " + behind;
    if (first < 0 && last > 0) return "from " + before + " to " + behind;
    return first > 0 ? "from " + text(first) + " to " + behind
                     : "from " + text(-first) + " to " + text(-last) + " before it";
}

}  // namespace app
