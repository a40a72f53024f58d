// The scopes of a function's body and the operands of its instructions. Used by function.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "simulator/ptx/ast.h"
#include "simulator/ptx/reader.h"

namespace simulator::ptx {

// Names declared between a pair of braces. Names of inner scopes get a suffix, so that every name
// is unique within a function.
class Scopes {
public:
    explicit Scopes(Function& function) : function_(function) { open(); }

    void open();
    void close();
    int depth() const { return static_cast<int>(chain_.size()); }
    int current() const { return chain_.back(); }

    /// Reads ".reg .b32 %r<12>, %x;" after the .reg.
    void declare_registers(Reader&);
    void declare(Variable variable);
    void declare_register(std::string_view name, Type, int vector = 1);
    /// The unique name of a new label of the current scope; empty if the scope already has the
    /// label.
    std::string declare_label(std::string_view name);

    /// The function's name of the register written `name`; empty if it is not declared.
    std::string find_register(std::string_view name);
    /// The elements of a register declared with .v2 or .v4; else 0.
    int vector_width(std::string_view name) const;
    std::string find_variable(std::string_view name) const;
    std::string find_label(std::string_view name, int scope) const;

private:
    struct Scope {
        int parent = -1;
        std::string suffix;
        std::map<std::string, Type, std::less<>> registers, ranges;  // "%r<12>" is the range "%r"
        std::map<std::string, std::int64_t, std::less<>> range_sizes;
        std::map<std::string, int, std::less<>> vectors;
        std::map<std::string, std::string, std::less<>> variables, labels;
    };
    const Type* type_in(const Scope&, std::string_view name) const;

    Function& function_;
    std::vector<Scope> scopes_;
    std::vector<int> chain_;  // open scopes, outermost first
};

/// Whether PTX has a special register called `name` ("%tid.x", "%laneid").
bool is_special(std::string_view name);

/// Reads one operand. Names that are neither registers nor variables in scope become symbols; the
/// end of the function tells which of them are labels.
Operand operand(Reader&, Scopes&);

}  // namespace simulator::ptx
