// What moved between two results, beside their times, and which move says most. Called by
// account.cpp; the rule is docs/because.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/sentences/moves.h"
#include "app/sentences/two_times.h"

namespace app {

// The size of the counts, relative to that of the times: the size asked for, a smaller one that was
// counted, or the picture's.
struct CountedSize {
    enum class Of : std::uint8_t { asked, counted, drawn };
    Of of = Of::asked;
    std::string size{};  // "2²⁰ numbers"; empty where it is the size asked for, or too long
};

struct Change {
    std::vector<Move> all{};
    std::optional<Move> most{};  // the move with the largest share
    std::string each{};          // the element of counts per element, where the size changed
    TwoTimes times{};
    CountedSize at{};
    bool blocks_wait = false;  // polls changed; they depend on the simulator's order

    /// Takes out waits that went against the time, and finds `most`. `untold`: waits_untold().
    void find_most(const lab::Settings& before, const lab::Settings& now, bool untold);
    /// The count that leads, which a picture may show: the divergent branches where they stand
    /// beside the instructions. nullopt where none leads.
    std::optional<Move> leading() const;

    // --- where the times differ, what explains them
    /// The weightiest move that went with the time and can explain it. nullopt: no count explains
    /// the time.
    std::optional<Move> weightiest_with_time() const;
    /// The weightiest cost that went against the time.
    std::optional<Move> weightiest_cost_against_time() const;
    /// The weightiest cost that went with the time, whether or not it can explain it.
    std::optional<Move> weightiest_cost_with_time() const;
    /// The weightiest cost that went with the time and moved as far as the time itself.
    std::optional<Move> weightiest_cost_as_far_as_time() const;
    /// Where `most` moved by less than half: of the ways that moved with the time by half or more,
    /// the one that moved farthest; the first of equals.
    std::optional<Move> way_that_moved_farthest() const;
    /// Whether the move can explain the time: far enough, and with enough of the share.
    bool can_explain(const Move&) const;
    /// Whether a move of the counted size holds at the timed size too: always, unless the picture
    /// was counted. A picture's move holds where it is a cost that moved by half or more.
    bool holds_at_timed_size(const Move&) const;
    /// Whether the times differ, and no count explains them, or no count moved.
    bool unexplained() const;
    /// Whether a count leads, and explains less than half of the time: there is another cause.
    bool leaves_half_unexplained() const;

    // --- beside a leading move
    /// The move to name after the leading one: one of the next two, else another way.
    std::optional<Move> beside(const Move& lead) const;
    /// Divergent branches beside warp instructions, where they may cause a part of them: a warp
    /// with divergent lanes runs both sides.
    std::optional<Move> branches_beside(const Move& lead) const;
    /// The blocks, where they weigh more than the leading work.
    std::optional<Move> blocks_beside(const Move& lead) const;
    /// Whether the leading move or the one beside it reaches half of the time's factor, as
    /// logarithms. Otherwise the sentence says that they explain only a part.
    bool explains_half(const Move& lead) const;
    /// The weightiest cost that went the other way than the leading move, by half or more.
    std::optional<Move> weightiest_cost_against(const Move& lead) const;
    /// Whether any cost went the other way than the leading move by a quarter, also one with a
    /// small share by the formula.
    bool any_cost_against(const Move& lead) const;

private:
    bool went_with_time(const Move& move) const { return move.fell() == times.faster(); }
    /// The work of the blocks, or `blocks`: starting a block is no work. The weightiest cost that
    /// moved by half or more and explains half of the time comes before blocks.
    std::optional<Move> work_before_blocks(std::vector<Move> those, const Move& blocks) const;
};

}  // namespace app
