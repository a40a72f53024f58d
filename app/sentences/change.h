// What moved between two results, beside their times, and which of it says most. Called by
// account.cpp; the rule is docs/because.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/sentences/moves.h"
#include "app/sentences/two_times.h"

namespace app {

// At which size counts are, beside that of the times: as it was asked for, a smaller one that was
// counted, or that of the picture.
struct CountedSize {
    enum class Of : std::uint8_t { asked, counted, drawn };
    Of of = Of::asked;
    std::string size{};  // "2²⁰ numbers"; empty where it is asked for, or too long to be said twice
};

struct Change {
    std::vector<Move> all{};
    std::optional<Move> most{};  // in which most was gained or lost
    std::string each{};          // the element that counts are of, where the size changed: "number"
    TwoTimes times{};
    CountedSize at{};
    bool blocks_wait = false;  // more or less, by the simulator's order: no word against a time

    /// What belongs to what leads, and stands behind it.
    std::optional<Move> beside(const Move& lead) const;
    /// Whether either reaches half of the factor by which the time moved, both as logarithms: it
    /// stands behind "with". Less is said to explain only a part of it.
    bool carried_by(const Move& lead) const;
    /// Divergent branches beside warp instructions, as far as they may be some of them: a warp
    /// whose lanes part runs both sides, and its instructions are what that costs.
    std::optional<Move> parted_beside(const Move& lead) const;

    /// Whether no count went where the time went.
    bool unexplained() const;
    /// The weightiest that went where the time went, or the other way; of those only costs.
    std::optional<Move> that_went(bool with_the_time) const;
    /// A block that begins is no work: of what went with the time, the weightiest cost that moved
    /// by half or more and explains half of the time stands before blocks; else they do.
    std::optional<Move> work_before_blocks(std::vector<Move> those, const Move& blocks) const;
    /// Blocks that weigh more than the work that stands before them.
    std::optional<Move> blocks_beside(const Move& lead) const;
    /// The weightiest cost that went the other way than this one, by half or more.
    std::optional<Move> that_went_against(const Move&) const;
    /// Whether any cost did by a quarter, also one that takes little by the formula.
    bool cost_went_against(const Move&) const;
    /// A cost that went where the time went, as little as that may be of it.
    std::optional<Move> that_went_at_all(double least_size = 0) const;
    /// Such a one that moved as far as the time itself.
    std::optional<Move> that_went_as_far() const;
    /// Where what cost most moved by less than half: another way that was taken, and that went
    /// where the time went by half or more, the farthest; the first of equals.
    std::optional<Move> farthest_way() const;
    /// Whether it moved as far as a time asks of a count, and is more than hardly any of all that
    /// was spent.
    bool carries(const Move&) const;
    /// Whether it is counted of what the times are of, or moved by so much that it is there as
    /// well.
    bool is_of_the_whole(const Move&) const;
    /// Whether what went with the time is less than half of it: something else did, too.
    bool half_explained() const;
};

}  // namespace app
