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
    /// The move to name after the leading one.
    std::optional<Move> beside(const Move& lead) const;
    /// Whether the leading move or the one beside it reaches half of the time's factor, as
    /// logarithms. Otherwise the sentence says that they explain only a part.
    bool carried_by(const Move& lead) const;
    /// Divergent branches beside warp instructions, where they may cause a part of them: a warp
    /// with divergent lanes runs both sides.
    std::optional<Move> parted_beside(const Move& lead) const;

    /// Whether no count went with the time.
    bool unexplained() const;
    /// The weightiest move with the time, or against it (costs only).
    std::optional<Move> that_went(bool with_the_time) const;
    /// The work of the blocks, or `blocks`: starting a block is no work. The weightiest cost that
    /// moved by half or more and explains half of the time comes before blocks.
    std::optional<Move> work_before_blocks(std::vector<Move> those, const Move& blocks) const;
    /// The blocks, where they weigh more than the leading work.
    std::optional<Move> blocks_beside(const Move& lead) const;
    /// The weightiest cost that went the other way than `lead`, by half or more.
    std::optional<Move> that_went_against(const Move&) const;
    /// Whether any cost went the other way by a quarter, also one with a small share by the
    /// formula.
    bool cost_went_against(const Move&) const;
    /// The weightiest cost that went with the time, however small its share.
    std::optional<Move> that_went_at_all(double least_size = 0) const;
    /// Such a cost that moved as far as the time itself.
    std::optional<Move> that_went_as_far() const;
    /// Where the leading cost moved by less than half: the other way to do the work that moved
    /// farthest with the time, by half or more; the first of equals.
    std::optional<Move> farthest_way() const;
    /// Whether the move can explain the time: far enough, and with enough of the share.
    bool carries(const Move&) const;
    /// Whether the move is of the timed size, or is so large that it holds at that size too.
    bool is_of_the_whole(const Move&) const;
    /// Whether the leading count explains less than half of the time: there is another cause.
    bool half_explained() const;
};

}  // namespace app
