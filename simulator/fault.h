// What can go wrong while a kernel runs. The simulator gives kinds and fields; lab/faults.cpp makes
// the sentence.
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
    equal_writes,  // a race of two that write the same constant: a warning
    uninitialized_read,
    divergent_barrier,
    fragile_barrier,  // threads had returned before it: a warning
    deadlock,
    endless_loop,    // nothing that it reads or writes can end it
    beyond_array,    // into the shared or local array behind or before the one that it names
    aliased_arrays,  // what was written by the name of another extern array
    never_set,       // a __constant__ that the host did not set: a warning
    missing_lane,
    not_in_mask,   // a lane executes an instruction of lanes whose mask does not name it
    absent_lanes,  // a mask names lanes that are elsewhere
    missing_warp_sync,
    trap,
    assertion,
    unknown_instruction,
    call_depth,
    bad_call,       // through a pointer that leads to no function
    freed_twice,    // by the kernel
    freed_foreign,  // what no malloc of a kernel gave
    no_texture,     // the value that names it is none
    other_texture,  // one of other dimensions, or other numbers, than the kernel reads
    never_written,  // a part of an array of results, at the end of a launch: a warning
    // of the host, which no thread sees
    copied_unwritten,  // to the host, before anybody wrote it
    launch_failed,     // and nobody asked
    missing_wait,      // of a step for one of another stream
};

/// A line of the source; below zero one of the PTX, where that names no source; 0: neither.
constexpr int code_line(int line, int ptx_line) { return line > 0 ? line : -ptx_line; }

struct Fault {
    FaultKind kind{};
    // the run stops; races and uninitialised reads are noted and the run goes on
    bool fatal = true;
    int launch = 0;
    Dim3 block, thread;          // 0-based indices
    int line = 0, ptx_line = 0;  // of the instruction
    Space space = Space::none;
    Address address = 0;
    int bytes = 0;  // width of the access
    bool write = false;
    std::string buffer;        // nearest or containing buffer, empty where none
    std::int64_t element = 0;  // index into the buffer in elements of its type; may be past its end
    std::uint64_t elements = 0;  // how many it has
    std::uint64_t left_out = 0;  // of never_written: how many of them
    // the other party of a race; what a deadlock waits for
    Dim3 other_block, other_thread;
    int other_line = 0, other_ptx_line = 0;
    bool other_write = false;
    bool atomic = false, other_atomic = false;  // of a race: whether either was
    bool updates = false;     // each thread reads the element and writes it back on one line
    bool narrow = false;      // of one between blocks: one of them tells its own block alone
    bool only_heard = false;  // its flag was seen, and no fence stands behind that
    bool only_seen = false;   // the same, and none stands before the flag was set
    bool rechecked = false;   // its reader looks again at a number that tells whether what it read
                              // still held: a sequence lock
    // Of a race of two signals that differ in it: bytes of each; else 0.
    int width = 0, other_width = 0;
    // Of instructions that lanes execute together: the mask, those of it that are elsewhere, those
    // that are here.
    std::uint32_t mask = 0, absent = 0, here = 0;
    int interval = 0;           // barrier interval of the block
    std::string text;           // assertion text, unknown opcode, who waits where
    std::uint64_t repeats = 0;  // how often the same kind was met at this line

    int code_line() const { return simulator::code_line(line, ptx_line); }
    int other_code_line() const { return simulator::code_line(other_line, other_ptx_line); }
};

std::string_view name_of(FaultKind kind);  // "out_of_bounds": what JSON says
/// What runs as it stands, and breaks on other cards or with the next change: no fault.
constexpr bool is_warning(FaultKind kind) {
    return kind == FaultKind::equal_writes || kind == FaultKind::fragile_barrier ||
           kind == FaultKind::never_set || kind == FaultKind::never_written;
}
/// Two accesses that nothing puts in order, whatever comes of it.
constexpr bool is_unordered(FaultKind kind) {
    return kind == FaultKind::race || kind == FaultKind::equal_writes;
}
/// What a host does wrong, and no thread.
constexpr bool is_of_host(FaultKind kind) { return kind >= FaultKind::copied_unwritten; }

/// What no thread does, at no line of the kernel.
constexpr bool has_no_thread(FaultKind kind) { return kind >= FaultKind::never_written; }

}  // namespace simulator
