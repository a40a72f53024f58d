// Words that courses on CUDA use and no picture here underlines. Listed in the glossary.
#pragma once

#include <span>
#include <string_view>

namespace app {

struct Term {
    std::string_view word;         // "wavefront"
    std::string_view forms;        // further forms in texts: "wavefronts"
    std::string_view means;        // one or two sentences, with the unit of counts
    std::string_view metric = {};  // name in Nsight Compute; empty: none
    std::string_view view = {};    // id of the view that shows it; empty: any, or none
};

/// In no order.
std::span<const Term> course_terms();

}  // namespace app
