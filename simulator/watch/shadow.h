// What the checks remember of every piece of memory: its last writer, its readers since then, and
// accesses by signals. Used by races.cpp, for global memory and each block's shared memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "simulator/types.h"

namespace simulator::checks {

using Time = std::uint64_t;  // instructions that the checker has seen, of all warps together

// One access by one thread. 16 bytes, since each word of memory has four.
struct Access {
    std::uint64_t time : 44 = 0;  // 0: no access
    std::uint64_t code : 20 = 0;  // index into Program::code
    std::uint64_t block : 49 = 0;
    std::uint64_t thread : 10 = 0;  // in its block
    std::uint64_t atomic : 1 = 0;
    std::uint64_t strong : 1 = 0;         // an atomic, or an access used as a signal
    std::uint64_t only_volatile : 1 = 0;  // without a memory order
    std::uint64_t flag : 1 = 0;           // of a load: its value only decides what runs next
    std::uint64_t block_scope : 1 = 0;    // a signal for its own block only

    std::uint32_t warp() const { return static_cast<std::uint32_t>(thread) / warp_size; }
    int lane() const { return static_cast<int>(thread % warp_size); }
    bool same_warp(const Access& other) const {
        return block == other.block && warp() == other.warp();
    }
    bool same_thread(const Access& other) const {
        return block == other.block && thread == other.thread;
    }
};

// The last accesses of one kind. Three are enough: any later access finds one of another thread,
// and one of another warp, if there are any.
struct Recent {
    Access last;
    Access other_thread;  // the last by another thread of `last`'s warp
    Access other_warp;    // the last by another warp than `last`'s

    void add(const Access& access);
    /// Forgets this thread's accesses.
    void forget(const Access& thread);
    template <class Each>
    void each(Each each) const {
        each(last), each(other_thread), each(other_warp);
    }
};

// Plain accesses to a word of memory, or to a byte after narrower accesses. `readers` are those
// since the last write.
struct Shadow {
    Access write;
    Recent readers;
};

// The signals at the same place since the last plain write. Signals of two threads are no race and
// have no order, so none hides earlier accesses.
struct Signals {
    Recent writers, readers;
};

class ShadowMemory {
public:
    explicit ShadowMemory(std::size_t most_pages) : most_pages_(most_pages) {}
    /// Pages are shared until one of the two memories writes to them.
    ShadowMemory(const ShadowMemory& other);
    ShadowMemory& operator=(const ShadowMemory&) = delete;

    /// Calls `visit(Shadow&, Signals*)` for each piece of [address, address + bytes). Signals are
    /// null if there were none and this access is none. Beyond the limit of pages nothing is
    /// remembered or called.
    template <class Visit>
    void visit(Address address, int bytes, bool signal, Visit visit) {
        const Address end = address + bytes;
        while (address < end) {
            const Address stop = std::min(end, (address / page_bytes + 1) * page_bytes);
            Page* page = page_of(address / page_bytes, (address | stop) % word != 0);
            if (!page || (signal && !has_signals(*page))) return;
            const int grain = page->bytewise ? 1 : word;
            for (; address < stop; address += grain) {
                const std::size_t cell = address % page_bytes / grain;
                visit(page->cells[cell], page->signals.empty() ? nullptr : &page->signals[cell]);
            }
        }
    }

    static constexpr Address page_bytes = 1024;

private:
    static constexpr int word = 4;
    struct Page {
        bool bytewise = false;
        std::vector<Shadow> cells;
        std::vector<Signals> signals;  // empty until there is a signal
    };
    Page* page_of(Address index, bool bytewise);
    bool has_signals(Page& page);
    bool has_room(std::size_t pages) const { return pages_.size() + more_ + pages <= most_pages_; }
    bool split(Page& page);

    std::unordered_map<Address, std::shared_ptr<Page>> pages_;
    std::size_t most_pages_;
    std::size_t more_ = 0;          // extra size of pages with bytes or signals, in plain pages
    mutable Page* last_ = nullptr;  // the last page found, if only this memory has it
    mutable Address last_index_ = 0;
};

}  // namespace simulator::checks
