// Opens a file's kernel: its words, its guesses, and the knobs of both.
#include "lab/own/open.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lab/asked.h"
#include "lab/assets.h"
#include "lab/limits.h"
#include "lab/memory/memory_budget.h"
#include "lab/own/arguments.h"
#include "lab/own/guess.h"
#include "lab/own/members.h"
#include "lab/own/module.h"
#include "lab/own/own_file.h"
#include "lab/own/pointers.h"
#include "lab/own/templates.h"
#include "lab/own/variables.h"
#include "lab/problem.h"
#include "lab/programs.h"
#include "lab/running/faults.h"
#include "lab/running/simulation.h"
#include "lab/words.h"

namespace lab {
namespace {

using simulator::Diagnostic;
using simulator::Outcome;
using simulator::Program;
using ModulePointer = std::shared_ptr<const simulator::Module>;

const OwnFile& file_of(const Subject& subject) {
    static const OwnFile none;
    return subject.own ? *subject.own : none;
}

bool same_parameters(const FoundKernel& a, const FoundKernel& b) {
    return std::ranges::equal(a.parameters, b.parameters, [](const Taken& one, const Taken& other) {
        return one.type == other.type && one.stored == other.stored && one.bytes == other.bytes &&
               one.name == other.name;
    });
}

// Guessed arrays grow up to this number of elements.
constexpr std::uint64_t most_guessed = 1 << 22;

// Builds one subject, member by member: later members need earlier ones.
class Opening {
public:
    Opening(const AskedFile& asked, const Code& code, ModulePointer module, const NeededRoom& room)
        : asked_(asked), code_(code), module_(std::move(module)) {
        wish_.room = room;
        kernels_ = kernels_in(*module_, code.source);
    }

    Problem find_kernel() {
        if (kernels_.empty()) return problem_of(no_kernels(asked_, code_.source));
        const std::string name = asked_.kernel.empty() ? kernels_.front().name : asked_.kernel;
        auto program = module_->kernel(name);
        // "twice<float>" may have more arguments, by default: "twice<float, 4>".
        if (!program && name.ends_with('>'))
            if (auto longer = module_->kernel(name.substr(0, name.size() - 1) + ","))
                program = std::move(longer);
        if (!program) {
            Diagnostic problem = located(asked_, code_, *module_, program.problem());
            if (problem.line != 0) problem.message += others_than(name);
            return problem;
        }
        program_ = *program;
        kernel_ = *std::ranges::find(kernels_, program_->name, &FoundKernel::name);
        as_declared_ = kernel_;
        take_apart(used_parameters(*program_));
        return std::nullopt;
    }

    // A structure with pointers becomes its members, unless its bytes are given.
    void take_apart(const UsedParameters& used) {
        std::vector<Taken> all;
        for (std::size_t i = 0; i < kernel_.parameters.size(); ++i) {
            Taken& taken = kernel_.parameters[i];
            taken.pointer |= program_->parameters[i].pointer || used.whole[i].address;
            taken.texture = used.whole[i].texture;
            if (taken.type.empty() && taken.pointer && taken.element == simulator::Type::none)
                taken.element = used.whole[i].element;
            const bool whole = used.walked[i] || !taken.structure || given_as_bytes(taken);
            auto members =
                whole ? std::vector<Taken>{} : members_of(taken, used.members[i], code_.source);
            for (Taken& member : members) member.parameter = i, member.whole_bytes = taken.bytes;
            if (members.empty()) members = {taken};
            std::ranges::move(members, std::back_inserter(all));
        }
        kernel_.parameters = std::move(all);
    }

    bool given_as_bytes(const Taken& structure) const {
        return std::ranges::any_of(asked_.arguments, [&](const std::string& text) {
            const auto spec = read_spec(text);
            return spec && spec->kind == Spec::Kind::structure && spec->count == structure.bytes;
        });
    }

    // The sentence about an unusable kernel names some that work, if they are found quickly.
    std::string others_than(const std::string& refused) const {
        constexpr std::size_t most_tried = 20, most_named = 3;
        std::vector<std::string> names;
        for (std::size_t i = 0; i < std::min(kernels_.size(), most_tried); ++i) {
            const FoundKernel& kernel = kernels_[i];
            if (kernel.name == refused || names.size() == most_named) continue;
            if (module_->kernel(kernel.name)) names.push_back(kernel.title);
        }
        if (names.empty()) return "";
        return fmt::format(" Other kernels of the file that can run (--kernel): {}.",
                           fmt::join(names, ", "));
    }

    Problem read_words() {
        const auto shape = [](const std::string& flag, const std::string& text, const Dim3& most,
                              std::optional<Dim3>& to) -> Problem {
            if (text.empty()) return std::nullopt;
            const auto read = shape_named(text, most);
            if (!read) return problem_of(flag + " " + read.problem().message);
            to = *read;
            return std::nullopt;
        };
        const simulator::Limits& most = device_limits().launch;
        if (auto problem = shape("--grid", asked_.grid, most.grid, wish_.grid)) return problem;
        if (auto problem = shape("--block", asked_.block, most.block, wish_.block)) return problem;
        if (auto problem = read_shared()) return problem;
        return read_specs();
    }

    void guess() {
        guess_ = guess_launch(kernel_, *program_, wish_);
        file_->guesses = guess_.said;
        // With a guessed shared size, the host allows as much.
        if (!wish_.shared) file_->max_shared = std::max(file_->max_shared, guess_.shared);
        for (const FoundNeed& need : wish_.room.found) {
            std::string words = need.sentence;
            words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
            file_->found += (file_->found.empty() ? "" : " ") + words;
            file_->guesses += " " + words;
        }
    }

    Problem read_contents() {
        if (auto problem = misfit(kernel_, guess_.arguments)) return problem;
        for (std::size_t i = 0; i < guess_.arguments.size(); ++i) {
            const Spec& spec = guess_.arguments[i];
            OwnArgument argument{kernel_.parameters[i], spec, nullptr, nullptr, nullptr};
            if (spec.fill == Spec::Fill::file || spec.kind == Spec::Kind::structure) {
                auto bytes = contents(spec);
                if (!bytes) return bytes.problem();
                argument.content =
                    std::make_shared<const std::vector<std::byte>>(std::move(*bytes));
            }
            file_->arguments.push_back(std::move(argument));
        }
        return std::nullopt;
    }

    Problem read_variables() {
        for (const std::string& text : asked_.variables) {
            auto variable = read_variable(text, *module_, kernels_);
            if (!variable) return variable.problem();
            const auto twice = [&](const OwnVariable& other) {
                return other.symbol == variable->symbol;
            };
            if (std::ranges::any_of(file_->variables, twice))
                return problem_of(fmt::format("--set {} is given twice.", variable->spec.name));
            file_->variables.push_back(std::move(*variable));
        }
        return std::nullopt;
    }

    /// The room with a larger guessed array, if its size causes the fault; else the same room.
    NeededRoom grown(const simulator::Fault& fault) const {
        NeededRoom room = wish_.room;
        if (fault.kind != simulator::FaultKind::out_of_bounds || fault.element < 0) return room;
        const auto needed = std::bit_ceil(static_cast<std::uint64_t>(fault.element) + 1);
        if (needed > most_guessed) return room;
        for (std::size_t i = 0; i < guess_.arguments.size(); ++i) {
            const Spec& spec = guess_.arguments[i];
            if (wish_.arguments[i] || spec.name != fault.buffer || !spec.array()) continue;
            room.elements[spec.name] = std::max(needed, spec.count);
            const int line = fault.code_line();
            std::erase_if(room.found, [&](const FoundNeed& need) {
                return need.line == line && need.array == spec.name;
            });
            room.found.push_back(
                {fmt::format(
                     "{} reaches {}[{}], past the {} guessed elements, so the array got {}. "
                     "If your array has fewer, that line is out of bounds.",
                     line_words(line), spec.name, fault.element,
                     grouped(room.first.try_emplace(spec.name, spec.count).first->second),
                     grouped(static_cast<std::int64_t>(needed))),
                 line, spec.name});
        }
        if (fault.buffer == program_->dynamic_shared && !wish_.shared) {
            const auto bytes = static_cast<std::int64_t>(needed) * std::max(fault.bytes, 1);
            if (bytes <= std::int64_t(device_limits().launch.shared_per_block)) room.shared = bytes;
        }
        return room;
    }

    std::vector<OtherGuess> others(const simulator::Fault& fault) const {
        return other_guesses(*program_, wish_, guess_, fault);
    }

    void make_knobs() { add_knobs(*file_, guess_, *program_); }
    std::shared_ptr<const Subject> subject();

private:
    Problem read_shared() {
        if (auto problem = read_bytes("--shared", asked_.shared, wish_.shared)) return problem;
        std::optional<std::int64_t> most;
        if (auto problem = read_bytes("--max-shared", asked_.max_shared, most)) return problem;
        file_->max_shared = most.value_or(0);
        return std::nullopt;
    }

    static Problem read_bytes(const char* flag, const std::string& text,
                              std::optional<std::int64_t>& to) {
        if (text.empty()) return std::nullopt;
        const auto bytes = whole_number(text);
        if (!bytes) return problem_of(fmt::format("{}: {}", flag, bytes.problem().message));
        if (*bytes < 0 || *bytes > 0xFFFFFFFF)
            return problem_of(fmt::format("{} {}: 0 to {} bytes per block are allowed.", flag,
                                          *bytes, simulator::Limits{}.shared_per_block));
        to = *bytes;
        return std::nullopt;
    }

    // All SPECs in order; or some, each with its parameter's name.
    Problem read_specs() {
        const std::size_t taken = kernel_.parameters.size();
        wish_.arguments.resize(taken);
        for (std::size_t i = 0; i < asked_.arguments.size(); ++i) {
            auto spec = read_spec(asked_.arguments[i]);
            if (!spec) return spec.problem();
            if (asked_.arguments.size() >= taken) {
                if (i >= taken) extra_.push_back(*spec);
                if (i < taken) wish_.arguments[i] = std::move(*spec);
                continue;
            }
            const auto found = std::ranges::find(kernel_.parameters, spec->name, &Taken::name);
            if (found == kernel_.parameters.end()) return unknown_name(*spec);
            auto& wished = wish_.arguments[found - kernel_.parameters.begin()];
            if (wished) return problem_of(fmt::format("--arg {} is given twice.", spec->name));
            wished = std::move(*spec);
        }
        return extra_.empty() ? std::nullopt : too_many();
    }

    Problem too_many() const {
        std::vector<Spec> all;
        for (const auto& spec : wish_.arguments) all.push_back(*spec);
        all.insert(all.end(), extra_.begin(), extra_.end());
        return misfit(kernel_, all);
    }

    Problem unknown_name(const Spec& spec) const {
        std::vector<std::string> words;
        for (const Taken& taken : kernel_.parameters) words.push_back(described(taken));
        return problem_of(fmt::format(
            "--arg {}: {} takes {}. Give all arguments in order, or only some, each by its name.",
            spec.name, kernel_.title, listed(words)));
    }

    std::vector<Rung> rungs() const;
    std::string key() const;

    const AskedFile& asked_;
    const Code& code_;
    ModulePointer module_;
    std::vector<FoundKernel> kernels_;
    FoundKernel kernel_, as_declared_;  // kernel_: structures with pointers as members
    std::shared_ptr<const Program> program_;
    Wish wish_;
    std::vector<Spec> extra_;
    Guess guess_;
    std::shared_ptr<OwnFile> file_ = std::make_shared<OwnFile>();
};

// The formula's error for lessons' kernels whose blocks wait for others. A kernel that waits for a
// flag takes as long as the other blocks need.
constexpr double within_of_waiting = 450;

// The named kernel and kernels with the same parameters, in text order.
std::vector<Rung> Opening::rungs() const {
    std::vector<Rung> rungs;
    for (const FoundKernel& kernel : kernels_) {
        if (kernel.name != kernel_.name && !same_parameters(kernel, as_declared_)) continue;
        Rung rung;
        rung.id = rung.title = rung.claim = kernel.title;
        rung.kernel = [title = kernel.title](const Settings&) { return title; };
        const auto program = module_->kernel(kernel.name);
        if (program && waits_for_blocks(**program)) rung.modelled_within = within_of_waiting;
        rung.host = [file = file_, name = kernel.name](Plan& plan, const Settings& settings) {
            record(*file, name, plan, settings);
        };
        rungs.push_back(std::move(rung));
    }
    return rungs;
}

// Everything that changes a run and is not a knob's value.
std::string Opening::key() const {
    std::string text = code_.source + asked_.arch + kernel_.name;
    const auto add = [&](const std::shared_ptr<const std::vector<std::byte>>& content) {
        if (content) text.append(reinterpret_cast<const char*>(content->data()), content->size());
    };
    for (const OwnArgument& argument : file_->arguments) {
        Spec spec = argument.spec;
        if (argument.length) spec.count = 0;
        if (argument.value) spec.bits = 0;
        text += '\n' + worded(spec);
        add(argument.content);
    }
    for (const OwnVariable& variable : file_->variables) {
        text += "\n--set " + worded(variable.spec);
        add(variable.content);
    }
    return fmt::format("{:016x}{:016x}", module_->hash(), std::hash<std::string>{}(text));
}

std::shared_ptr<const Subject> Opening::subject() {
    for (const FoundKernel& kernel : kernels_)
        if (kernel.name != kernel_.name && !same_parameters(kernel, as_declared_))
            file_->others.push_back(kernel.title);
    file_->asked = asked_;
    file_->asked.kernel = kernel_.title;
    auto made = std::make_shared<Subject>();
    made->id = asked_.file;
    made->title = made->source = std::filesystem::path(asked_.file).filename().string();
    made->source_text = code_.source;
    made->module = module_;
    made->rungs = rungs();
    find_rung(*made, kernel_.title, &made->rung);
    for (const Knob& knob : file_->knobs) made->knobs.push_back(&knob);
    if (!file_->sizes.empty()) made->size = file_->sizes.front();
    made->turn = [file = file_](const Settings& settings, const Knob& knob, std::int64_t value) {
        return turned(*file, settings, knob, value);
    };
    // an estimate: a thread's work is unknown before a run
    made->cost = [file = file_](const Settings& settings) {
        return 100 * threads_of(*file, settings);
    };
    made->views = {"data_flow", "lanes", "coalescing", "banks"};
    made->cards = {"timings", "ledger"};
    made->ledger = {"warp_instructions",       "divergent_branches",
                    "global_load_sectors",     "global_store_sectors",
                    "texture_instructions",    "shared_load_wavefronts",
                    "shared_store_wavefronts", "barriers"};
    made->key = key();
    made->own = file_;
    made->launch_knobs = launch_knobs(*file_);
    made->allowed_shared = {file_->max_shared, !file_->asked.max_shared.empty(),
                            file_->shared ? file_->shared->id : ""};
    return made;
}

}  // namespace

// A short run of the guessed launch: the fault that ends it, or else its first fault. nullopt where
// nothing was guessed, or the run needs much memory.
std::optional<simulator::Fault> first_fault(const std::shared_ptr<const Subject>& subject,
                                            Playing::Check check) {
    const bool checks = check != Playing::Check::nowhere;
    const std::uint64_t a_moment = checks ? 1 << 20 : 4 << 20;  // lane-instructions
    constexpr std::uint64_t a_little = 64 << 20;                // bytes that such a run may take
    Request request;
    request.settings = Settings(subject);
    if (subject->own->guesses.empty() || refusal(request.settings)) return std::nullopt;
    if (memory_sum(memory_shares(request)) > a_little) return std::nullopt;
    Simulation simulation(request, {.trace = false, .check = check, .limit = a_moment});
    const auto run = simulation.play(nullptr);
    const auto found = std::ranges::find_if(run->faults, [&](const simulator::Fault& fault) {
        return fault.fatal || (checks && !is_warning(fault.kind));
    });
    return found == run->faults.end() ? std::nullopt : std::optional(*found);
}

Outcome<std::shared_ptr<const Subject>> opened_once(Opening& opening) {
    if (auto problem = opening.find_kernel()) return *problem;
    if (auto problem = opening.read_words()) return *problem;
    opening.guess();
    if (auto problem = opening.read_contents()) return *problem;
    if (auto problem = opening.read_variables()) return *problem;
    opening.make_knobs();
    return opening.subject();
}

// A launch, its fault, and launches to try next.
struct Tried {
    Outcome<std::shared_ptr<const Subject>> subject;
    std::optional<simulator::Fault> fault;
    std::vector<OtherGuess> others;
    NeededRoom room;
};

// Makes guessed arrays as large as the kernel needs: a wrong guess must not look like a wrong
// kernel.
Tried tried(const AskedFile& asked, const Code& code, const ModulePointer& module,
            NeededRoom room) {
    for (int round = 0;; ++round) {
        constexpr int most_rounds = 12;
        Opening opening(asked, code, module, room);
        auto subject = opened_once(opening);
        if (!subject) return {std::move(subject), std::nullopt, {}, room};
        const auto ended =
            round == most_rounds ? std::nullopt : first_fault(*subject, Playing::Check::nowhere);
        const NeededRoom more = ended ? opening.grown(*ended) : room;
        if (more != room) {
            room = more;
            continue;
        }
        const auto fault = ended ? ended : first_fault(*subject, Playing::Check::everywhere);
        return {std::move(subject), fault,
                fault ? opening.others(*fault) : std::vector<OtherGuess>{}, room};
    }
}

Outcome<std::shared_ptr<const Subject>> subject_of(const AskedFile& asked, const Code& code) {
    auto module = module_of(asked.file, code);
    if (!module) return module.problem();
    Tried first = tried(asked, code, *module, {});
    const auto with_words = [&](const std::string& sentence) {
        first.room.found.insert(first.room.found.begin(), FoundNeed{sentence});
        Opening opening(asked, code, *module, first.room);
        return opened_once(opening);
    };
    for (const OtherGuess& other : first.others) {
        Tried next = tried(asked, code, *module, other.room);
        if (!next.subject || next.fault) continue;
        if (other.replaces) return std::move(next.subject);
        return with_words(other.where_right);
    }
    if (first.others.empty()) return std::move(first.subject);
    return with_words(
        "with this guessed launch the kernel has a fault: if your launch differs, give it with "
        "--grid, --block and --arg.");
}

Outcome<std::shared_ptr<const Subject>> open_file(const AskedFile& asked) {
    const auto code = code_of(asked.file, asked.arch, asked.kernel);
    if (!code) return code.problem();
    return subject_of(asked, *code);
}

AskedFile asked_of(const Settings& settings) {
    const OwnFile& file = *settings.subject->own;
    const auto shape = [&](const std::array<const Knob*, 3>& sides) {
        const auto side = [&](int axis) { return sides[axis] ? settings[*sides[axis]] : 1; };
        if (side(2) != 1) return fmt::format("{},{},{}", side(0), side(1), side(2));
        return side(1) != 1 ? fmt::format("{},{}", side(0), side(1)) : fmt::format("{}", side(0));
    };
    AskedFile asked = file.asked;
    asked.kernel = rung_of(settings).id;
    asked.grid = shape(file.grid);
    asked.block = shape(file.block);
    asked.shared = file.shared ? fmt::format("{}", settings[*file.shared]) : "";
    asked.arguments = specs_of(file, settings);
    return asked;
}

std::string words_of(const AskedFile& asked) {
    std::string words = in_quotes(asked.file);
    const auto add = [&](const char* flag, const std::string& word) {
        if (!word.empty()) words += fmt::format(" {} {}", flag, in_quotes(word));
    };
    add("--kernel", asked.kernel);
    add("--grid", asked.grid);
    add("--block", asked.block);
    add("--shared", asked.shared);
    add("--max-shared", asked.max_shared);
    for (const std::string& spec : asked.arguments) add("--arg", spec);
    for (const std::string& spec : asked.variables) add("--set", spec);
    if (asked.arch != AskedFile{}.arch) add("--arch", asked.arch);
    return words;
}

std::string own_state(const Settings& settings) {
    return words_of(asked_of(settings)) + beyond_their_types(*settings.subject->own, settings);
}

const std::string& guesses_of(const Subject& subject) { return file_of(subject).guesses; }

const std::string& found_at_guess(const Subject& subject) { return file_of(subject).found; }

const std::vector<std::string>& other_kernels(const Subject& subject) {
    return file_of(subject).others;
}

}  // namespace lab
