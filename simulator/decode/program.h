// A kernel ready to run: decoded instructions in basic blocks, places in the register file, and
// facts about every instruction. Immutable, shared by all machines; decode.cpp makes it from
// ptx::Module.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/code.h"
#include "simulator/isa/row.h"
#include "simulator/ptx/ast.h"

namespace simulator {

constexpr std::uint32_t no_block = ~std::uint32_t{0};  // no index of Program::blocks
constexpr std::uint32_t no_code = ~std::uint32_t{0};   // no index of Program::code

// Instructions that run one after the other, entered only at the first. The fields that running a
// block needs come first.
struct alignas(64) BasicBlock {
    const Code* begin = nullptr;  // in Program::steps: the instructions that have something to run
    const Code* end = nullptr;
    std::uint32_t next = 0;  // the following block
    // the block jumped to, or a function's first block; of a table: index into Program::tables
    std::uint32_t target = 0;
    Place predicate = nowhere;       // of a branch; of a call through a pointer: the pointer
    std::uint32_t flip = 0;          // the branch is taken by lanes of predicate ^ flip
    std::uint32_t instructions = 0;  // of PTX, with the terminator and those without cost here
    Ending ending = Ending::next;
    bool looked_after = false;  // guarded or reads_clock: can't run as a plain sequence of calls
    bool synchronizes = false;  // an instruction in it waits for lanes of the warp
    bool spins = false;         // jumps back in a loop that waits for another thread's write
    // Of a branch: one side ends the thread, and the other leads to a barrier.
    bool returns = false, returns_if_taken = false;
    // Ranks of the blocks `next` and `target`, if diverged lanes wait there; else 0.
    std::uint32_t next_meets = 0, target_meets = 0;

    // Whether diverged lanes wait here while others are at a rank in [meets_from, rank). See
    // meetings.h.
    bool meets = false;
    bool leads_out = false;  // all paths from here leave the kernel, and not by its main return
    std::uint32_t rank = 0, meets_from = 0;
    std::uint32_t joins =
        no_block;  // the first block that all paths from here pass, if not the exit
    std::uint32_t first = 0, last = 0;   // Program::code[first, last), including the terminator
    std::uint32_t terminator = no_code;  // index into code of the bra, bar, ret ... that ends it
    bool guarded = false;                // an instruction in it has a guard
    bool reads_clock = false;
    BarrierKind barrier{};
    bool aligned = false;  // a barrier that all lanes of a warp must reach together
    // Holds the number of a barrier at which all threads wait; nowhere: another ending.
    Place common_barrier = nowhere;
};

// A constant in the register file, spread over 32 lanes before the launch.
struct Constant {
    Place place = nowhere;
    int bytes = 4;  // of a lane; 0: a mask of lanes
    std::uint64_t bits = 0;
};

// The address of a module variable, plus an offset; known at the launch.
struct SymbolAddress {
    Place place = nowhere;
    int bytes = 8;
    std::uint32_t variable = 0;  // Program::globals
    std::int64_t offset = 0;
    int shift = 0;  // right shift, in bits
};

// A parameter, or a part of one, that the launch puts into the register file.
struct ParameterValue {
    Place place = nowhere;
    int bytes = 4;
    std::uint32_t offset = 0;  // in the parameter block
};

enum class Special : std::uint8_t {
    tid,
    ntid,
    ctaid,
    nctaid,
    laneid,
    warpid,
    nwarpid,
    smid,
    nsmid,
    gridid,
    lanemask_eq,
    lanemask_le,
    lanemask_lt,
    lanemask_ge,
    lanemask_gt,
    clock,
    clock_high,
    clock64,
    globaltimer_low,
    globaltimer_high,
    globaltimer,
    dynamic_shared,
    total_shared,
    reserved_shared,
};

struct SpecialRegister {
    Place place = nowhere;
    Special kind{};
    int axis = 0;  // 0..2 of tid and similar registers
    int bytes = 4;
};

// A function after the kernel's own text: called through a pointer, or recursive.
struct Callable {
    std::string name;
    Address address = 0;      // the value of a pointer to it
    std::uint32_t entry = 0;  // its first block
    std::uint32_t stack = 0;  // bytes of stack that a call takes from its thread
};

/// First of the addresses of functions; no memory is here.
constexpr Address code_window = 0x040000000000;

struct Parameter {
    std::string name;
    Type type = Type::none;
    std::uint32_t offset = 0, bytes = 0, alignment = 1;
    bool pointer = false;  // its register is used as an address of global memory
};

class Program : public std::enable_shared_from_this<Program> {
public:
    std::string name, plain_name;  // mangled; demangled, without arguments if that is unique
    std::vector<Code> code;
    // never moved: `code` without terminators and copies of constants
    std::vector<Code> steps;
    std::vector<BasicBlock> blocks;
    std::vector<std::uint32_t> storing;  // blocks that write memory that other threads may read
    std::vector<std::uint32_t> reading;  // blocks that read such memory, or a clock
    std::vector<std::vector<std::uint32_t>> tables;  // target blocks of each brx.idx
    std::vector<ptx::Instruction> text;              // code[i] was made from text[code[i].index]
    std::vector<Parameter> parameters;
    std::uint32_t parameter_bytes = 0;
    // static shared arrays with their offsets in `shared_offsets`
    std::vector<ptx::Variable> shared;
    std::vector<std::uint32_t> shared_offsets;
    std::string dynamic_shared;  // name of the extern array; empty: none
    Type dynamic_shared_type = Type::none;
    std::vector<std::string> dynamic_arrays;  // all extern arrays: they follow the static ones
    std::uint32_t dynamic_first = 0;          // offset of these arrays
    // Bytes of static arrays. With an extern array, rounded up to its alignment, at least 16 bytes,
    // as ptxas does; the launch's dynamic bytes follow.
    std::uint32_t shared_bytes = 0;
    // used by no array of the kernel: placed after all of them (%reserved_smem_offset_1)
    std::uint32_t reserved_shared = 0;
    // variables in a thread's local memory, with their offsets in `local_offsets`
    std::vector<ptx::Variable> local;
    std::vector<std::uint32_t> local_offsets;
    std::uint32_t local_bytes = 0;     // per thread
    std::uint32_t register_bytes = 0;  // of a warp's register file, including constants
    Place first_constant = 0;          // places below are registers
    Dim3 required_threads{0, 0, 0};    // .reqntid; 0: none
    std::uint64_t most_threads = 0;    // per block, by .maxntid; 0: none
    std::vector<Constant> constants;
    std::vector<ParameterValue> parameter_values;
    std::vector<SpecialRegister> specials;
    std::vector<SymbolAddress> symbol_addresses;
    std::vector<ptx::Variable> globals;  // .global and .const variables of the module
    bool waits_for_grid = false;         // for all its blocks, which must be resident together
    std::uint64_t module_key = 0;        // equal for programs that share these variables
    // place and size of registers that may be read before they are set
    std::vector<std::pair<Place, std::uint32_t>> unset;
    std::vector<Callable> callables;
    // addresses of functions that module variables hold
    std::map<std::string, Address, std::less<>> functions;
    Place stack = nowhere;             // register: a thread's stack pointer, in local memory
    std::uint32_t stack_end = 0;       // in local memory
    std::vector<std::uint32_t> polls;  // of `code`: reads of the values that a loop waits for
    // Indices into `blocks` of code that PTX leaves open. An assembler may unroll these loops.
    // Lanes of these branches could meet at three places or more, and the assembler keeps one.
    std::vector<std::uint32_t> unrollable, crossed;
    std::uint32_t tallies = 0;  // number of memory instructions
    int registers_32 = 0;       // most 32-bit registers live at once (an estimate, for occupancy)
};

/// A parsed PTX text. Kernels are inlined and decoded on demand, and kept.
class Module {
public:
    /// Fails with the line of the first text that is not PTX. Unknown instructions do not fail
    /// here.
    static Outcome<std::shared_ptr<const Module>> read(std::string_view ptx_text);

    /// Mangled names of the kernels (entries), in order of the text.
    std::vector<std::string> kernels() const;
    /// The kernel `name`: mangled, demangled, or a prefix that fits one kernel only
    /// ("transpose<32>"). Fails with a sentence that lists the kernels, or with the line of the
    /// first instruction that no row knows.
    Outcome<std::shared_ptr<const Program>> kernel(std::string_view name) const;

    const ptx::Module& text() const;
    std::string_view source() const;  // the PTX text itself
    // FNV-1a of the text: equal hashes mean equal code
    std::uint64_t hash() const;
    /// kernel_hash() of a kernel by its mangled name; computed once for each.
    std::uint64_t kernel_hash(const std::string& mangled) const;

private:
    struct Body;
    std::shared_ptr<const Body> body_;
};

}  // namespace simulator
