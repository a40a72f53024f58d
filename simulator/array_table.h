// Names the memory that a lane touches: buffers by the host's names, shared arrays by those of the
// kernel's source. Used by trace_recorder.cpp and origins*.cpp, each with a table of its own.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simulator/observer.h"
#include "simulator/program.h"
#include "simulator/trace.h"

namespace simulator {

class ArrayTable {
public:
    std::vector<Array> arrays;

    void launch_begins(const Program& program, int launch);
    /// Array and element at `offset` of `space` (see Located). An array whose elements PTX leaves
    /// open gets the width and type of the first access. Element -1 and array -1 where nothing of a
    /// name is there.
    Cell find(const Moment&, Space space, Address offset, Type type);
    /// Bytes of an element of `array`.
    int width(int array) const { return widths_[array]; }
    /// An array that is no memory: values that lanes hold.
    int add(Array array, int width);

private:
    struct Window {  // a shared array: where it begins and ends
        Address first = 0, last = 0;
        int array = -1;
    };
    int buffer(const Buffer&);
    int local(int launch, Type type);
    Cell in(int array, Address base, Address offset) const;

    std::vector<int> widths_;
    std::vector<Window> shared_;
    std::map<std::pair<std::string, Address>, int> buffers_;
    int local_ = -1;
    Address first_ = 1, last_ = 0;  // the buffer met last
    int last_array_ = -1;
};

/// "part" of "_ZZ17reduce_sequentialPKfPfE4part"; a name that is not mangled so is its own.
std::string source_name(std::string_view symbol);

}  // namespace simulator
