// Turns parsed instructions into code: finds their rows, gives operands places, and drops copies of
// values that are in the register file already. See decode.h.
#include "simulator/decode/decode.h"

#include <algorithm>
#include <bit>

#include "simulator/decode/decode_blocks.h"
#include "simulator/decode/liveness.h"
#include "simulator/decode/register_file.h"
#include "simulator/demangle.h"
#include "simulator/hash.h"
#include "simulator/isa/calls.h"
#include "simulator/isa/refusals.h"

namespace simulator {
namespace {

using OperandKind = ptx::Operand::Kind;

// The bits of an immediate, as a value of `type`.
std::uint64_t immediate_bits(const ptx::Operand& operand, Type type) {
    if (operand.kind == OperandKind::real) {
        const double value = operand.width == 4
                                 ? std::bit_cast<float>(static_cast<std::uint32_t>(operand.bits))
                                 : std::bit_cast<double>(operand.bits);
        if (size_of(type) == operand.width) return operand.bits;
        return size_of(type) == 8 ? std::bit_cast<std::uint64_t>(value)
                                  : std::bit_cast<std::uint32_t>(static_cast<float>(value));
    }
    const auto whole = static_cast<std::int64_t>(operand.bits);
    if (type == Type::f64) return std::bit_cast<std::uint64_t>(static_cast<double>(whole));
    if (type == Type::f32) return std::bit_cast<std::uint32_t>(static_cast<float>(whole));
    return operand.bits;
}

class Decoder {
public:
    Decoder(const ptx::Module& module, const ptx::Function& function)
        : function_(function),
          target_(module.target),
          program_(std::make_shared<Program>()),
          file_(module, function, *program_) {
        program_->name = function.name;
        program_->plain_name = without_arguments(demangled(function.name));
        program_->text = function.body;
        program_->required_threads = function.required_threads;
        program_->most_threads = function.maximum_threads.count();
        program_->module_key = key_of(module);
        for (const ptx::Part& part : function.parts)
            program_->callables.push_back({part.name, function_address(module, part.name), 0,
                                           static_cast<std::uint32_t>(part.stack)});
    }

    Outcome<std::shared_ptr<const Program>> run() {
        if (const auto words = file_.too_much()) return Diagnostic{function_.ptx_line, 0, *words};
        if (auto problem = match_rows()) return *problem;
        do {
            if (auto problem = make_all_code()) return *problem;
        } while (once_more());
        note_pointers();
        note_counting();
        if (auto problem = cut_into_blocks(function_, touched_, *program_)) return *problem;
        note_liveness();
        file_.close();
        return std::shared_ptr<const Program>(program_);
    }

private:
    static std::uint64_t key_of(const ptx::Module& module) {
        Hash hash;
        const auto add = [&](const std::string& text) { hash.add(std::as_bytes(std::span(text))); };
        for (const ptx::Variable& variable : module.variables) {
            add(variable.name);
            hash.add(variable.bytes());
            hash.add(std::as_bytes(std::span(variable.initial)));
        }
        for (const ptx::Function& function : module.functions) add(function.name);
        return hash.value();
    }

    static Diagnostic problem(const ptx::Instruction& instruction, std::string text) {
        return {instruction.ptx_line, 0, std::move(text)};
    }

    std::optional<Diagnostic> match_rows() {
        for (const ptx::Instruction& instruction : program_->text) {
            const Found found = find_row(instruction);
            if (!found.row) {
                return problem(instruction, why_unknown(instruction, target_));
            }
            found_.push_back(found);
            const bool plain = found.row->effect.kind != Kind::call;
            forms_.push_back(plain ? operands_of(found) : std::vector<OperandForm>{});
            count_writes(instruction, forms_.back());
        }
        return {};
    }

    void count_writes(const ptx::Instruction& instruction, const std::vector<OperandForm>& forms) {
        for (std::size_t i = 0; i < std::min(forms.size(), instruction.operands.size()); ++i) {
            if (!forms[i].written) continue;
            const ptx::Operand& operand = instruction.operands[i];
            ++writes_[operand.name];
            ++writes_[operand.paired];
            for (const ptx::Operand& element : operand.elements) ++writes_[element.name];
        }
        for (const ptx::Operand& operand : instruction.results) ++writes_[operand.name];
    }

    std::optional<Diagnostic> make_all_code() {
        program_->code.clear();
        touched_.clear();
        program_->tallies = 0;
        read_.assign(file_.registers(), false);
        read_too_early_ = false;
        for (std::size_t i = 0; i < program_->text.size(); ++i) {
            if (auto problem = make_code(i)) return problem;
        }
        return {};
    }

    // Whether a register was read before its copy was met in the text, as in a loop whose end comes
    // first. The code is then made again with the known copies. A copy of a copy may take several
    // rounds; after the last, copies are made as written.
    bool once_more() {
        if (!read_too_early_) return false;
        if (++rounds_ == most_rounds) {
            aliases_.clear();
            copies_as_written_ = true;
        }
        return true;
    }

    std::optional<Diagnostic> make_code(std::size_t index) {
        const ptx::Instruction& instruction = program_->text[index];
        Code code;
        code.index = static_cast<std::uint32_t>(index);
        code.line = instruction.source.line;
        code.ptx_line = instruction.ptx_line;
        code.row = found_[index].row;
        if (instruction.goes_back) code.flags |= goes_back;
        touched_.emplace_back();
        touched_.back().guarded = !instruction.guard.empty();
        if (auto wrong = take_guard(instruction, code)) return wrong;
        if (code.row->effect.kind == Kind::call) {
            if (auto wrong = take_call(instruction, code)) return wrong;
        } else if (auto wrong = take_operands(instruction, index, code)) {
            return wrong;
        }
        // Without a member mask no lane waits: the lanes that are here execute it.
        code.synchronizes = code.row->effect.together && code.e != nowhere;
        if (code.row->effect.is_memory()) code.tally = program_->tallies++;
        program_->code.push_back(code);
        return {};
    }

    std::optional<Diagnostic> take_guard(const ptx::Instruction& instruction, Code& code) {
        if (instruction.guard.empty()) return {};
        const RegisterInfo* info = file_.find(instruction.guard);
        if (!info || info->bytes != 0) {
            return problem(instruction, "The guard " + instruction.guard + " is not a predicate.");
        }
        code.guard = info->place;
        code.guard_negated = instruction.guard_negated;
        touched_.back().read.push_back(info->index);
        return {};
    }

    std::optional<Diagnostic> take_call(const ptx::Instruction& instruction, Code& code) {
        if (instruction.enters) {
            code.flags |= enters;
            const RegisterInfo* pointer = file_.find(instruction.callee);
            if (!pointer) return {};
            if (pointer->bytes != 8)
                return problem(instruction, instruction.callee + " is too narrow for a pointer.");
            code.a = place_of(instruction.callee, *pointer);
            touched_.back().read.push_back(pointer->index);
            return {};
        }
        const Call* call = call_named(instruction.callee);
        if (!call) {
            return problem(instruction, why_not_called(instruction.callee));
        }
        if (instruction.arguments.size() < static_cast<std::size_t>(call->arguments)) {
            return problem(instruction, "The call of \"" + instruction.callee + "\" has " +
                                            std::to_string(instruction.arguments.size()) +
                                            " arguments instead of " +
                                            std::to_string(call->arguments) + ".");
        }
        const Member<Code, Place> fields[] = {&Code::a, &Code::b, &Code::c, &Code::e};
        for (int i = 0; i < std::min(call->arguments, 4); ++i) {
            const Type type = call->types[i];
            if (auto wrong =
                    take_source(instruction, instruction.arguments[i], type, code.*fields[i])) {
                return wrong;
            }
        }
        code.full = code.masked = call->body;
        if (instruction.results.empty()) return {};
        return take_destination(instruction, instruction.results[0], call->result, code.d);
    }

    std::optional<Diagnostic> take_operands(const ptx::Instruction& instruction, std::size_t index,
                                            Code& code) {
        Match match = found_[index].match;
        const std::vector<OperandForm>& forms = forms_[index];
        const std::size_t count = std::min(instruction.operands.size(), forms.size());
        for (std::size_t i = 0; i < count; ++i) {
            const ptx::Operand& operand = instruction.operands[i];
            const bool place = operand.kind == OperandKind::label ||
                               (operand.kind == OperandKind::symbol && !forms[i].field);
            if (place && code.row->effect.kind == Kind::control) continue;  // a label or a table
            if (auto wrong = take_operand(instruction, operand, forms[i], match, code))
                return wrong;
        }
        code.type = match.type;
        code.from = match.from;
        code.flags |= match.flags;
        code.space = match.space;
        code.count = static_cast<std::uint8_t>(match.count);
        code.lane_bytes = static_cast<std::uint8_t>(
            std::max({match.d_bytes, match.a_bytes, size_of(match.type)}));
        if (!code.row->pick || alias(instruction, code)) return {};
        const Bodies bodies = code.row->pick(match);
        code.full = bodies.full;
        code.masked = bodies.masked;
        return {};
    }

    std::optional<Diagnostic> take_operand(const ptx::Instruction& instruction,
                                           const ptx::Operand& operand, const OperandForm& form,
                                           Match& match, Code& code) {
        if (form.address) return take_address(instruction, operand, match, code);
        if (operand.kind == OperandKind::vector) {
            return take_vector(instruction, operand, form, match, code);
        }
        note_width(operand, form, code, match);
        Place& place = form.field ? code.*form.field : code.elements[0];
        if (!form.written) {
            if (operand.negated && form.type == Type::pred) code.flags |= negated_predicate;
            return take_source(instruction, operand, form.type, place);
        }
        if (auto wrong = take_destination(instruction, operand, form.type, place)) return wrong;
        if (operand.paired.empty() || !form.paired) return {};
        ptx::Operand paired;
        paired.kind = operand.paired == "_" ? OperandKind::none : OperandKind::register_;
        paired.name = operand.paired;
        return take_destination(instruction, paired, Type::pred, code.*form.paired);
    }

    void note_width(const ptx::Operand& operand, const OperandForm& form, const Code& code,
                    Match& match) const {
        const RegisterInfo* info = file_.find(operand.name);
        if (!info || !code.row->effect.takes_wider() || info->bytes <= size_of(form.type)) return;
        (form.written ? match.d_bytes : match.a_bytes) = info->bytes;
    }

    std::optional<Diagnostic> take_vector(const ptx::Instruction& instruction,
                                          const ptx::Operand& operand, const OperandForm& form,
                                          Match& match, Code& code) {
        if (operand.elements.size() > std::size(code.elements)) {
            return problem(instruction,
                           "The simulator does not know vectors of more than 4 values.");
        }
        for (std::size_t i = 0; i < operand.elements.size(); ++i) {
            const ptx::Operand& element = operand.elements[i];
            note_width(element, form, code, match);
            auto wrong = form.written
                             ? take_destination(instruction, element, form.type, code.elements[i])
                             : take_source(instruction, element, form.type, code.elements[i]);
            if (wrong) return wrong;
        }
        return {};
    }

    std::optional<Diagnostic> take_address(const ptx::Instruction& instruction,
                                           const ptx::Operand& operand, Match& match, Code& code) {
        if (operand.name.empty()) {
            code.a = file_.constant(8, operand.bits);
            return {};
        }
        code.offset = operand.offset;
        if (const RegisterInfo* info = file_.find(operand.name)) {
            if (info->bytes != 4 && info->bytes != 8) {
                return problem(instruction, operand.name + " is too narrow for an address.");
            }
            code.a = place_of(operand.name, *info);
            code.wide_address = info->bytes == 8;
            touched_.back().read.push_back(info->index);
            return {};
        }
        const RegisterFile::Symbol* symbol = file_.symbol(operand.name);
        if (!symbol || symbol->space == Space::generic)
            return unknown_name(instruction, operand.name);
        if (match.space == Space::none) match.space = symbol->space;
        code.wide_address = symbol->space == Space::global || symbol->space == Space::constant;
        code.a = file_.address(*symbol, 0, code.wide_address ? 8 : 4);
        return {};
    }

    std::optional<Diagnostic> take_source(const ptx::Instruction& instruction,
                                          const ptx::Operand& operand, Type type, Place& place) {
        const int bytes = type == Type::pred ? 0 : size_of(type);
        if (operand.kind == OperandKind::integer || operand.kind == OperandKind::real) {
            const std::uint64_t bits = immediate_bits(operand, type);
            place = file_.constant(bytes, bytes ? bits : bits ? ~0u : 0);
            return {};
        }
        if (const RegisterInfo* info = file_.find(operand.name)) {
            if (auto wrong = check_width(instruction, operand, *info, bytes)) return wrong;
            place = place_of(operand.name, *info);
            touched_.back().read.push_back(info->index);
            return {};
        }
        if (operand.kind == OperandKind::special) {
            if (operand.name == "WARP_SZ")
                place = file_.constant(bytes, warp_size);
            else
                place = file_.special(operand.name, bytes);
            if (place != nowhere) return {};
            return problem(instruction, "The special register \"" + operand.name +
                                            "\" is not known to the simulator.");
        }
        const RegisterFile::Symbol* symbol = file_.symbol(operand.name);
        if (!symbol || bytes < 4) return unknown_name(instruction, operand.name);
        place = file_.address(*symbol, operand.offset, bytes);
        return {};
    }

    std::optional<Diagnostic> take_destination(const ptx::Instruction& instruction,
                                               const ptx::Operand& operand, Type type,
                                               Place& place) {
        const int bytes = type == Type::pred ? 0 : size_of(type);
        if (operand.kind == OperandKind::none) {
            place = file_.sink(bytes == 0 ? 0 : 8);
            return {};
        }
        const RegisterInfo* info = file_.find(operand.name);
        if (!info) return unknown_name(instruction, operand.name);
        if (auto wrong = check_width(instruction, operand, *info, bytes)) return wrong;
        place = info->place;
        touched_.back().written.push_back(info->index);
        return {};
    }

    std::optional<Diagnostic> check_width(const ptx::Instruction& instruction,
                                          const ptx::Operand& operand, const RegisterInfo& info,
                                          int bytes) const {
        const Effect& effect = found_[program_->code.size()].row->effect;  // the current one
        const bool wider = info.bytes > bytes && bytes > 0 && effect.takes_wider();
        if (info.bytes == bytes || wider) return {};
        const auto width = [](int size) {
            return size == 0 ? std::string("a predicate") : std::to_string(size * 8) + " bits";
        };
        return problem(instruction, operand.name + " holds " + width(info.bytes) + ", but \"" +
                                        instruction.opcode + "\" needs " + width(bytes) + ".");
    }

    static Diagnostic unknown_name(const ptx::Instruction& instruction, const std::string& name) {
        return problem(instruction, "\"" + name +
                                        "\" is neither a register nor a variable that the "
                                        "simulator knows.");
    }

    // Reads of a register that only copies a value of the file go to that value.
    Place place_of(const std::string& name, const RegisterInfo& info) {
        const auto found = aliases_.find(name);
        if (found != aliases_.end()) return found->second;
        read_[info.index] = true;
        return info.place;
    }

    // Whether the instruction copies a value that the file has from the launch on, to a register
    // that no other instruction writes. Reads of the register then use that value's place.
    bool alias(const ptx::Instruction& instruction, Code& code) {
        if (copies_as_written_ || !instruction.guard.empty() || instruction.operands.size() != 2)
            return false;
        const ptx::Operand& to = instruction.operands[0];
        const RegisterInfo* info = file_.find(to.name);
        if (!info || writes_[to.name] != 1) return false;
        const Place source = copied_constant(instruction, code, *info);
        if (source == nowhere) return false;
        read_too_early_ |= read_[info->index];
        aliases_[to.name] = source;
        code.d = source;
        return true;
    }

    Place copied_constant(const ptx::Instruction& instruction, const Code& code,
                          const RegisterInfo& to) {
        const Effect& effect = code.row->effect;
        if (effect.kind == Kind::load && code.space == Space::parameter) {
            const RegisterFile::Symbol* symbol = file_.symbol(instruction.operands[1].name);
            const bool whole = size_of(code.type) == to.bytes && code.count == 1;
            const std::int64_t offset = symbol ? symbol->offset + code.offset : 0;
            if (!symbol || !whole || offset < 0 || offset + to.bytes > program_->parameter_bytes)
                return nowhere;
            return file_.parameter(to.bytes, static_cast<std::uint32_t>(offset));
        }
        // Global addresses are the same in the generic space.
        const bool copies = effect.kind == Kind::compute && effect.origin == Origin::copy;
        const bool same_address = effect.origin == Origin::address && code.space == Space::global;
        if (!copies && !same_address) return nowhere;
        const bool fixed = code.a != nowhere && code.a >= program_->first_constant;
        return fixed && !is_clock(code.a) ? code.a : nowhere;
    }

    bool is_clock(Place place) const {
        return std::ranges::any_of(program_->specials, [&](const SpecialRegister& special) {
            return special.place == place && special.kind >= Special::clock &&
                   special.kind <= Special::globaltimer;
        });
    }

    // A parameter is a pointer if an address of global memory is computed from it.
    void note_pointers() {
        for (const Code& code : program_->code) {
            if (code.row->effect.origin != Origin::address) continue;
            for (const ParameterValue& value : program_->parameter_values) {
                if (value.place != code.a) continue;
                for (Parameter& parameter : program_->parameters) {
                    parameter.pointer |= parameter.offset == value.offset && parameter.bytes == 8;
                }
            }
        }
    }

    // Machine code adds lanes at once if the old value is not used, and either the integer 1
    // is added in shared memory or all lanes have one address: see docs/counters.md.
    void note_counting() {
        std::vector<bool> read(file_.registers());
        for (const Touched& one : touched_)
            for (const std::uint32_t index : one.read) read[index] = true;
        for (Code& code : program_->code) {
            const bool returns = std::ranges::any_of(
                touched_[code.index].written, [&](std::uint32_t index) { return read[index]; });
            const bool whole = code.type == Type::u32 || code.type == Type::s32;
            if (code.row->effect.sums && whole && !returns && (adds_one(code) || at_one(code)))
                code.flags |= counts_lanes;
        }
    }

    bool adds_one(const Code& code) const {
        if (code.space != Space::shared) return false;
        return std::ranges::any_of(program_->constants, [&](const Constant& constant) {
            return constant.place == code.b && constant.bits == 1;
        });
    }

    // A parameter's or a variable's address is known before the launch, and equal for all lanes.
    bool at_one(const Code& code) const {
        const auto of_lanes = [&](const SpecialRegister& each) { return each.place == code.a; };
        return code.a != nowhere && code.a >= program_->first_constant &&
               std::ranges::none_of(program_->specials, of_lanes);
    }

    void note_liveness() {
        std::vector<RegisterSize> sizes(file_.registers());
        for (const auto& [name, type] : function_.registers) {
            const RegisterInfo& info = *file_.find(name);
            sizes[info.index] = {info.place, file_bytes(info.bytes), (info.bytes + 3) / 4};
        }
        find_liveness(touched_, sizes, *program_);
    }

    const ptx::Function& function_;
    std::string_view target_;
    std::shared_ptr<Program> program_;
    RegisterFile file_;
    std::vector<Found> found_;
    std::vector<std::vector<OperandForm>> forms_;
    std::vector<Touched> touched_;
    std::map<std::string, int, std::less<>> writes_;
    std::map<std::string, Place, std::less<>> aliases_;
    std::vector<bool> read_;  // by index: registers read before they became aliases
    bool read_too_early_ = false;
    static constexpr int most_rounds = 8;
    int rounds_ = 0;
    bool copies_as_written_ = false;
};

}  // namespace

Outcome<std::shared_ptr<const Program>> decode(const ptx::Module& module,
                                               const ptx::Function& function) {
    return Decoder(module, function).run();
}

}  // namespace simulator
