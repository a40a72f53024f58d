// Puts functions in the place of their calls, or after the kernel if they are recursive or a
// pointer leads to them.
#include <algorithm>
#include <utility>

#include "simulator/ptx/ast.h"
#include "simulator/ptx/callees.h"
#include "simulator/ptx/copy.h"
#include "simulator/ptx/parameters.h"
#include "simulator/ptx/standing.h"

namespace simulator::ptx {
namespace {

// Inlines calls, one level of depth at a time.
class Splicer {
public:
    Splicer(Function& kernel, const Callees& callees) : kernel_(kernel), callees_(callees) {}

    void run() {
        const auto inlines = [&](const Instruction& one) { return callees_.inlines(one); };
        while (std::ranges::any_of(kernel_.body, inlines)) one_level();
    }

private:
    void one_level() {
        std::vector<Instruction> body;
        std::map<std::string, int, std::less<>> labels;
        std::vector<int> moved;  // new index of each instruction, and of the end
        for (Instruction& instruction : kernel_.body) {
            moved.push_back(static_cast<int>(body.size()));
            if (callees_.inlines(instruction))
                append_copy(kernel_, callees_.of(instruction), instruction,
                            "^" + std::to_string(++calls_), false, body, labels);
            else
                body.push_back(std::move(instruction));
        }
        moved.push_back(static_cast<int>(body.size()));
        for (const auto& [name, at] : kernel_.labels) labels[name] = moved[at];
        kernel_.body = std::move(body);
        kernel_.labels = std::move(labels);
    }

    Function& kernel_;
    const Callees& callees_;
    int calls_ = 0;
};

}  // namespace

Outcome<Function> inlined(const Module& module, const Function& kernel) {
    Callees callees(module, kernel);
    if (auto problem = callees.problem_of(kernel)) return *problem;
    for (const Function* function : callees.standing())
        if (auto problem = callees.problem_of(*function)) return *problem;
    Function made = kernel;
    Splicer(made, callees).run();
    for (const Function* function : callees.standing()) {
        Function part = *function;
        Splicer(part, callees).run();
        append_part(made, std::move(part), callees);
    }
    if (auto problem = enter_parts(made, callees)) return *problem;
    parameters_to_registers(made);
    return check_passed(std::move(made));
}

}  // namespace simulator::ptx
