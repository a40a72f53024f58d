// Writes the calls of libraries of a plan, from their LibraryCode. Called by main_text.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "lab/features/library_code.h"
#include "lab/host_code/writer.h"
#include "lab/plan.h"

namespace lab::host_code {

/// Whether this step is the call of a library.
bool calls_library(const PlanStep& step);

class LibraryText {
public:
    explicit LibraryText(const Plan& plan);

    /// What the program includes, and has in front of main(). Empty: it calls no library.
    std::string includes() const;
    std::string before() const { return each_once(&LibraryCode::before); }
    /// The words for the linker: "-lcublas".
    std::string links() const { return each_once(&LibraryCode::links); }
    /// A function of the plan without code; empty: none.
    std::string lacking() const { return lacking_; }
    /// Names that the program's other parts must not use.
    std::set<std::string> words() const;

    /// One part of each call, but no text twice. `arguments` are those of a step, as the program
    /// names them.
    using Arguments = std::function<std::vector<std::string>(std::size_t step)>;
    void write_once(Writer&, std::string LibraryCode::*part, const Arguments&) const;
    /// The call of a step. Returns the number of its first line that is no comment.
    int write_call(Writer&, std::size_t step, const std::vector<std::string>& arguments) const;

private:
    struct Call {
        std::size_t step = 0;
        const LibraryCode* code = nullptr;
        std::string function;
    };
    std::string each_once(std::string LibraryCode::*part) const;
    std::string filled(const Call&, const std::string& text,
                       const std::vector<std::string>& arguments) const;

    std::vector<Call> calls_;
    std::string lacking_;
};

}  // namespace lab::host_code
