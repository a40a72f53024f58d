// Capacity for lists that grow to millions of elements at the same time. Used by trace_recorder.cpp
// and origins_graph.h.
#pragma once

#include <cstddef>
#include <vector>

namespace simulator {

/// Makes room for `more` elements. A large list grows by a quarter, not to twice its size: old and
/// new list exist together while it moves, and a web page's memory never shrinks.
template <class T>
void make_room(std::vector<T>& list, std::size_t more) {
    const std::size_t needed = list.size() + more, room = list.capacity();
    if (needed <= room) return;
    const std::size_t grown = room < 4096 ? 2 * room : room + room / 4;
    list.reserve(grown < needed ? needed : grown);
}

}  // namespace simulator
