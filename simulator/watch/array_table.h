// Names the memory that a lane touches: buffers by the host's names, shared arrays by those of the
// kernel's source. Used by trace_recorder.cpp and origins*.cpp, each with a table of its own.
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

// A stretch of memory that is one array.
struct Extent {
    Space space = Space::none;
    Address first = 1, last = 0;  // offsets: last is behind its end
    int array = -1;               // -1: nothing of a name is there
    int shift = 0;                // an element has 2^shift bytes
    bool contains(Space where, Address offset) const {
        return where == space && offset - first < last - first && first <= offset;
    }
};

class ArrayTable {
public:
    std::vector<Array> arrays;

    void launch_begins(const Program& program, int launch);
    /// The array at `offset` of `space` (see Located). An array whose elements PTX leaves open gets
    /// the width and type of the first access.
    Extent extent(const Moment&, Space space, Address offset, Type type);
    /// Array and element at `offset`; array -1 where nothing of a name is there.
    Cell find(const Moment&, Space space, Address offset, Type type);
    /// Bytes of an element of `array`.
    int width(int array) const { return 1 << shifts_[array]; }
    /// An array that is no memory: values that lanes hold.
    int add(Array array, int width);

private:
    int buffer(const Buffer&);
    int local(int launch, Type type);
    void give_type(Extent& window, const Moment&, Type type);

    std::vector<int> shifts_;  // by array; -1: not known yet
    std::vector<bool> typed_;  // by array: more is known than its width
    std::vector<Extent> shared_;
    std::map<std::pair<std::string, Address>, int> buffers_;
    int local_ = -1;
    Extent met_;  // the array met last
};

/// "part" of "_ZZ17reduce_sequentialPKfPfE4part"; a name that is not mangled so is its own.
std::string source_name(std::string_view symbol);

}  // namespace simulator
