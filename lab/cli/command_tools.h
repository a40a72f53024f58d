// Shared by commands: reads a request, writes text to a file or standard output.
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

/// Whether `target` can be written, asked before anything runs; true for "-" and the empty word. If
/// not, writes a sentence to `err`.
bool can_deliver(const std::string& target, std::ostream& err);
/// Whether two targets are the same file, so that one would overwrite the other. Then writes a
/// sentence to `err`.
bool share_a_file(const std::vector<std::string>& targets, std::ostream& err);
/// Writes `text` to the file `target`, or to `out` for "-". On failure returns false and writes a
/// sentence to `err`.
bool deliver(const std::string& target, const std::string& text, std::ostream& out,
             std::ostream& err);

// Output that is made piece by piece. A file appears once it is whole; standard output gets each
// piece at once.
class Delivery {
public:
    /// An empty `target` discards all. Call can_deliver() before.
    Delivery(const std::string& target, std::ostream& out);
    bool goes_on() const { return out_ || file_; }
    void add(std::string_view text);
    /// On failure returns false and writes a sentence to `err`.
    bool finish(std::ostream& err);

private:
    std::ostream* out_ = nullptr;
    std::optional<platform::FileInPieces> file_;
};

/// --kernel, --grid, --block, --shared, --arch and --arg: the launch of a file's kernel.
void add_launch(CommandFlags& words, AskedFile& asked);

// LESSON[/RUNG] or FILE, [knob=value]... and the flags of a state: the same for `run`, `sweep` and
// `shot`.
struct Asked {
    std::string lesson;                    // LESSON[/RUNG], FILE.cu or FILE.ptx
    AskedFile launch;                      // of a file, as given
    std::vector<std::string> assignments;  // knob=value
    std::vector<std::string> devices;      // the first, and one whose times are shown beside it
    std::string order = "sequential", seed = "1", watch, at, caches, map;
    bool anyway = false;

    void add_lesson(CommandFlags& words);
    void add_flags(CommandFlags& words);
    /// The described state. Fails with a sentence; `failure` is then the exit code.
    simulator::Outcome<State> state();
    Exit failure = exit_usage;
    /// Whether a size was given; else a lesson's kernel opens at a size that shows its subject.
    bool names_size(const Settings&) const;
    /// "pattern changes nothing here. This kernel was written one way only.": a line for each given
    /// knob that is idle at these settings.
    std::string unused(const Settings&) const;
    /// The file's subject; fails like state().
    simulator::Outcome<std::shared_ptr<const Subject>> open(const AskedFile& asked);

private:
    std::optional<simulator::Diagnostic> unfit() const;
};

/// Whether the run is timed here: on a requested GPU, or on the processor for its loops, unless a
/// recording was requested.
bool measures(const State&);

/// Why these settings have only a time, one sentence: an entry beside a ladder has no kernel to
/// draw or copy. A call of a library can be exported, a loop of the processor cannot. nullopt for a
/// kernel.
std::optional<std::string> timed_alone(const Settings&);

/// Why a watched block is outside the request's grid; the request must be launchable.
std::optional<std::string> unseen_block(const Request& request);

/// The refusal in words: title, reason, CUDA's error, the value that fits.
std::string refusal_text(const Refusal& refusal, const Settings& refused);
/// The exit code where bench() gives none: 7 where a GPU is present but fails, else 3.
int exit_without_gpu();
/// The exit code of a refusal: 6 where the kernel's code is unusable, else 2.
int exit_code(const Refusal& refusal);
/// The exit code of a run: faults first, then the verdict.
int exit_code(const Run& run);

}  // namespace lab
