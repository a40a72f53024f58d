// What several commands share: reading a request, handing text to a file or to standard output.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "lab/cli/command_flags.h"
#include "lab/own/open.h"
#include "lab/requests/state_line.h"
#include "lab/run.h"
#include "platform/files.h"

namespace lab {

/// Whether `target` can be written, so that nothing runs for an answer that nobody would get; no
/// word, or "-", can. False, and a sentence, where it can't.
bool can_deliver(const std::string& target, std::ostream& err);
/// Whether two of several targets are the same file, which one would write over the other; a
/// sentence then.
bool share_a_file(const std::vector<std::string>& targets, std::ostream& err);
/// Writes `text` to the file `target`, or to `out` where it is "-". False, and a sentence, where
/// that fails.
bool deliver(const std::string& target, const std::string& text, std::ostream& out,
             std::ostream& err);

// An answer that is made piece by piece: into a file, which is there once it is whole, or to
// standard output as it comes.
class Delivery {
public:
    /// Where `target` is empty all of it goes nowhere. can_deliver() was asked.
    Delivery(const std::string& target, std::ostream& out);
    bool goes_on() const { return out_ || file_; }
    void add(std::string_view text);
    /// False, and a sentence, where it could not be written.
    bool finish(std::ostream& err);

private:
    std::ostream* out_ = nullptr;
    std::optional<platform::FileInPieces> file_;
};

/// --kernel, --grid, --block, --shared, --arch and --arg: the launch of a file's kernel.
void add_launch(CommandFlags& words, AskedFile& asked);

// LESSON[/RUNG] or FILE, [knob=value]... and the flags of a state: what `run`, `sweep` and `shot`
// read alike.
struct Asked {
    std::string lesson;                    // LESSON[/RUNG], FILE.cu or FILE.ptx
    AskedFile launch;                      // of a file: whatever was said of it
    std::vector<std::string> assignments;  // knob=value
    std::vector<std::string> devices;      // the first, and one whose times stand beside it
    std::string order = "sequential", seed = "1", watch, at, caches;
    bool anyway = false;

    void add_lesson(CommandFlags& words);
    void add_flags(CommandFlags& words);
    /// The state that this describes. Fails with a sentence; `failure` then is the exit code.
    simulator::Outcome<State> state();
    Exit failure = exit_usage;
    /// Whether a size was said; else a lesson's kernel opens at one that shows what it is about.
    bool names_size(const Settings&) const;
    /// "pattern changes nothing here. This kernel was written one way only.", a line for each knob
    /// that was said and is idle at these settings.
    std::string unused(const Settings&) const;
    /// The subject of a file; fails as state() does.
    simulator::Outcome<std::shared_ptr<const Subject>> open(const AskedFile& asked);

private:
    std::optional<simulator::Diagnostic> unfit() const;
};

/// Whether what runs is timed here: on a GPU where that was asked for, and a loop of the processor
/// unless a recording was.
bool measures(const State&);

/// Why nothing but a time can be had of these settings, one sentence: what stands beside a ladder
/// has no kernel that is drawn, copied or exported. nullopt of a kernel.
std::optional<std::string> timed_alone(const Settings&);

/// Why a block that is watched is in no grid of the request, which must be one that can be
/// launched.
std::optional<std::string> unseen_block(const Request& request);

/// Says why it was refused: title, reason, CUDA's words, the value that fits.
std::string refusal_text(const Refusal& refusal, const Settings& refused);
/// Exit code where bench() gives none: 7 where a GPU is here and fails, else 3.
int exit_without_gpu();
/// Exit code of a refusal: 6 where the kernel's code can't be used, else 2.
int exit_code(const Refusal& refusal);
/// Exit code of a run: faults first, then the verdict.
int exit_code(const Run& run);

}  // namespace lab
