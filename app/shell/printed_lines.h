// What the kernel of the picture printed, line by line: who printed each line, and the step of the
// trace at which it did. The code pane shows it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "lab/run.h"

namespace app {

class Shell;

// A line of the printed text; a part of one where it is long.
struct PrintedLine {
    std::uint32_t first = 0, last = 0;  // letters of Run::printed, without the line's end
    std::uint32_t number = 0;           // of the whole line, from 0
    std::optional<std::size_t> call;    // in Run::printed_calls; nullopt: not kept
    std::uint32_t more_threads = 0;     // others that printed parts of the line
    bool begins = true;                 // false: the line goes on
};

struct PrintedLines {
    std::vector<PrintedLine> rows;
    std::size_t count = 0;  // of whole lines
    bool cut = false;       // the kernel printed more than is kept
};

// The state of the pane.
struct PrintedPane {
    bool shown = false;      // the code pane shows the printed lines, where there are some
    std::ptrdiff_t top = 0;  // first visible row
    std::optional<simulator::PrintedCall> awaited{};  // to go to once its block is watched
    std::string told_of{};                            // the kernel of the last notice
};

const PrintedLines& printed_lines(const lab::Run& run);
/// The step of the last event of the calling thread up to its printf, else of the first one after
/// it; -1: its block is not watched, or the trace has no event of this thread.
int step_of_printing(const lab::Run& run, const simulator::PrintedCall& call);
bool watches_block(const lab::Run& run, std::uint64_t block);

/// Whether the run of the picture printed something that may be shown.
bool has_printed(const Shell& shell);
/// Shows the source line of a call and its moment; watches its block first, where it must.
void go_to_printing(Shell& shell, const simulator::PrintedCall& call);
/// To be called for each new picture: goes to the awaited call, and tells once that a kernel
/// printed.
void meet_printing(Shell& shell);

}  // namespace app
