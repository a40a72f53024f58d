// What came into a row of a data-flow picture: arrows, how far they reach, from which arrays. For
// its words.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>

#include "app/views/flow/layout.h"

namespace app {

/// How far the values of a row travelled: source column minus target column, and how often. A lane
/// that shuffles past an end of its warp takes from the other end: as far as its neighbours.
struct Reaches {
    std::map<std::int64_t, int> apart;
    std::set<std::int64_t> crossed;  // source xor target
    bool around = false;             // some past an end of their warp
    int from_inputs = 0, made = 0;
    int from_table = 0;  // entries of a table, which stand at no distance
};

/// Columns that meet: each is made from all of its group, and the columns of a group stand as far
/// apart as those of all others. 0 of them: it is otherwise.
struct ColumnsThatMeet {
    int columns = 0;
    std::int64_t apart = 0;
};

/// Those that end in a row; ascending by column.
std::span<const FlowArrow> arrows_into(const FlowLayout&, int row);
/// Whether it comes from an array that stands further above, between the stage's rows: no distance
/// of its row.
bool comes_beside(const FlowLayout&, const FlowArrow&);
Reaches reaches_of(const FlowLayout&, int row);
/// Of a row in which three columns or more meet.
ColumnsThatMeet meeting_in(const FlowLayout&, int row);

/// An array's name; "memory" below 0.
std::string name_of(const simulator::Flow&, int array);
/// "from input" where all that came into a row came from one other array, "from 4 arrays" where
/// from several; empty where none did.
std::string sources_of(const simulator::Flow&, const FlowLayout&, int row);

}  // namespace app
