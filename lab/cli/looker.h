// What commands that simulate share: how much memory they may use, how far they are, and their end
// by an interrupt.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "lab/cli/command_flags.h"
#include "lab/json.h"
#include "lab/run.h"
#include "lab/simulation.h"
#include "platform/terminal.h"

namespace lab {

// --memory and --progress.
struct Allowance {
    std::string memory;
    bool progress = false;
    void add_flags(CommandFlags& words);
    /// Takes --memory to heart; a sentence where it is no size.
    std::optional<std::string> choose_memory() const;
};
/// Why there is not enough of it, with what can be done; nullopt where there is.
std::optional<std::string> too_little_memory(const Request& request);

/// "launch 2 of 3, 120 of 4096 blocks, 4 % after 12 s, about 5 min to go": after `seconds` of it.
std::string progress_words(const HowFar& far, double seconds);

// What takes longer than two seconds is told on standard error: on a terminal in one line, which
// goes when the command is done; else in lines, where --progress asks for them each ten seconds,
// and fewer, from five seconds on, where nobody does.
class Looker final : public Onlooker {
public:
    /// From now on an interrupt is this one's.
    Looker(std::ostream& err, const Allowance& allowance);
    ~Looker() override { take_away(); }
    bool goes_on(const Simulation& simulation) override;
    /// Whether there was an interrupt: what follows is not to begin.
    bool ended() const { return ended_ || platform::interrupted(); }
    /// The line that is shown goes: something else will be written.
    void take_away();
    /// How far the run was that it ended: a sentence with its line's end; empty where it ended
    /// none.
    std::string ended_sentence() const;
    /// The same for JSON: `by`, `launch`, `launches`, `blocks_done`, `blocks`; null where none.
    Json ended_json() const;

private:
    enum class How : std::uint8_t { shown, lines, lines_unasked };
    bool is_due(double now) const;
    void tell(const HowFar& far, double now);

    platform::HeldInterrupts held_;
    std::ostream& err_;
    How how_;
    bool shown_ = false;
    double begun_ = 0, told_ = 0, progress_ = 1;
    std::optional<HowFar> ended_;
};

}  // namespace lab
