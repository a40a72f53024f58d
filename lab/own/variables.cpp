#include "lab/own/variables.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "lab/problem.h"
#include "lab/words.h"
#include "simulator/decode/program.h"
#include "simulator/demangle.h"

namespace lab {
namespace {

using simulator::Outcome;

// Values that no variable can have.
Problem no_value(const Spec& spec) {
    if (spec.kind != Spec::Kind::texture) return std::nullopt;
    return problem_of(fmt::format(
        "--set {}: a texture is an argument of a kernel, so give it with --arg.", worded(spec)));
}

// Sets the symbol and the kernels that use it.
Problem find_variable(OwnVariable& variable, const simulator::Module& module,
                      const std::vector<FoundKernel>& kernels) {
    const std::string& name = variable.spec.name;
    std::vector<std::string> known;
    for (const FoundKernel& kernel : kernels) {
        const auto program = module.kernel(kernel.name);
        if (!program) continue;
        for (const simulator::ptx::Variable& global : (*program)->globals) {
            known.push_back(simulator::demangled(global.name));
            if (global.name != name && known.back() != name) continue;
            variable.symbol = global.name;
            variable.kernels.push_back(kernel.name);
            if (global.bytes() != variable.spec.bytes())
                return problem_of(fmt::format(
                    "--set {}: {} has {}, but {} were given.", worded(variable.spec), name,
                    bytes_worded(global.bytes()), bytes_worded(variable.spec.bytes())));
        }
    }
    if (!variable.symbol.empty()) return std::nullopt;
    std::ranges::sort(known);
    known.erase(std::unique(known.begin(), known.end()), known.end());
    return problem_of(fmt::format(
        "--set {}: no kernel uses a __constant__ or __device__ variable with this name: {}.", name,
        known.empty() ? std::string("the file has none") : "the file has " + listed(known)));
}

// A number is stored as the bytes of an array of one.
Problem fill_variable(OwnVariable& variable) {
    const Spec& spec = variable.spec;
    if (spec.fill == Spec::Fill::file || spec.kind == Spec::Kind::structure) {
        auto bytes = contents(spec);
        if (!bytes) return bytes.problem();
        variable.content = std::make_shared<const std::vector<std::byte>>(std::move(*bytes));
    } else if (spec.kind == Spec::Kind::number) {
        std::vector<std::byte> bytes(spec.bytes());
        std::memcpy(bytes.data(), &spec.bits, bytes.size());
        variable.content = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    }
    return std::nullopt;
}

}  // namespace

std::vector<Taken> variables_of(const simulator::Module& module, const std::string& kernel) {
    std::vector<Taken> all;
    const auto program = module.kernel(kernel);
    if (!program) return all;
    for (const simulator::ptx::Variable& global : (*program)->globals) {
        const bool made = global.name.starts_with('$') || global.name.starts_with("__") ||
                          global.name.starts_with("_ZTV");
        if (made) continue;
        Taken variable;
        variable.name = simulator::demangled(global.name);
        const std::string type(simulator::name_of(global.type));
        // Compilers declare arrays and structures as bytes.
        variable.type = type == "b8"       ? bytes_worded(global.bytes())
                        : global.count > 1 ? fmt::format("{}[{}]", type, global.count)
                                           : type;
        all.push_back(std::move(variable));
    }
    return all;
}

Outcome<OwnVariable> read_variable(const std::string& text, const simulator::Module& module,
                                   const std::vector<FoundKernel>& kernels) {
    auto spec = read_spec(text, "--set");
    if (!spec) return spec.problem();
    OwnVariable variable{*spec, "", {}, nullptr};
    if (auto problem = no_value(*spec)) return *problem;
    if (auto problem = find_variable(variable, module, kernels)) return *problem;
    if (auto problem = fill_variable(variable)) return *problem;
    return variable;
}

}  // namespace lab
