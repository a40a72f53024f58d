// A kernel ready to run: decoded instructions in basic blocks, places in the register file, and what is known
// of every instruction. Immutable, shared by all machines; made by decode.cpp from ptx::Module.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/code.h"
#include "simulator/isa/row.h"
#include "simulator/ptx/ast.h"

namespace simulator {

enum class Ending : std::uint8_t { next, jump, branch, barrier, exit, trap };

// Instructions that run one after the other. Entered at the first only.
struct BasicBlock {
    std::uint32_t first = 0, last = 0;   // Program::code[first, last)
    Ending ending = Ending::next;
    std::uint32_t next = 0;              // block that follows
    std::uint32_t target = 0;            // block jumped to
    std::uint32_t joins = ~0u;           // where the lanes of a divergent branch meet again; ~0: at exit
    Place predicate = nowhere;           // of a branch
    bool negated = false;
    std::uint32_t terminator = ~0u;      // index into code of the bra, bar, ret ... that ends it
};

struct Parameter {
    std::string name;
    Type type = Type::none;
    std::uint32_t offset = 0, bytes = 0, alignment = 1;
    bool pointer = false;                // its register is used as an address of global memory
};

class Program {
public:
    std::string name, plain_name;        // mangled; demangled without arguments where that is unique
    std::vector<Code> code;
    std::vector<BasicBlock> blocks;
    std::vector<ptx::Instruction> text;  // code[i] was made from text[code[i].index]
    std::vector<Parameter> parameters;
    std::uint32_t parameter_bytes = 0;
    std::vector<ptx::Variable> shared;   // static shared arrays with their offsets in `shared_offsets`
    std::vector<std::uint32_t> shared_offsets;
    std::string dynamic_shared;          // name of the extern array, empty where there is none
    Type dynamic_shared_type = Type::none;
    std::uint32_t shared_bytes = 0;      // static ones; the dynamic array starts here, aligned to 16
    std::uint32_t local_bytes = 0;       // a thread
    std::uint32_t register_bytes = 0;    // of a warp's register file, constants included
    Place first_constant = 0;            // below: registers
    Dim3 required_threads{0, 0, 0};
    int registers_32 = 0;                // most 32-bit registers live at once (an estimate, for occupancy)
};

/// A PTX text, parsed, its calls inlined. Functions are decoded on demand and kept.
class Module {
public:
    /// Fails with the line of the first thing that is no PTX. Unknown instructions do not fail here.
    static Outcome<std::shared_ptr<const Module>> read(std::string_view ptx_text);

    /// Names of the kernels (entries), mangled, in order of the text.
    std::vector<std::string> kernels() const;
    /// The kernel called `name`: mangled, demangled, or a beginning of either that fits one kernel only
    /// ("transpose<32>"). Fails with a sentence that lists what there is, or with the line of the first
    /// instruction that no row knows.
    Outcome<std::shared_ptr<const Program>> kernel(std::string_view name) const;

    const ptx::Module& text() const;
    std::string_view source() const;     // the PTX text itself
    std::uint64_t hash() const;          // FNV-1a of the text: two runs show the same code where it is equal

private:
    struct Body;
    std::shared_ptr<const Body> body_;
};

}  // namespace simulator
