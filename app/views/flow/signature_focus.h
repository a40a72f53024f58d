// Which cells of a launch follow its rule, and which of them is lit. signature/draw.cpp calls this.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "app/view.h"
#include "app/views/flow/signature.h"

namespace app {

// A launch of the watched block and its rule.
struct FoundSignature {
    Signature signature;
    std::vector<int> steps;   // by version, as FlowLayout::steps
    std::vector<bool> ruled;  // by target: it follows the rule, and shows it
};

/// For the launch at the cursor. Made once and kept with the run.
const FoundSignature& found_signature(const lab::Run&, const Cursor&);
/// By array: the cells from which a target was made. `target`: index in Signature::targets.
std::map<int, std::set<std::int64_t>> cells_by_array(const lab::Run&, const Signature&,
                                                     std::size_t target);
/// The target whose sources are lit, as an index in Signature::targets: the chosen target, else the
/// newest that the lens lane wrote. If nobody chose a lane, a target that follows the rule.
int focus_of(const lab::Run&, const FoundSignature&, const Cursor&);

}  // namespace app
