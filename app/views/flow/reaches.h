// Counts the arrows into a row of a data-flow picture: how far they reach, from which arrays. The
// words of rows are made from it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>

#include "app/views/flow/layout.h"

namespace app {

/// How far the values of a row travelled: source column minus target column, and how often. A lane
/// that shuffles past an end of its warp counts as far as its neighbours.
struct Reaches {
    std::map<std::int64_t, int> apart;
    std::set<std::int64_t> crossed;  // source xor target
    bool around = false;             // some lanes shuffle past an end of their warp
    int from_inputs = 0, made = 0;
    int from_table = 0;  // entries of a table, which have no distance
};

/// Columns that meet: each is made from all columns of its group. The columns of every group stand
/// equally far apart. `columns` is 0 for a row without such groups.
struct ColumnsThatMeet {
    int columns = 0;
    std::int64_t apart = 0;
};

/// The arrows that end in a row, ascending by column.
std::span<const FlowArrow> arrows_into(const FlowLayout&, int row);
/// Whether an arrow comes from an array further above, between the stage's rows. It has no
/// distance.
bool comes_beside(const FlowLayout&, const FlowArrow&);
Reaches reaches_of(const FlowLayout&, int row);
/// For a row in which three or more columns meet.
ColumnsThatMeet meeting_in(const FlowLayout&, int row);

/// An array's name; "memory" below 0.
std::string name_of(const simulator::Flow&, int array);
/// "input" where all values came from one other array, "4 arrays" for several; empty for none.
std::string sources_of(const simulator::Flow&, const FlowLayout&, int row);

}  // namespace app
