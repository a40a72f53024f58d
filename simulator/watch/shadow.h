// What is remembered of every piece of memory for the checks: who wrote it last, and who has read
// it since; beside that, who used it by signals. Used by races.cpp, for global memory and for the
// shared memory of each block.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "simulator/types.h"

namespace simulator::checks {

using Time = std::uint64_t;  // instructions that the checker has seen, of all warps together

// One access by one thread, in 16 bytes, since there are four for each word of memory.
struct Access {
    std::uint64_t time : 44 = 0;  // 0: there was none
    std::uint64_t code : 20 = 0;  // index into Program::code
    std::uint64_t block : 49 = 0;
    std::uint64_t thread : 10 = 0;  // in its block
    std::uint64_t atomic : 1 = 0;
    std::uint64_t strong : 1 = 0;         // an atomic, or one that the program takes for a signal
    std::uint64_t only_volatile : 1 = 0;  // no order is asked for
    std::uint64_t flag : 1 = 0;           // of a load: what it reads only decides what runs next
    std::uint64_t block_scope : 1 = 0;    // a signal for its own block alone

    std::uint32_t warp() const { return static_cast<std::uint32_t>(thread) / warp_size; }
    int lane() const { return static_cast<int>(thread % warp_size); }
    bool same_warp(const Access& other) const {
        return block == other.block && warp() == other.warp();
    }
    bool same_thread(const Access& other) const {
        return block == other.block && thread == other.thread;
    }
};

// The last accesses of a kind. Three are enough: whoever comes next finds one that is another
// thread's, and one of another warp, if there were any.
struct Recent {
    Access last;
    Access other_thread;  // the last one by another thread of the last one's warp
    Access other_warp;    // the last one by another warp than the last one's

    void add(const Access& access);
    /// Forgets what this thread did.
    void forget(const Access& thread);
    template <class Each>
    void each(Each each) const {
        each(last), each(other_thread), each(other_warp);
    }
};

// A word of memory, or a byte of it where accesses are narrower: plain accesses to it. The readers
// are those since the last write.
struct Shadow {
    Access write;
    Recent readers;
};

// The same place's signals since the last plain write. Of two threads these are no race, in no
// order: so none hides what came before it.
struct Signals {
    Recent writers, readers;
};

class ShadowMemory {
public:
    explicit ShadowMemory(std::size_t most_pages) : most_pages_(most_pages) {}
    /// Pages are shared until one of the two writes to them.
    ShadowMemory(const ShadowMemory& other);
    ShadowMemory& operator=(const ShadowMemory&) = delete;

    /// Calls `visit(Shadow&, Signals*)` for each piece of [address, address + bytes); the second is
    /// null where there were no signals, and this access is none. What lies beyond the limit of
    /// pages is not remembered, and nothing is called for it.
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
        std::vector<Signals> signals;  // empty until there is one
    };
    Page* page_of(Address index, bool bytewise);
    bool has_signals(Page& page);
    bool has_room(std::size_t pages) const { return pages_.size() + more_ + pages <= most_pages_; }
    bool split(Page& page);

    std::unordered_map<Address, std::shared_ptr<Page>> pages_;
    std::size_t most_pages_;
    std::size_t more_ = 0;          // that pages with bytes and with signals take, in plain pages
    mutable Page* last_ = nullptr;  // the page met last, which is this memory's alone
    mutable Address last_index_ = 0;
};

}  // namespace simulator::checks
