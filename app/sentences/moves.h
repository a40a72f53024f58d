// The moves of counts between two runs, and which move has the largest share. The rule is
// docs/because.md. Called by the sentence after a change.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/run.h"
#include "lab/subject.h"
#include "simulator/counters.h"

namespace app {

// One measure of two runs as a fact, without words.
struct Move {
    // Its form in a sentence: the ratio of its numbers, both numbers, or only its name.
    enum class Form : std::uint8_t { ratio, numbers, times, shares, last_share, named };
    std::string_view name{};  // of a counter, or from assets/text/en/measures.txt
    bool cost = true;
    double before = 0, now = 0;
    double share = 0;  // cycles gained or lost in it, as a share of the dearer run's
    Form form = Form::ratio;
    bool bytes = false;       // the numbers are bytes: "12 MiB"
    bool as_asked = false;    // at the size asked for, where counts are as drawn
    bool as_drawn = false;    // of the picture, at any size asked for
    std::string_view said{};  // replaces its name in sentences
    bool ends_at_zero() const { return before == 0 || now == 0; }
    double ratio() const { return now / before; }
    double size() const;  // logarithm of the ratio, the same up and down
    bool fell() const { return now < before; }
    bool moved_by(double least) const;  // 1.1: by a tenth
    /// Whether this count moved enough for a time ratio of `times`: its own ratio is at least the
    /// fourth root of it. A sixth fewer instructions make nothing ten times as fast.
    bool as_far_as(double times) const;
};

/// Whether a count changed by one hundredth or more: a smaller difference is not marked.
bool changed(double before, double now);
/// Whether these are the polls of a single block: it polls once and waits for no block.
bool is_one_look(const simulator::CounterName& counter, double before, double now);
/// The counters that a sentence can name: those of the lesson's ledger, then warp instructions and
/// polls, which can limit every kernel.
std::vector<const simulator::CounterName*> told_counters(const lab::Subject&);

/// The moves of told_counters(); of operations, where two counted lines call the same; of launches
/// and blocks, and of bytes copied from and to the host, where they cost time. Per element where
/// sizes differ.
/// `atomic_sector`: cycles_of_atomic_sector() of the dearer run.
std::vector<Move> moves(const lab::Run& before, const lab::Run& now, bool for_each_element,
                        double atomic_sector = 1);
/// The moves of the counters alone.
std::vector<Move> moves(const simulator::Counters& before, const simulator::Counters& now,
                        const lab::Subject& subject, double atomic_sector = 1);

/// Sets bytes copied to those of the plans, which are known at the size asked for.
void tell_copies_as_asked(std::vector<Move>&, const lab::Settings& before,
                          const lab::Settings& now);

/// FP operations of all units: additions, multiplications and fused multiply-adds of floating-point
/// numbers.
double operations_in(const std::vector<simulator::UnitCount>&);
/// Blocks of all launches of a run.
double blocks_begun(const lab::Run&);
/// Blocks of all timed launches, at the size asked for.
double blocks_in_all(const lab::Settings&);
/// Whether both settings launch one kernel in blocks of one size, but a different number of times.
bool in_more_launches(const lab::Settings& before, const lab::Settings& now);
/// Whether two ratios agree within a tenth.
bool goes_with(double ratio, double other);
/// Where one kernel is launched more often, replaces the costs that moved like its blocks by the
/// blocks of all launches. These are known at the size asked for; at the counted size, thin
/// launches may have another ratio.
/// `drawn`: the ratio of those blocks at the counted size.
void tell_blocks_as_asked(std::vector<Move>&, double drawn, const lab::Settings& before,
                          const lab::Settings& now);

/// Blocks of all launches that wait for another block, at the size asked for; 0 where warps wait.
double blocks_that_depend(const lab::Settings&);
/// Whether a kernel whose blocks wait for others is launched with one block, which waits for none.
bool depends_on_none(const lab::Settings&);
/// Whether the waits stay uncounted: the same number of blocks depend on others in both, or warps
/// wait in one. `polls`: of both runs.
bool waits_untold(const lab::Settings& before, const lab::Settings& now, std::uint64_t polls);
/// Whether it is the move of polls, or of the blocks that wait in their place.
bool is_waiting(const Move&);
/// Replaces polls, whose number depends on the simulator's order, by the number of blocks that
/// wait, at the sizes asked for. Removes the move where both have the same number.
void tell_waits_as_asked(std::vector<Move>&, const lab::Settings& before, const lab::Settings& now);

/// The move with the largest share, the first of equals: sectors come before their bytes. nullopt
/// where no move is large enough to matter.
std::optional<Move> weightiest(const std::vector<Move>&);

}  // namespace app
