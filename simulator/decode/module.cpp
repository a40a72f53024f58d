// A PTX text and its programs, decoded on demand.
#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "simulator/decode/decode.h"
#include "simulator/decode/kept_registers.h"
#include "simulator/decode/program.h"
#include "simulator/demangle.h"
#include "simulator/kernel_hash.h"
#include "simulator/ptx/left_out.h"
#include "simulator/spelling.h"

namespace simulator {
namespace {

std::uint64_t fnv1a(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : text) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3u;
    }
    return hash;
}

// The names of a kernel.
struct Names {
    std::string mangled, full, plain;  // "_Z1kILi2EEvPf", "k<2>(float*)", "k<2>"
};

using Fits = bool (*)(const Names&, std::string_view);

// Ways in which a name may match, the strictest first.
constexpr Fits ways[] = {
    [](const Names& names, std::string_view asked) {
        return names.mangled == asked || names.full == asked;
    },
    [](const Names& names, std::string_view asked) { return names.plain == asked; },
    [](const Names& names, std::string_view asked) {
        return names.mangled.starts_with(asked) || names.full.starts_with(asked);
    },
};

// Spelling distance to a name, with or without its template arguments.
std::size_t distance(std::string_view asked, const Names& names) {
    const std::string_view plain = names.plain;
    return std::min(spelling_distance(asked, plain),
                    spelling_distance(asked, plain.substr(0, plain.find('<'))));
}

// One name a line.
std::string lines_of(std::span<const std::string> names) {
    constexpr std::size_t most = 20;
    std::string lines;
    for (std::size_t i = 0; i < names.size() && i < most; ++i) lines += "\n  " + names[i];
    if (names.size() > most) lines += "\n  and " + std::to_string(names.size() - most) + " more";
    return lines;
}

}  // namespace

struct Module::Body {
    std::string source;
    std::uint64_t hash = 0;
    ptx::Module text;
    std::vector<Names> kernels;

    mutable std::mutex guard;  // of the members below: workers share a module
    mutable std::map<std::string, Outcome<std::shared_ptr<const Program>>, std::less<>> decoded;
    mutable std::map<std::string, std::uint64_t, std::less<>> hashes;

    void name_kernels() {
        for (const ptx::Function& function : text.functions) {
            if (!function.entry) continue;
            const std::string full = demangled(function.name);
            kernels.push_back({function.name, full, without_arguments(full)});
        }
    }

    // Every kernel, the most similar names first.
    std::string list(std::string_view asked) const {
        if (kernels.empty()) return " no kernel.";
        std::vector<std::pair<std::size_t, std::string>> near;
        for (const Names& kernel : kernels)
            near.emplace_back(distance(asked, kernel), kernel.plain);
        std::ranges::stable_sort(near, {}, &std::pair<std::size_t, std::string>::first);
        std::vector<std::string> names;
        for (auto& [far, name] : near) names.push_back(std::move(name));
        return ":" + lines_of(names);
    }

    Outcome<const Names*> find(std::string_view asked) const {
        for (const Fits fits : ways) {
            const Names* found = nullptr;
            std::vector<std::string> all;
            for (const Names& kernel : kernels) {
                if (!fits(kernel, asked)) continue;
                found = &kernel;
                all.push_back(kernel.full);
            }
            if (all.size() == 1) return found;
            if (all.size() > 1)
                return Diagnostic{0, 0,
                                  "'" + std::string(asked) +
                                      "' matches more than one kernel. Write more of one "
                                      "name:" +
                                      lines_of(all)};
        }
        return Diagnostic{
            0, 0, "There is no kernel '" + std::string(asked) + "'; the text has" + list(asked)};
    }

    static Outcome<std::shared_ptr<const Program>> decode_of(const ptx::Module& text,
                                                             const std::string& mangled) {
        const auto kernel =
            ptx::inlined(text, *std::ranges::find(text.functions, mangled, &ptx::Function::name));
        if (!kernel) return kernel.problem();
        ptx::Function whole = *kernel;
        keep_across_calls(whole);
        return decode(text, whole);
    }

    // Functions that only pointers lead to may never be called: leaves out those that fail.
    Outcome<std::shared_ptr<const Program>> decode_now(const std::string& mangled) const {
        auto program = decode_of(text, mangled);
        std::optional<ptx::Module> rest;
        while (!program) {
            const ptx::Module& now = rest ? *rest : text;
            auto function = ptx::left_out(now, mangled, program.problem());
            if (!function) break;
            if (!rest) rest = text;
            *std::ranges::find(rest->functions, function->name, &ptx::Function::name) =
                std::move(*function);
            program = decode_of(*rest, mangled);
        }
        return program;
    }
};

Outcome<std::shared_ptr<const Module>> Module::read(std::string_view ptx_text) {
    Outcome<ptx::Module> text = ptx::parse(ptx_text);
    if (!text) return text.problem();
    auto body = std::make_shared<Body>();
    body->source = ptx_text;
    body->hash = fnv1a(ptx_text);
    body->text = std::move(*text);
    body->name_kernels();
    auto module = std::make_shared<Module>();
    module->body_ = std::move(body);
    return std::shared_ptr<const Module>(std::move(module));
}

std::vector<std::string> Module::kernels() const {
    std::vector<std::string> names;
    for (const Names& kernel : body_->kernels) names.push_back(kernel.mangled);
    return names;
}

Outcome<std::shared_ptr<const Program>> Module::kernel(std::string_view name) const {
    const Outcome<const Names*> found = body_->find(name);
    if (!found) return found.problem();
    const std::string& mangled = (*found)->mangled;
    const std::lock_guard lock(body_->guard);
    auto known = body_->decoded.find(mangled);
    if (known == body_->decoded.end()) {
        known = body_->decoded.emplace(mangled, body_->decode_now(mangled)).first;
    }
    return known->second;
}

const ptx::Module& Module::text() const { return body_->text; }
std::string_view Module::source() const { return body_->source; }
std::uint64_t Module::hash() const { return body_->hash; }

std::uint64_t Module::kernel_hash(const std::string& mangled) const {
    const std::lock_guard lock(body_->guard);
    const auto [known, is_new] = body_->hashes.try_emplace(mangled);
    if (is_new) known->second = simulator::kernel_hash(body_->source, mangled);
    return known->second;
}

}  // namespace simulator
