// Names the memory that a lane accesses: buffers by the host's names, shared arrays by the source's
// names. Used by trace_recorder.cpp and origins*.cpp, each with its own table.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simulator/decode/program.h"
#include "simulator/watch/observer.h"
#include "simulator/watch/trace.h"

namespace simulator {

// A range of memory that is one array.
struct Extent {
    Space space = Space::none;
    Address first = 1, last = 0;  // offsets: last is one past the end
    int array = -1;               // -1: no named array
    int shift = 0;                // an element has 2^shift bytes
    bool contains(Space where, Address offset) const {
        return where == space && offset - first < last - first && first <= offset;
    }
};

class ArrayTable {
public:
    std::vector<Array> arrays;

    void launch_begins(const Program& program, int launch);
    /// The array at `offset` of `space` (see Located). An array without an element type in PTX gets
    /// the width and type of the first access.
    Extent extent(const Moment&, Space space, Address offset, Type type);
    /// Array and element at `offset`; array -1 if no named array is there.
    Cell find(const Moment&, Space space, Address offset, Type type);
    /// Bytes of an element of `array`.
    int width(int array) const { return 1 << shifts_[array]; }
    /// Adds an array that is not memory: values that lanes hold.
    int add(Array array, int width);

private:
    int buffer(const Buffer&);
    int local(int launch, Type type);
    void give_type(Extent& window, const Moment&, Type type);

    std::vector<int> shifts_;  // by array; -1: not known yet
    std::vector<bool> typed_;  // by array: type known, not only the width
    std::vector<Extent> shared_;
    std::map<std::pair<std::string, Address>, int> buffers_;
    int local_ = -1;
    Extent met_;  // the last result of extent()
};

/// "part" from "_ZZ17reduce_sequentialPKfPfE4part"; names without such mangling stay.
std::string source_name(std::string_view symbol);

}  // namespace simulator
