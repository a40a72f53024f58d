// Which cells of a launch follow its rule, and which of them is lit. Called by signature/draw.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "app/view.h"
#include "app/views/flow/signature.h"

namespace app {

// A launch of the watched block, looked at for its rule.
struct FoundSignature {
    Signature signature;
    std::vector<int> steps;   // by version, as FlowLayout::steps
    std::vector<bool> ruled;  // by target: it is made as the rule says, and shows it
};

/// Of the launch at the cursor. Made once and kept with the run.
const FoundSignature& found_signature(const lab::Run&, const Cursor&);
/// By array: the cells that a target, an index into Signature::targets, was made from.
std::map<int, std::set<std::int64_t>> cells_by_array(const lab::Run&, const Signature&,
                                                     std::size_t target);
/// The target whose sources are lit, an index into Signature::targets: the chosen one, else the
/// newest that the lens lane wrote. Where nobody chose a lane, the first that is made as the title
/// says.
int focus_of(const lab::Run&, const FoundSignature&, const Cursor&);

}  // namespace app
