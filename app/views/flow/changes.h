// Who changed a cell in one row of a data-flow picture. A store leaves the value of its thread
// alone. Atomics of many threads each leave a part in it: all of them made the value.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "app/views/flow/layout.h"

namespace app {

/// The versions that made a mark's value in its row: the last one, and where atomics made it, all
/// atomics of the row.
std::vector<std::uint32_t> changes_of(const simulator::Flow&, const FlowMark&);

// Cells of a row that several threads change by atomics.
struct SharedChanges {
    int cells = 0;
    std::int64_t changes = 0;           // by atomics, of all cells of the row
    std::size_t most = 0;               // threads that change one of them, at most
    std::set<std::uint32_t> threads{};  // of all
    void add(const simulator::Flow&, const FlowRow&);
};

/// The threads whose values are in a mark's cell.
std::set<std::uint32_t> threads_of(const simulator::Flow&, const FlowMark&);

}  // namespace app
