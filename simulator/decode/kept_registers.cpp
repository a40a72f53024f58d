// Liveness of a recursive part's registers: those live after a call are stored before it. See
// kept_registers.h.
#include "simulator/decode/kept_registers.h"

#include <algorithm>
#include <set>

#include "simulator/isa/row.h"
#include "simulator/ptx/stack.h"

namespace simulator {
namespace {

using RegisterNames = std::set<std::string>;

struct Uses {
    RegisterNames read, written;
    std::vector<std::size_t> next;  // instructions that may follow
};

class PartLiveness {
public:
    PartLiveness(const ptx::Function& kernel, const ptx::Part& part, std::size_t end)
        : kernel_(kernel), part_(part), end_(end) {
        for (std::size_t at = part.first; at < end; ++at) uses_.push_back(uses_of(at));
    }

    void note(ptx::Kept& kept) {
        std::vector<RegisterNames> in(uses_.size());
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = uses_.size(); i-- > 0;) {
                RegisterNames live = behind(i, in);
                for (const std::string& name : uses_[i].written) live.erase(name);
                live.insert(uses_[i].read.begin(), uses_[i].read.end());
                if (live == in[i]) continue;
                in[i] = std::move(live);
                changed = true;
            }
        }
        for (std::size_t i = 0; i < uses_.size(); ++i) {
            if (!kernel_.body[part_.first + i].enters) continue;
            const RegisterNames live = behind(i, in);
            kept[part_.first + i].assign(live.begin(), live.end());
        }
    }

private:
    RegisterNames behind(std::size_t i, const std::vector<RegisterNames>& in) const {
        RegisterNames live;
        for (const std::size_t next : uses_[i].next)
            if (next >= part_.first && next < end_)
                live.insert(in[next - part_.first].begin(), in[next - part_.first].end());
        return live;
    }

    // Whether the part owns the register; registers that pass values of calls belong to none.
    bool is_own(const std::string& name) const {
        return kernel_.registers.contains(name) && name.ends_with(part_.suffix);
    }

    void mention(const ptx::Operand& operand, RegisterNames& names) const {
        if (is_own(operand.name)) names.insert(operand.name);
        if (is_own(operand.paired)) names.insert(operand.paired);
        for (const ptx::Operand& element : operand.elements) mention(element, names);
    }

    Uses uses_of(std::size_t at) const {
        const ptx::Instruction& instruction = kernel_.body[at];
        const Found found = find_row(instruction);
        Uses uses;
        RegisterNames written;
        const bool plain = found.row && found.row->effect.kind != Kind::call;
        const auto forms = plain ? operands_of(found) : std::vector<OperandForm>{};
        for (std::size_t i = 0; i < instruction.operands.size(); ++i)
            mention(instruction.operands[i],
                    i < forms.size() && forms[i].written ? written : uses.read);
        for (const ptx::Operand& operand : instruction.arguments) mention(operand, uses.read);
        for (const ptx::Operand& operand : instruction.results) mention(operand, written);
        if (is_own(instruction.guard)) uses.read.insert(instruction.guard);
        if (is_own(instruction.callee)) uses.read.insert(instruction.callee);
        if (instruction.guard.empty()) uses.written = std::move(written);
        uses.next = followers(at, found.row ? found.row->effect.ending : Ending::next);
        return uses;
    }

    std::vector<std::size_t> followers(std::size_t at, Ending ending) const {
        const ptx::Instruction& instruction = kernel_.body[at];
        std::vector<std::size_t> next;
        const auto add = [&](const std::string& label) {
            const auto found = kernel_.labels.find(label);
            if (found != kernel_.labels.end())
                next.push_back(static_cast<std::size_t>(found->second));
        };
        if (ending == Ending::branch && !instruction.operands.empty())
            add(instruction.operands[0].name);
        if (ending == Ending::table && instruction.operands.size() > 1) {
            const auto list = kernel_.branch_targets.find(instruction.operands[1].name);
            if (list != kernel_.branch_targets.end())
                for (const std::string& label : list->second) add(label);
        }
        const bool goes_on = ending == Ending::next || ending == Ending::barrier;
        if (goes_on || !instruction.guard.empty()) next.push_back(at + 1);
        return next;
    }

    const ptx::Function& kernel_;
    const ptx::Part& part_;
    std::size_t end_;
    std::vector<Uses> uses_;
};

}  // namespace

void keep_across_calls(ptx::Function& kernel) {
    if (std::ranges::none_of(kernel.parts, &ptx::Part::recursive)) return;
    ptx::Kept kept;
    for (std::size_t i = 0; i < kernel.parts.size(); ++i) {
        const std::size_t end =
            i + 1 < kernel.parts.size() ? kernel.parts[i + 1].first : kernel.body.size();
        if (kernel.parts[i].recursive) PartLiveness(kernel, kernel.parts[i], end).note(kept);
    }
    ptx::keep_on_stack(kernel, kept);
}

}  // namespace simulator
