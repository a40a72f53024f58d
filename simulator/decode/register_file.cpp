// Places of registers, constants and addresses. See register_file.h.
#include "simulator/decode/register_file.h"

#include <algorithm>
#include <set>
#include <utility>

namespace simulator {
namespace {

std::uint64_t next_multiple(std::uint64_t at, std::uint64_t to) {
    return to < 2 ? at : (at + to - 1) / to * to;
}
std::uint32_t align(std::uint64_t at, std::uint64_t to) {
    return static_cast<std::uint32_t>(next_multiple(at, to));
}

// Limits in bytes of a thread's local memory and of parameters, from the CUDA C++ Programming Guide
// and the PTX manual. The device limits shared memory, checked at the launch.
constexpr std::uint64_t most_local = 512 * 1024, most_parameters = 32'764,
                        most_shared = 0x7fff'ffff;

// Shared memory that the system reserves from sm_80 on.
constexpr std::uint32_t reserved_bytes = 1024;

struct SpecialName {
    std::string_view name;
    Special kind;
};

constexpr SpecialName special_names[] = {
    {"%tid", Special::tid},
    {"%ntid", Special::ntid},
    {"%ctaid", Special::ctaid},
    {"%nctaid", Special::nctaid},
    {"%laneid", Special::laneid},
    {"%warpid", Special::warpid},
    {"%nwarpid", Special::nwarpid},
    {"%smid", Special::smid},
    {"%nsmid", Special::nsmid},
    {"%gridid", Special::gridid},
    {"%lanemask_eq", Special::lanemask_eq},
    {"%lanemask_le", Special::lanemask_le},
    {"%lanemask_lt", Special::lanemask_lt},
    {"%lanemask_ge", Special::lanemask_ge},
    {"%lanemask_gt", Special::lanemask_gt},
    {"%clock", Special::clock},
    {"%clock_hi", Special::clock_high},
    {"%clock64", Special::clock64},
    {"%globaltimer", Special::globaltimer},
    {"%globaltimer_lo", Special::globaltimer_low},
    {"%globaltimer_hi", Special::globaltimer_high},
    {"%reserved_smem_offset_1", Special::reserved_shared},
    {"%dynamic_smem_size", Special::dynamic_shared},
    {"%total_smem_size", Special::total_shared},
};

using NameSet = std::set<std::string, std::less<>>;

// Names in the function's instructions, and in the initial values of the variables so named.
NameSet names_used(const ptx::Module& module, const ptx::Function& function) {
    NameSet used;
    for (const ptx::Instruction& instruction : function.body) {
        for (const ptx::Operand& operand : instruction.operands) used.insert(operand.name);
        for (const ptx::Operand& operand : instruction.arguments) used.insert(operand.name);
    }
    for (std::size_t before = 0; before != used.size();) {
        before = used.size();
        for (const ptx::Variable& variable : module.variables) {
            if (!used.contains(variable.name)) continue;
            for (const auto& [at, symbol] : variable.symbols) used.insert(symbol);
        }
    }
    return used;
}

// Notes functions whose addresses the kernel, or a variable that it names, may hold.
void note_functions(const ptx::Module& module, const NameSet& used, Program& program) {
    for (std::size_t i = 0; i < module.functions.size(); ++i) {
        const ptx::Function& function = module.functions[i];
        if (!function.entry && used.contains(function.name))
            program.functions[function.name] = code_window + 16 * (i + 1);
    }
}

int axis_of(char letter) { return letter >= 'x' && letter <= 'z' ? letter - 'x' : -1; }

}  // namespace

Address function_address(const ptx::Module& module, std::string_view name) {
    const auto found = std::ranges::find(module.functions, name, &ptx::Function::name);
    if (found == module.functions.end()) return 0;
    return code_window + 16 * static_cast<Address>(found - module.functions.begin() + 1);
}

RegisterFile::RegisterFile(const ptx::Module& module, const ptx::Function& function,
                           Program& program)
    : program_(program) {
    place_registers(function);
    place_parameters(function);
    place_variables(module, function);
}

std::optional<std::string> RegisterFile::too_much() const {
    struct Kind {
        const char* words;
        std::uint64_t asked, most;
    };
    const Kind kinds[] = {{"parameters", asked_.parameters, most_parameters},
                          {"variables in local memory", asked_.local, most_local},
                          {"variables in shared memory", asked_.shared, most_shared}};
    for (const Kind& kind : kinds)
        if (kind.asked > kind.most)
            return "The kernel's " + std::string(kind.words) + " take " +
                   std::to_string(kind.asked) + " bytes: the limit is " +
                   std::to_string(kind.most) + ".";
    return std::nullopt;
}

void RegisterFile::place_registers(const ptx::Function& function) {
    std::uint32_t index = 0;
    for (const auto& [name, type] : function.registers) {
        const int bytes = type == Type::pred ? 0 : size_of(type);
        registers_[name] = {nowhere, type, index++, bytes};
    }
    for (const bool predicates : {false, true}) {
        for (auto& [name, info] : registers_) {
            if ((info.bytes == 0) == predicates) info.place = take(info.bytes);
        }
    }
    next_ = align(next_, 64);
    program_.first_constant = next_;
}

void RegisterFile::place_parameters(const ptx::Function& function) {
    std::uint64_t& end = asked_.parameters;
    for (const ptx::Variable& variable : function.parameters) {
        const int element = size_of(variable.type);
        const int alignment = std::max(variable.alignment, element);
        const std::uint32_t offset = align(end, alignment);
        const std::uint64_t bytes = variable.bytes();
        end = next_multiple(end, alignment) + bytes;
        program_.parameters.push_back({variable.name, variable.type, offset,
                                       static_cast<std::uint32_t>(bytes),
                                       static_cast<std::uint32_t>(alignment), false});
        symbols_[variable.name] = {Space::parameter, offset, 0};
    }
    program_.parameter_bytes = static_cast<std::uint32_t>(end);
}

void RegisterFile::place_shared(const ptx::Variable& variable) {
    const int alignment = std::max(variable.alignment, size_of(variable.type));
    const std::uint32_t offset = align(asked_.shared, alignment);
    asked_.shared = next_multiple(asked_.shared, alignment) + variable.bytes();
    program_.shared_bytes = static_cast<std::uint32_t>(asked_.shared);
    program_.shared.push_back(variable);
    program_.shared_offsets.push_back(offset);
    symbols_[variable.name] = {Space::shared, offset, 0};
}

void RegisterFile::place_dynamic_shared(const ptx::Variable& variable) {
    program_.dynamic_shared = variable.name;
    program_.dynamic_arrays.push_back(variable.name);
    program_.dynamic_shared_type = variable.type;
    program_.dynamic_first = align(asked_.shared, std::max(variable.alignment, 16));
    program_.shared_bytes = std::max(program_.shared_bytes, program_.dynamic_first);
    symbols_[variable.name] = {Space::shared, program_.dynamic_first, 0};
}

void RegisterFile::place_local(const ptx::Variable& variable) {
    const int alignment = std::max(variable.alignment, 4);
    const std::uint32_t offset = align(asked_.local, alignment);
    asked_.local = next_multiple(next_multiple(asked_.local, alignment) + variable.bytes(), 4);
    program_.local_bytes = static_cast<std::uint32_t>(asked_.local);
    program_.local.push_back(variable);
    program_.local_offsets.push_back(offset);
    symbols_[variable.name] = {Space::local, offset, 0};
}

void RegisterFile::place_variables(const ptx::Module& module, const ptx::Function& function) {
    const NameSet used = names_used(module, function);
    note_functions(module, used, program_);
    for (const auto& [name, address] : program_.functions)
        symbols_[name] = {Space::generic, static_cast<std::int64_t>(address), 0};
    std::vector<const ptx::Variable*> dynamic;
    const auto place = [&](const ptx::Variable& variable) {
        const bool open = variable.external || variable.count == 0;
        if (variable.space == Space::shared && open) dynamic.push_back(&variable);
        if (variable.space == Space::shared && !open) place_shared(variable);
        if (variable.space == Space::local) place_local(variable);
        if (variable.space == Space::global || variable.space == Space::constant) {
            const auto index = static_cast<std::uint32_t>(program_.globals.size());
            symbols_[variable.name] = {variable.space, 0, index};
            program_.globals.push_back(variable);
        }
    };
    for (const ptx::Variable& variable : module.variables) {
        if (used.contains(variable.name)) place(variable);
    }
    for (const ptx::Variable& variable : function.variables) place(variable);
    for (const ptx::Variable* variable : dynamic) place_dynamic_shared(*variable);
}

Place RegisterFile::take(int bytes) {
    if (bytes != 0) next_ = align(next_, 64);
    return std::exchange(next_, next_ + file_bytes(bytes));
}

const RegisterInfo* RegisterFile::find(std::string_view name) const {
    const auto found = registers_.find(name);
    return found == registers_.end() ? nullptr : &found->second;
}

Place RegisterFile::constant(int bytes, std::uint64_t bits) {
    if (bytes > 0 && bytes < 8) bits &= (std::uint64_t{1} << bytes * 8) - 1;
    const auto [entry, added] = constants_.try_emplace({bytes, bits}, nowhere);
    if (added) {
        entry->second = take(bytes);
        program_.constants.push_back({entry->second, bytes, bits});
    }
    return entry->second;
}

Place RegisterFile::parameter(int bytes, std::uint32_t offset) {
    const auto [entry, added] = parameters_.try_emplace({bytes, offset}, nowhere);
    if (added) {
        entry->second = take(bytes);
        program_.parameter_values.push_back({entry->second, bytes, offset});
    }
    return entry->second;
}

Place RegisterFile::special(std::string_view name, int bytes) {
    if (name == "%envreg1" || name == "%envreg2") return grid_barrier(name, bytes);
    if (name == "%reserved_smem_offset_1") program_.reserved_shared = reserved_bytes;
    const std::size_t dot = std::min(name.find('.'), name.size());
    const auto* row = std::ranges::find(special_names, name.substr(0, dot), &SpecialName::name);
    if (row == std::end(special_names)) return nowhere;
    const int axis = dot < name.size() ? axis_of(name.back()) : 0;
    if (axis < 0) return nowhere;
    const auto [entry, added] =
        specials_.try_emplace(std::string(name) + ":" + std::to_string(bytes), nowhere);
    if (added) {
        entry->second = take(bytes);
        program_.specials.push_back({entry->second, row->kind, axis, bytes});
    }
    return entry->second;
}

// The address of a cooperative launch's grid barrier, as cooperative groups read it: its lower and
// upper half.
Place RegisterFile::grid_barrier(std::string_view name, int bytes) {
    const auto [entry, added] = specials_.try_emplace(std::string(name), nowhere);
    if (!added) return entry->second;
    constexpr std::string_view barrier = "the grid's barrier";
    auto known = std::ranges::find(program_.globals, barrier, &ptx::Variable::name);
    if (known == program_.globals.end()) {
        ptx::Variable made;
        made.space = Space::global;
        made.type = Type::u32;
        made.name = barrier;
        made.count = 16;
        program_.globals.push_back(std::move(made));
        known = program_.globals.end() - 1;
    }
    program_.waits_for_grid = true;
    entry->second = take(bytes);
    program_.symbol_addresses.push_back(
        {entry->second, bytes, static_cast<std::uint32_t>(known - program_.globals.begin()), 0,
         name == "%envreg1" ? 32 : 0});
    return entry->second;
}

Place RegisterFile::sink(int bytes) {
    const auto [entry, added] = sinks_.try_emplace(bytes, nowhere);
    if (added) entry->second = take(bytes);
    return entry->second;
}

const RegisterFile::Symbol* RegisterFile::symbol(std::string_view name) const {
    const auto found = symbols_.find(name);
    return found == symbols_.end() ? nullptr : &found->second;
}

Place RegisterFile::address(const Symbol& symbol, std::int64_t offset, int bytes) {
    const bool at_launch = symbol.space == Space::global || symbol.space == Space::constant;
    if (!at_launch) return constant(bytes, static_cast<std::uint64_t>(symbol.offset + offset));
    const auto [entry, added] = addresses_.try_emplace({{symbol.variable, offset}, bytes}, nowhere);
    if (added) {
        entry->second = take(bytes);
        program_.symbol_addresses.push_back({entry->second, bytes, symbol.variable, offset});
    }
    return entry->second;
}

void RegisterFile::close() {
    program_.register_bytes = align(next_, 64) + 64;
    const RegisterInfo* stack = find(ptx::stack_register);
    const Symbol* room = symbol(ptx::stack_variable);
    if (!stack || !room) return;
    program_.stack = stack->place;
    program_.stack_end = static_cast<std::uint32_t>(room->offset) + ptx::stack_bytes;
}

}  // namespace simulator
