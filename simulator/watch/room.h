// Room for lists that grow to millions of elements beside each other. Used by trace_recorder.cpp
// and origins_graph.h.
#pragma once

#include <cstddef>
#include <vector>

namespace simulator {

/// Makes room for `more` elements. The list grows by a quarter and not to twice its size: old and
/// new stand beside each other while it moves, and a page's memory never shrinks.
template <class T>
void make_room(std::vector<T>& list, std::size_t more) {
    const std::size_t needed = list.size() + more, room = list.capacity();
    if (needed <= room) return;
    const std::size_t grown = room < 4096 ? 2 * room : room + room / 4;
    list.reserve(grown < needed ? needed : grown);
}

}  // namespace simulator
