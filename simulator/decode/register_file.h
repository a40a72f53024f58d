// Lays out the register file of a kernel: registers first, then constants, parameters, special
// registers and addresses, each once. Used by decode.cpp while it turns operands into places.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "simulator/decode/program.h"
#include "simulator/ptx/ast.h"

namespace simulator {

struct RegisterInfo {
    Place place = nowhere;
    Type type = Type::none;
    std::uint32_t index = 0;  // among the registers of the function
    int bytes = 0;            // of a lane; 0: a predicate
};

/// The value of a pointer to a function of the module; 0 if the name is unknown.
Address function_address(const ptx::Module& module, std::string_view name);

/// Bytes in the file for a register with `bytes` a lane (0: a predicate).
constexpr std::uint32_t file_bytes(int bytes) {
    return bytes == 0 ? 4 : bytes * warp_size < 64 ? 64 : bytes * warp_size;
}

class RegisterFile {
public:
    /// Places the registers of `function` and the variables that it may name, and stores them in
    /// `program`.
    RegisterFile(const ptx::Module& module, const ptx::Function& function, Program& program);

    /// A message about the first size over its limit; nothing if all sizes fit.
    std::optional<std::string> too_much() const;

    const RegisterInfo* find(std::string_view name) const;
    std::uint32_t registers() const { return static_cast<std::uint32_t>(registers_.size()); }

    Place constant(int bytes, std::uint64_t bits);
    /// A part of the parameter block.
    Place parameter(int bytes, std::uint32_t offset);
    /// A special register such as "%tid.x"; nowhere if the name is unknown.
    Place special(std::string_view name, int bytes);
    /// A place for results that no instruction reads.
    Place sink(int bytes);

    // A variable's address: fixed within its space, or known only at the launch.
    struct Symbol {
        Space space = Space::none;
        std::int64_t offset = 0;     // shared, local, parameter; of a function: its address
        std::uint32_t variable = 0;  // global, constant: Program::globals
    };
    const Symbol* symbol(std::string_view name) const;
    /// The address of `symbol` plus `offset`.
    Place address(const Symbol& symbol, std::int64_t offset, int bytes);

    /// Stores the size of the file in the program; no place is given out afterwards.
    void close();

private:
    void place_registers(const ptx::Function& function);
    void place_parameters(const ptx::Function& function);
    void place_shared(const ptx::Variable& variable);
    void place_dynamic_shared(const ptx::Variable& variable);
    void place_local(const ptx::Variable& variable);
    void place_variables(const ptx::Module& module, const ptx::Function& function);
    Place grid_barrier(std::string_view name, int bytes);
    Place take(int bytes);

    // Bytes that variables need, even if they do not fit.
    struct Asked {
        std::uint64_t parameters = 0, local = 0, shared = 0;
    };

    using Key = std::pair<int, std::uint64_t>;
    Program& program_;
    std::map<std::string, RegisterInfo, std::less<>> registers_;
    std::map<std::string, Symbol, std::less<>> symbols_;
    std::map<Key, Place> constants_, parameters_;
    std::map<std::string, Place, std::less<>> specials_;
    std::map<std::pair<std::pair<std::uint32_t, std::int64_t>, int>, Place> addresses_;
    std::map<int, Place> sinks_;
    Asked asked_;
    Place next_ = 0;
};

}  // namespace simulator
