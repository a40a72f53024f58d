// PTX as it is written: what the parser makes of a text, before anything is decided about how to
// run it. Made by ptx/parser.cpp; ptx/inline.cpp makes kernels of it in which no call of a defined
// .func is left, and those are read by decode.cpp and flow_graph.cpp.
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
        none,       // "_", a destination that is thrown away
        register_,  // %r1; also p and q of "p|q", see `paired`
        integer,    // immediate, bits in `bits`, sign-extended to 64
        real,       // 0f... (bits of a float) or 0d... (bits of a double): see `bits`, `width`
        symbol,     // a variable's or function's name, plus `offset`
        address,    // [register + offset], [symbol + offset] or [immediate]: `name` may be empty
        vector,     // {a, b, ...} in `elements`
        special,    // %tid.x and its like, the whole name in `name`
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
    int file = 0;  // index of .file, 0 where there is no .loc
    int line = 0;
};

// What a call through a pointer passes: bytes of each argument and result, and the functions that
// it may reach, where they are listed.
struct Signature {
    std::vector<std::uint64_t> arguments, results;
    std::vector<std::string> targets;
};

struct Instruction {
    std::string guard;  // register of "@%p" or "@!%p", else empty
    bool guard_negated = false;
    std::string opcode;              // as written: "ld.global.nc.f32"
    std::vector<std::string> parts;  // the same at its dots: "ld", "global", "nc", "f32"
    std::vector<Operand> operands;
    int ptx_line = 0;
    Location source;        // the outermost line of the user's own file, where code was inlined
    bool nounroll = false;  // .pragma "nounroll" stands before it
    // of call only: callee (or register holding it), arguments, results
    std::string callee;
    std::vector<Operand> arguments, results;
    bool through_pointer = false;
    std::optional<Signature> signature;  // of a call through a pointer
    // Once calls are inlined: a call of one of Function::parts, and its return.
    bool enters = false, goes_back = false;

    /// Whether `part` stands between its dots: "global" in "ld.global.f32".
    bool has(std::string_view part) const { return std::ranges::find(parts, part) != parts.end(); }
};

struct Variable {
    Space space = Space::none;
    Type type = Type::none;
    std::string name;
    int alignment = 1;
    std::uint64_t count = 1;  // elements; 0 for "extern ... name[]"
    bool external = false;
    std::vector<std::uint8_t> initial;  // the first bytes; zeros where it ends
    // 8-byte addresses to fill in: at byte, of symbol; what `initial` holds there is to be added
    std::vector<std::pair<std::uint64_t, std::string>> symbols;
    std::uint64_t bytes() const { return count * size_of(type); }
};

// A function whose body stands behind the kernel's own, and is called there.
struct Part {
    std::string name;
    std::string suffix;     // of all its names
    std::size_t first = 0;  // of Function::body; it ends where the next begins
    std::vector<std::uint64_t> argument_bytes, result_bytes;
    bool recursive = false;   // it may be called while it runs
    std::uint64_t stack = 0;  // bytes that a call of it takes of a thread's stack
};
// Of a kernel with recursive parts: a register of 64 bits, and the local variable that it goes
// through.
constexpr std::string_view stack_register = "$sp", stack_variable = "$stack";
// Of a thread, as CUDA has it at first (cudaLimitStackSize).
constexpr std::uint32_t stack_bytes = 1024;

struct Function {
    std::string name;  // mangled
    bool entry = false;
    int ptx_line = 0;
    std::vector<Variable> parameters, results;
    std::map<std::string, Type, std::less<>> registers;  // those that the body names
    // shared and local ones; .param ones until inlined() turns them into registers
    std::vector<Variable> variables;
    std::vector<Instruction> body;
    // name -> index into body, which may equal body.size()
    std::map<std::string, int, std::less<>> labels;
    std::map<std::string, std::vector<std::string>, std::less<>> branch_targets;
    std::vector<Part> parts;
    Dim3 required_threads{0, 0, 0}, maximum_threads{0, 0, 0};  // .reqntid, .maxntid; 0: not given
    std::optional<Diagnostic> problem;  // why it could not be read; then it has no body
};

struct Module {
    std::string version, target;
    int address_bits = 64;
    std::map<int, std::string> files;  // .file number -> path as written
    std::vector<Variable> variables;   // global, const and shared ones outside functions
    std::vector<Function> functions;
};

/// Reads a whole PTX text. A function that can't be read has its `problem`, and the others are read
/// all the same. An instruction that no table knows is still read: refusing it is decode's
/// business.
Outcome<Module> parse(std::string_view text);

/// A kernel of `module` with the body of every defined .func in the place of its calls, and the
/// .param variables that passed values around turned into registers (or, where their address is
/// taken, into local memory). Functions that call themselves, and those that a pointer may lead to,
/// become parts behind the kernel's own text; values go there in registers that all calls share.
/// Calls of functions without a body stay, with registers and immediates as arguments and results.
/// Fails, with the line of the call or of the problem, where a function has a problem, or has more
/// than 100 000 instructions or calls more than 100 deep with everything in place; that is known
/// before anything is copied.
Outcome<Function> inlined(const Module& module, const Function& kernel);

}  // namespace simulator::ptx
