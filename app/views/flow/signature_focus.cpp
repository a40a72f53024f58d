// Finds the cells that show a rule. See signature_focus.h.
#include "app/views/flow/signature_focus.h"

#include <algorithm>

#include "app/views/flow/layout.h"
#include "app/views/moment.h"

namespace app {

using namespace simulator;

std::map<int, std::set<std::int64_t>> cells_by_array(const lab::Run& run,
                                                     const Signature& signature,
                                                     std::size_t target) {
    std::map<int, std::set<std::int64_t>> cells;
    for (const std::uint32_t source : signature.sources[target])
        cells[run.flow->versions[source].array].insert(run.flow->versions[source].cell);
    return cells;
}

namespace {

// Whether a target was made from as many cells of each array as the rule says. Arrays without a
// rule do not count.
bool follows_rule(const lab::Run& run, const Signature& signature, std::size_t target) {
    auto cells = cells_by_array(run, signature, target);
    return std::ranges::all_of(signature.parts, [&](const SignaturePart& part) {
        return cells[part.array].size() == part.offsets.size();
    });
}

// Whether it is made only from cells at its own place: a diagonal does not show a transpose.
bool stays(const lab::Run& run, const Signature& signature, std::size_t target) {
    const std::uint32_t own = signature.targets[target];
    return std::ranges::all_of(signature.sources[target], [&](std::uint32_t source) {
        return run.flow->versions[source].cell == run.flow->versions[own].cell;
    });
}

FoundSignature find_in(const lab::Run& run, int launch) {
    if (!run.flow) return {};
    const std::uint64_t block = shown_block(run);
    SignatureQuestion question{block, launch, run.steps, run.trace.get(), {}};
    for (const lab::ShapeRecord& one : run.shapes) question.shapes.push_back(one.shape);
    FoundSignature found{signature_of(*run.flow, question),
                         version_steps(*run.flow, {block, launch, run.steps, run.trace.get(), {}}),
                         {}};
    const Signature& signature = found.signature;
    const std::size_t targets = signature.targets.size();
    std::vector<bool> still(targets);
    for (std::size_t i = 0; i < targets; ++i) still[i] = stays(run, signature, i);
    const bool turned = std::ranges::count(still, false) > 0;
    for (std::size_t i = 0; i < targets; ++i)
        found.ruled.push_back(follows_rule(run, signature, i) && !(turned && still[i]));
    return found;
}

}  // namespace

const FoundSignature& found_signature(const lab::Run& run, const Cursor& cursor) {
    const int launch = launch_at(run, cursor);
    return run.derived(launch, [&] { return find_in(run, launch); });
}

int focus_of(const lab::Run& run, const FoundSignature& found, const Cursor& cursor) {
    const auto& targets = found.signature.targets;
    int newest = -1, first = -1;
    bool now = false;
    const auto thread = static_cast<std::uint32_t>(cursor.warp * warp_size + cursor.lane);
    for (int i = 0; i < static_cast<int>(targets.size()); ++i) {
        if (static_cast<int>(targets[i]) == cursor.version) return i;
        const Version& version = run.flow->versions[targets[i]];
        if (version.thread == thread && (newest < 0 || found.steps[targets[i]] <= cursor.step))
            newest = i;
        const bool here = found.steps[targets[i]] == cursor.step;  // a target made now is preferred
        const bool ruled = found.ruled[static_cast<std::size_t>(i)];
        if (ruled && (first < 0 || (here && !now))) first = i, now = here;
    }
    const bool told = newest >= 0 && (cursor.lane != 0 || cursor.warp != 0 ||
                                      found.ruled[static_cast<std::size_t>(newest)]);
    return told ? newest : std::max({first, newest >= 0 && first < 0 ? newest : -1, 0});
}

}  // namespace app
