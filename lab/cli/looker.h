// Shared by commands that simulate: the memory limit, the progress, and the end by an interrupt.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "lab/cli/command_flags.h"
#include "lab/json/json.h"
#include "lab/run.h"
#include "lab/running/simulation.h"
#include "platform/terminal.h"

namespace lab {

// --memory and --progress.
struct Allowance {
    std::string memory;
    bool progress = false;
    void add_flags(CommandFlags& words);
    /// Applies --memory; returns a sentence where it is not a size.
    std::optional<std::string> choose_memory() const;
};
/// Why the memory is too small, with advice; nullopt where it suffices.
std::optional<std::string> too_little_memory(const Request& request);

/// "launch 2 of 3, 120 of 4096 blocks, 4 % after 12 s, about 5 min to go".
std::string progress_words(const HowFar& far, double seconds);
/// "12 of 96 runs after 40 s, about 5 min to go".
std::string runs_words(std::size_t done, std::size_t of, double seconds);

// Shows the progress of long runs on standard error. On a terminal: one line, from 2 s on, removed
// at the end. Else with --progress: lines, one each 10 s. Else fewer lines, from 5 s on.
class Looker final : public Onlooker {
public:
    /// From now on, interrupts go to this object.
    Looker(std::ostream& err, const Allowance& allowance);
    ~Looker() override { take_away(); }
    bool goes_on(const Simulation& simulation) override;
    /// Whether there was an interrupt: then no further run begins.
    bool ended() const { return ended_ || platform::interrupted(); }
    /// Tells how many of several runs are done, and about how long the others take.
    void passed(std::size_t done, std::size_t of);
    /// Removes the shown line, before other text is written.
    void take_away();
    /// The progress of the run that an interrupt ended: a sentence with a line end; empty: none
    /// ended.
    std::string ended_sentence() const;
    /// The same for JSON: `by`, `launch`, `launches`, `blocks_done`, `blocks`; null: none ended.
    Json ended_json() const;

private:
    enum class How : std::uint8_t { shown, lines, lines_unasked };
    bool is_due(double begun, double told, double now) const;
    void tell(const HowFar& far, double now);
    void show(const std::string& words);

    platform::HeldInterrupts held_;
    std::ostream& err_;
    How how_;
    bool shown_ = false;
    double begun_ = 0, told_ = 0, progress_ = 1;
    double runs_begun_, runs_told_;
    std::optional<HowFar> ended_;
};

}  // namespace lab
