// The layout of a run's launch, made once and kept with the run. data_flow.cpp calls this.
#pragma once

#include "app/view.h"
#include "app/views/flow/layout.h"
#include "lab/run.h"

namespace app {

/// For the watched block; empty where nothing flows.
const FlowLayout& layout_of(const lab::Run&, int launch);
/// Whether layout_of() has a row; known long before the whole layout is.
bool flows(const lab::Run&, int launch);
/// By version: whether the chosen value was made from it or goes on in it. Empty: none is chosen.
const std::vector<bool>& chosen_way(const lab::Run&, const Cursor&);
/// chosen_way(), but empty where the layout shows none of it: then nothing fades.
const std::vector<bool>& chosen_way_in(const FlowLayout&, const lab::Run&, const Cursor&);

/// By step, in `far`: how far values other than zero travel. At most as many of them count as one
/// lens holds, and a permutation without a pattern counts less. In `made`: how many values a step
/// makes, for runs in which none travels. See travels.cpp.
struct Travels {
    std::vector<double> far, made;
};
Travels travels_of(const lab::Run&);

}  // namespace app
