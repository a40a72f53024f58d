// How counts moved between two runs, and in which most was gained or lost. The rule is
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

// A measure of two runs, which both have a number of: a fact, without any words.
struct Move {
    // How it is told: by the ratio of its numbers, by both, or by its name alone.
    enum class Form : std::uint8_t { ratio, numbers, times, shares, last_share, named };
    std::string_view name{};  // of a counter, or of assets/text/en/measures.txt
    bool cost = true;
    double before = 0, now = 0;
    double share = 0;  // gained or lost in it, of what the dearer run spent
    Form form = Form::ratio;
    bool bytes = false;       // its numbers are bytes: "12 MiB"
    bool as_asked = false;    // of what was asked for, where counts are as drawn
    bool as_drawn = false;    // of the picture, whatever was asked for
    std::string_view said{};  // in place of its name
    bool ends_at_zero() const { return before == 0 || now == 0; }
    double ratio() const { return now / before; }
    double size() const;  // of its ratio, alike up and down
    bool fell() const { return now < before; }
    bool moved_by(double least) const;  // 1.1: by a tenth
    /// A sixth fewer instructions make nothing ten times as fast: a count goes with a time, of
    /// which `times` is the ratio, where its own is at least the fourth root of that.
    bool as_far_as(double times) const;
};

/// Whether more of it is worse. Of a request or a shuffle it is not: another way was taken.
bool is_cost(const simulator::CounterName& counter);
/// A single block looks once, and waits for nobody: no cause, and nothing to tell.
bool is_one_look(const simulator::CounterName& counter, double before, double now);
/// The counters that a sentence can name: those of the lesson's ledger, then what can hold up every
/// kernel, warp instructions and polls.
std::vector<const simulator::CounterName*> told_counters(const lab::Subject&);

/// Of told_counters() and, of two kernels
/// whose counted line calls the same, operations; of blocks, where one of both waits for them to
/// begin, and of bytes that are copied from and to the host. For each element where sizes differ.
/// `atomic_sector`: cycles_of_atomic_sector() of the dearer.
std::vector<Move> moves(const lab::Run& before, const lab::Run& now, bool for_each_element,
                        double atomic_sector = 1);
/// Of the counters alone.
std::vector<Move> moves(const simulator::Counters& before, const simulator::Counters& now,
                        const lab::Subject& subject, double atomic_sector = 1);

/// Bytes copied are those of the plans, of which as much is known as was asked for.
void tell_copies_as_asked(std::vector<Move>&, const lab::Settings& before,
                          const lab::Settings& now);

/// FP operations of all units: additions, products and multiply-adds of numbers with a point.
double operations_in(const std::vector<simulator::UnitCount>&);
/// Blocks of all launches of a run.
double blocks_begun(const lab::Run&);
/// Blocks of all timed launches, as they were asked for.
double blocks_in_all(const lab::Settings&);
/// Whether one kernel is launched in blocks of one size, and more often in one of both.
bool in_more_launches(const lab::Settings& before, const lab::Settings& now);
/// Whether two ratios are alike, within a tenth.
bool goes_with(double ratio, double other);
/// Costs that moved as the blocks of all launches did, where one kernel is launched more often, are
/// said as those blocks: of what was asked for they are known, and at the size that is counted thin
/// launches may have another ratio.
/// `drawn`: by how much those blocks moved at the size that is counted.
void tell_blocks_as_asked(std::vector<Move>&, double drawn, const lab::Settings& before,
                          const lab::Settings& now);

/// Of all launches, as they were asked for; 0 where it is warps that wait.
double blocks_that_depend(const lab::Settings&);
/// Whether a kernel whose blocks wait for others is launched with one block, which waits for none.
bool depends_on_none(const lab::Settings&);
/// Whether as many blocks depend on others in both; or warps do in one. Nobody counts for how long.
bool waits_untold(const lab::Run& before, const lab::Run& now);
/// How often blocks poll is the order's in which the simulator runs them: said is how many wait, in
/// launches as they were asked for; nothing where as many do.
void tell_waits_as_asked(std::vector<Move>&, const lab::Settings& before, const lab::Settings& now);

/// The one in which most was gained or lost, the first of equals: sectors stand before the bytes
/// that they are. None where nothing moved by enough to have done anything.
std::optional<Move> weightiest(const std::vector<Move>&);

}  // namespace app
