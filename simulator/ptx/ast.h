// PTX as written: the parser's result, before any decision how to run it. Made by ptx/parser.cpp.
// ptx/inline.cpp then makes kernels without calls of a defined .func; decode.cpp and flow_graph.cpp
// read these.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/types.h"

namespace simulator::ptx {

struct Operand {
    enum class Kind : std::uint8_t {
        none,       // "_", a discarded destination
        register_,  // %r1; also p and q of "p|q", see `paired`
        integer,    // immediate, bits in `bits`, sign-extended to 64
        real,       // 0f... (bits of a float) or 0d... (bits of a double): see `bits`, `width`
        symbol,     // a variable's or function's name, plus `offset`
        address,    // [register + offset], [symbol + offset] or [immediate]: `name` may be empty
        vector,     // {a, b, ...} in `elements`
        special,    // %tid.x and similar, the whole name in `name`
        label,
    };
    Kind kind = Kind::none;
    std::string name;
    std::int64_t offset = 0;
    std::uint64_t bits = 0;
    int width = 8;                  // bytes of a real immediate: 4 or 8
    bool negated = false;           // !%p1 or -%r1
    std::vector<Operand> elements;  // of a vector
    std::string paired;             // q of "p|q"
};

struct Location {
    int file = 0;  // index of .file, 0 without a .loc
    int line = 0;
};

// The types of a call through a pointer: bytes of each argument and result, and its possible
// targets, if listed.
struct Signature {
    std::vector<std::uint64_t> arguments, results;
    std::vector<std::string> targets;
};

/// The opcode split at its dots: "ld", "global", "nc", "f32" of "ld.global.nc.f32".
inline std::vector<std::string> opcode_parts(std::string_view opcode) {
    std::vector<std::string> parts;
    for (std::size_t dot; (dot = opcode.find('.')) != std::string_view::npos;) {
        parts.emplace_back(opcode.substr(0, dot));
        opcode.remove_prefix(dot + 1);
    }
    parts.emplace_back(opcode);
    return parts;
}

struct Instruction {
    std::string guard;  // register of "@%p" or "@!%p", else empty
    bool guard_negated = false;
    std::string opcode;              // as written: "ld.global.nc.f32"
    std::vector<std::string> parts;  // of the opcode
    std::vector<Operand> operands;
    int ptx_line = 0;
    Location source;        // the outermost line of the user's own file, if code was inlined
    bool nounroll = false;  // .pragma "nounroll" stands before it
    // of call only: callee (or register holding it), arguments, results
    std::string callee;
    std::vector<Operand> arguments, results;
    bool through_pointer = false;
    std::optional<Signature> signature;  // of a call through a pointer
    // After inlining: a call of one of Function::parts, and its return.
    bool enters = false, goes_back = false;

    /// Whether `part` is one of the opcode's parts: "global" of "ld.global.f32".
    bool has(std::string_view part) const { return std::ranges::find(parts, part) != parts.end(); }
};

struct Variable {
    Space space = Space::none;
    Type type = Type::none;
    std::string name;
    int alignment = 1;
    std::uint64_t count = 1;  // elements; 0 for "extern ... name[]"
    bool external = false;
    std::vector<std::uint8_t> initial;  // the first bytes; all later bytes are zero
    // 8-byte addresses to fill in: at byte, of symbol; the value in `initial` is added
    std::vector<std::pair<std::uint64_t, std::string>> symbols;
    std::uint64_t bytes() const { return count * size_of(type); }
};

// A function whose body stands after the kernel's own, and is called there.
struct Part {
    std::string name;
    std::string suffix;     // of all names in its body
    std::size_t first = 0;  // index into Function::body; the part ends where the next begins
    std::vector<std::uint64_t> argument_bytes, result_bytes;
    bool recursive = false;   // it may be called while it runs
    std::uint64_t stack = 0;  // bytes of a thread's stack that a call takes
};
// The stack pointer of a kernel with recursive parts: a 64-bit register, and the local variable of
// the stack.
constexpr std::string_view stack_register = "$sp", stack_variable = "$stack";
// Per thread: CUDA's default of cudaLimitStackSize.
constexpr std::uint32_t stack_bytes = 1024;

struct Function {
    std::string name;  // mangled
    bool entry = false;
    int ptx_line = 0;
    std::vector<Variable> parameters, results;
    std::map<std::string, Type, std::less<>> registers;  // registers that the body names
    // shared and local ones; .param ones until inlined() makes registers of them
    std::vector<Variable> variables;
    std::vector<Instruction> body;
    // name -> index into body, which may equal body.size()
    std::map<std::string, int, std::less<>> labels;
    std::map<std::string, std::vector<std::string>, std::less<>> branch_targets;
    std::vector<Part> parts;
    Dim3 required_threads{0, 0, 0}, maximum_threads{0, 0, 0};  // .reqntid, .maxntid; 0: not given
    std::optional<Diagnostic> problem;  // why it could not be read; it then has no body
};

struct Module {
    std::string version, target;
    int address_bits = 64;
    std::map<int, std::string> files;  // .file number -> path as written
    std::vector<Variable> variables;   // global, const and shared variables outside functions
    std::vector<Function> functions;
};

/// Parses a whole PTX text. A function that can't be read gets its `problem`; the others are still
/// read. An instruction that no table knows is read too: decode refuses it.
Outcome<Module> parse(std::string_view text);

/// A kernel of `module` with the body of every defined .func in place of its calls. The .param
/// variables of calls become registers (or local memory, if their address is taken). Recursive
/// functions, and possible targets of pointers, become parts after the kernel's own text; all calls
/// share the registers for their values. Calls of functions without a body stay; their arguments
/// and results are registers and immediates. Fails with a line if a function has a problem, if the
/// inlined result has more than 100 000 instructions, or if calls are nested more than 100 deep.
/// This is known before anything is copied.
Outcome<Function> inlined(const Module& module, const Function& kernel);

}  // namespace simulator::ptx
