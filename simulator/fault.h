// The errors of a running kernel. The simulator gives kinds and fields; lab/running/faults.cpp
// writes the sentence.
#pragma once

#include <cstdint>
#include <string>

#include "simulator/types.h"

namespace simulator {

enum class FaultKind : std::uint8_t {
    out_of_bounds,
    misaligned,
    freed,
    wrong_space,
    read_only,
    race,
    equal_writes,  // a race of two writes of the same constant: a warning
    uninitialized_read,
    divergent_barrier,
    fragile_barrier,  // some threads had returned before it: a warning
    deadlock,
    endless_loop,    // no value that the loop reads or writes can end it
    beyond_array,    // outside the shared or local array that it names
    aliased_arrays,  // data written through another extern array's name
    never_set,       // a __constant__ that the host did not set: a warning
    missing_lane,
    not_in_mask,   // a lane executes a warp instruction whose mask does not name the lane
    absent_lanes,  // a mask names lanes that are elsewhere
    missing_warp_sync,
    trap,
    assertion,
    unknown_instruction,
    call_depth,
    bad_call,       // through a pointer that holds no function's address
    freed_twice,    // by the kernel
    freed_foreign,  // a pointer that no kernel's malloc returned
    no_texture,     // the operand's value names no texture
    other_texture,  // a texture with other dimensions or another type than the kernel reads
    never_written,  // a part of a result array at the end of a launch: a warning
    // errors of the host, without a thread
    copied_unwritten,  // to the host, before any write
    launch_failed,     // and the host did not check
    missing_wait,      // of a step on another stream's step
    without_memory,    // a step uses an array before its allocation or after its free
};

/// The source line; negative: the PTX line, where the PTX names no source line; 0: neither.
constexpr int code_line(int line, int ptx_line) { return line > 0 ? line : -ptx_line; }

struct Fault {
    FaultKind kind{};
    // true: the run stops. Races and uninitialised reads are noted, and the run continues
    bool fatal = true;
    int launch = 0;
    Dim3 block, thread;          // 0-based indices
    int line = 0, ptx_line = 0;  // of the instruction
    Space space = Space::none;
    Address address = 0;
    int bytes = 0;  // width of the access
    bool write = false;
    std::string buffer;        // nearest or containing buffer; empty: none
    bool heap = false;         // that buffer is from malloc or new in a kernel
    std::int64_t element = 0;  // index in the buffer, in elements of its type; may be past the end
    std::uint64_t elements = 0;  // of the buffer
    /// Number of the thread among all of its launch, row by row; in shared memory, among those of
    /// its block. -1: unknown.
    std::int64_t thread_number = -1;
    std::uint64_t left_out = 0;  // of never_written: number of elements not written
    // the other access of a race; the place where a deadlock waits
    Dim3 other_block, other_thread;
    int other_line = 0, other_ptx_line = 0;
    bool other_write = false;
    bool atomic = false, other_atomic = false;  // of a race: which accesses are atomic
    bool updates = false;     // each thread reads the element and writes it back on one line
    bool narrow = false;      // of a race between blocks: one of the two has block scope
    bool only_heard = false;  // the reader saw the writer's flag, but has no fence after that
    bool only_seen = false;   // the same, and the writer has no fence before it set the flag
    bool rechecked = false;   // the reader checks a number before and after: a sequence lock
    // Of a race of two signals of different widths: bytes of each; else 0.
    int width = 0, other_width = 0;
    // Of warp instructions with a member mask: the mask, its lanes that are elsewhere, the lanes
    // here.
    std::uint32_t mask = 0, absent = 0, here = 0;
    int interval = 0;           // barrier interval of the block
    std::string text;           // assertion text, unknown opcode, which threads wait where
    std::uint64_t repeats = 0;  // times that this kind was found at this line

    int code_line() const { return simulator::code_line(line, ptx_line); }
    int other_code_line() const { return simulator::code_line(other_line, other_ptx_line); }
};

std::string_view name_of(FaultKind kind);  // "out_of_bounds": what JSON says
/// The kernel runs correctly now, but may fail on other GPUs or after the next change.
constexpr bool is_warning(FaultKind kind) {
    return kind == FaultKind::equal_writes || kind == FaultKind::fragile_barrier ||
           kind == FaultKind::never_set || kind == FaultKind::never_written;
}
/// Two accesses without an order between them.
constexpr bool is_unordered(FaultKind kind) {
    return kind == FaultKind::race || kind == FaultKind::equal_writes;
}
/// An error of the host, not of a thread.
constexpr bool is_of_host(FaultKind kind) { return kind >= FaultKind::copied_unwritten; }

/// A finding without a thread and without a line of the kernel.
constexpr bool has_no_thread(FaultKind kind) { return kind >= FaultKind::never_written; }

}  // namespace simulator
