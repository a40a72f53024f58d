// Words in which blocks tell later blocks their sums, for a decoupled look-back. Pictures show the
// blocks that a block asked, and the sums that they had told by then.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>

#include "lab/feature.h"

namespace lab {

struct LookBack {
    std::string words{};  // the buffer; each block's words stand together. Empty: no look-back
    /// Words of a block; pictures show the first of them. 0 where this kernel does not look back.
    std::function<std::int64_t(const Settings&)> of_block{};
    int shift = 0;                      // bits of a word below those that hold its state
    std::array<std::string, 3> says{};  // by state: "nothing yet", "its own sum", "all so far"
    std::string about{};                // the subject of the first word: "digit 0"; may be empty
};

}  // namespace lab
