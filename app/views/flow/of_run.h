// The layout of a launch of a run, made once and kept with it. Asked by data_flow.cpp.
#pragma once

#include "app/view.h"
#include "app/views/flow/layout.h"
#include "lab/run.h"

namespace app {

/// Of the watched block; empty where nothing flows.
const FlowLayout& layout_of(const lab::Run&, int launch);
/// Whether that has a row, which is known long before all of it is.
bool flows(const lab::Run&, int launch);
/// By version: what the value that was chosen was made from, and where it goes on; empty where none
/// is.
const std::vector<bool>& chosen_way(const lab::Run&, const Cursor&);
/// The same of what is laid out; empty too where it does not pass there: nothing is to fade for it.
const std::vector<bool>& chosen_way_in(const FlowLayout&, const lab::Run&, const Cursor&);

/// By step: how far values other than zero travel, of no more of them than one lens holds; where
/// they are put into another order, that counts less than a pattern. Where none travels, how many
/// are made. Implemented in travels.cpp.
struct Travels {
    std::vector<double> far, made;
};
Travels travels_of(const lab::Run&);

}  // namespace app
