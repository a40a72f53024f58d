// A kernel ready to run: decoded instructions in basic blocks, places in the register file, and
// what is known of every instruction. Immutable, shared by all machines; made by decode.cpp from
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

// Instructions that run one after the other. Entered at the first only. What running one needs
// stands first.
struct alignas(64) BasicBlock {
    const Code* begin = nullptr;  // Program::steps: those that have something to do
    const Code* end = nullptr;
    std::uint32_t next = 0;  // block that follows
    // block jumped to, or a function's first; of a table: index into Program::tables
    std::uint32_t target = 0;
    Place predicate = nowhere;       // of a branch; of a call the pointer, where it has one
    std::uint32_t flip = 0;          // the branch is taken by lanes of predicate ^ flip
    std::uint32_t instructions = 0;  // of PTX, what costs nothing here and the terminator included
    Ending ending = Ending::next;
    bool looked_after = false;  // guarded or reads_clock: can't run as a bare row of calls
    bool synchronizes = false;  // an instruction in it waits for lanes of the warp
    bool spins = false;         // jumps back in a loop that waits for what others write
    // Of a branch: one of its ways ends the thread, and a barrier lies on the other.
    bool returns = false, returns_if_taken = false;
    // Of the blocks at `next` and `target`: their rank, where parted lanes wait there; else 0.
    std::uint32_t next_meets = 0, target_meets = 0;

    // Whether parted lanes wait here: while others stand at a rank of [meets_from, rank). See
    // meetings.h.
    bool meets = false;
    bool leads_out = false;  // only, and by another return than the one at the end
    std::uint32_t rank = 0, meets_from = 0;
    std::uint32_t joins = ~0u;  // the first block that all ways from here pass; ~0: the exit
    std::uint32_t first = 0, last = 0;  // Program::code[first, last), terminator included
    std::uint32_t terminator = ~0u;     // index into code of the bra, bar, ret ... that ends it
    bool guarded = false;               // an instruction in it has a guard
    bool reads_clock = false;
    BarrierKind barrier{};
    bool aligned = false;  // a barrier that all lanes of a warp must reach together
    // Holds the number of a barrier at which all threads wait; nowhere: it ends otherwise.
    Place common_barrier = nowhere;
};

// A value that stands in the register file from the launch on, spread over 32 lanes.
struct Constant {
    Place place = nowhere;
    int bytes = 4;  // of a lane; 0: a mask of lanes
    std::uint64_t bits = 0;
};

// The address of a variable of the module, plus an offset: known at the launch.
struct SymbolAddress {
    Place place = nowhere;
    int bytes = 8;
    std::uint32_t variable = 0;  // Program::globals
    std::int64_t offset = 0;
    int shift = 0;  // right, by so many bits
};

// A parameter, or a part of it, that stands in the register file from the launch on.
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
    int axis = 0;  // 0..2 of tid and its like
    int bytes = 4;
};

// A function that is called where it stands, behind the kernel's own text: through a pointer, or by
// itself.
struct Callable {
    std::string name;
    Address address = 0;      // what a pointer to it holds
    std::uint32_t entry = 0;  // its first block
    std::uint32_t stack = 0;  // bytes of a thread's stack that it takes
};

/// Where pointers to functions lead: not to memory.
constexpr Address code_window = 0x040000000000;

struct Parameter {
    std::string name;
    Type type = Type::none;
    std::uint32_t offset = 0, bytes = 0, alignment = 1;
    bool pointer = false;  // its register is used as an address of global memory
};

class Program : public std::enable_shared_from_this<Program> {
public:
    std::string name, plain_name;  // mangled; demangled without arguments where that is unique
    std::vector<Code> code;
    // never moved: of `code` what is not done already: terminators and copies of constants
    std::vector<Code> steps;
    std::vector<BasicBlock> blocks;
    std::vector<std::uint32_t> storing;  // blocks that write to memory that other threads may read
    std::vector<std::uint32_t> reading;  // blocks that read such memory, or a clock
    std::vector<std::vector<std::uint32_t>> tables;  // blocks that a brx.idx chooses among
    std::vector<ptx::Instruction> text;              // code[i] was made from text[code[i].index]
    std::vector<Parameter> parameters;
    std::uint32_t parameter_bytes = 0;
    // static shared arrays with their offsets in `shared_offsets`
    std::vector<ptx::Variable> shared;
    std::vector<std::uint32_t> shared_offsets;
    std::string dynamic_shared;  // name of the extern array, empty where there is none
    Type dynamic_shared_type = Type::none;
    std::vector<std::string> dynamic_arrays;  // all extern arrays: they begin where static ones end
    std::uint32_t dynamic_first = 0;          // where that extern array begins
    // Of static arrays; where there is an extern array filled up to its alignment, at least to 16
    // bytes, as ptxas does: what a launch asks for stands behind that.
    std::uint32_t shared_bytes = 0;
    // that no array of the kernel has: it stands behind them all (%reserved_smem_offset_1)
    std::uint32_t reserved_shared = 0;
    // variables in a thread's local memory, with their offsets in `local_offsets`
    std::vector<ptx::Variable> local;
    std::vector<std::uint32_t> local_offsets;
    std::uint32_t local_bytes = 0;     // a thread
    std::uint32_t register_bytes = 0;  // of a warp's register file, constants included
    Place first_constant = 0;          // below: registers
    Dim3 required_threads{0, 0, 0};    // .reqntid; 0: not given
    std::uint64_t most_threads = 0;    // of a block, by .maxntid; 0: not given
    std::vector<Constant> constants;
    std::vector<ParameterValue> parameter_values;
    std::vector<SpecialRegister> specials;
    std::vector<SymbolAddress> symbol_addresses;
    std::vector<ptx::Variable> globals;  // .global and .const variables of the module
    bool waits_for_grid = false;         // for all of its blocks, which have to be there at once
    std::uint64_t module_key = 0;        // equal for programs that share these variables
    // place and size of registers that may be read unset
    std::vector<std::pair<Place, std::uint32_t>> unset;
    std::vector<Callable> callables;
    // addresses of functions that variables of the module hold
    std::map<std::string, Address, std::less<>> functions;
    Place stack = nowhere;        // register: where in local memory a thread's stack has come to
    std::uint32_t stack_end = 0;  // in local memory
    std::vector<std::uint32_t> polls;  // of `code`: what a loop that waits for others waits for
    // Of `blocks`, by what PTX does not tell: loops that an assembler may unroll, and branches
    // whose lanes could meet again at three places or more, of which it keeps one.
    std::vector<std::uint32_t> unrollable, crossed;
    std::uint32_t tallies = 0;  // memory instructions
    int registers_32 = 0;       // most 32-bit registers live at once (an estimate, for occupancy)
};

/// A PTX text, parsed, its calls inlined. Functions are decoded on demand and kept.
class Module {
public:
    /// Fails with the line of the first thing that is no PTX. Unknown instructions do not fail
    /// here.
    static Outcome<std::shared_ptr<const Module>> read(std::string_view ptx_text);

    /// Names of the kernels (entries), mangled, in order of the text.
    std::vector<std::string> kernels() const;
    /// The kernel called `name`: mangled, demangled, or a beginning of either that fits one kernel
    /// only
    /// ("transpose<32>"). Fails with a sentence that lists what there is, or with the line of the
    /// first instruction that no row knows.
    Outcome<std::shared_ptr<const Program>> kernel(std::string_view name) const;

    const ptx::Module& text() const;
    std::string_view source() const;  // the PTX text itself
    // FNV-1a of the text: two runs show the same code where it is equal
    std::uint64_t hash() const;
    /// kernel_hash() of a kernel of it, mangled; the text is read once for each.
    std::uint64_t kernel_hash(const std::string& mangled) const;

private:
    struct Body;
    std::shared_ptr<const Body> body_;
};

}  // namespace simulator
