// See change.h.
#include "app/sentences/change.h"

#include <algorithm>
#include <cmath>

#include "app/sentences/measures.h"
#include "app/sentences/thresholds.h"
#include "lab/bugs.h"

namespace app {
namespace {

using simulator::Counters;

bool is_of_blocks(const Move& move) { return move.name == id_of(Measure::blocks); }

}  // namespace

void Change::find_most(const lab::Settings& before, const lab::Settings& now, bool untold) {
    if (times && times.differ())
        blocks_wait = std::erase_if(all, [&](const Move& move) {
            return is_waiting(move) && move.now != move.before && move.fell() != times.faster();
        });
    blocks_wait |= untold;
    most = weightiest(all);
    // A cured program usually has more barriers. These are named, and not what they cost.
    const auto barriers = std::ranges::find(all, name_of(&Counters::barriers), &Move::name);
    const bool cure = lab::other_version(now) == std::optional(before);
    if (cure && barriers != all.end() && barriers->before != barriers->now) most = *barriers;
}

std::optional<Move> Change::leading() const {
    if (!times || !times.differ()) return most;
    const auto lead = weightiest_with_time();
    if (!lead) return blocks_wait ? std::nullopt : weightiest_cost_as_far_as_time();
    return branches_beside(*lead).value_or(*lead);
}

bool Change::unexplained() const {
    return !most || (times && times.differ() && !weightiest_with_time());
}

std::optional<Move> Change::weightiest_with_time() const {
    std::vector<Move> those;
    for (const Move& move : all)
        if (went_with_time(move) && can_explain(move)) those.push_back(move);
    // A way that only one run takes is no reason, beside a cost that followed the time.
    if (std::ranges::any_of(those, &Move::cost))
        std::erase_if(those, [](const Move& move) { return !move.cost && move.ends_at_zero(); });
    const auto weighs_most = weightiest(those);
    return weighs_most && is_of_blocks(*weighs_most) ? work_before_blocks(those, *weighs_most)
                                                     : weighs_most;
}

std::optional<Move> Change::weightiest_cost_against_time() const {
    std::vector<Move> those;
    for (const Move& move : all)
        if (!went_with_time(move) && move.cost) those.push_back(move);
    return weightiest(those);
}

std::optional<Move> Change::weightiest_cost_with_time() const {
    std::vector<Move> those;
    for (const Move& move : all)
        if (went_with_time(move) && move.cost) those.push_back(move);
    return weightiest(those);
}

std::optional<Move> Change::work_before_blocks(std::vector<Move> those, const Move& blocks) const {
    std::erase_if(those, [&](const Move& move) {
        return is_of_blocks(move) || !move.cost || !move.moved_by(from::told) ||
               move.size() < from::explained * times.size();
    });
    const auto work = weightiest(those);
    return work ? work : blocks;
}

std::optional<Move> Change::blocks_beside(const Move& lead) const {
    const auto blocks = std::ranges::find_if(all, is_of_blocks);
    const bool told = !is_of_blocks(lead) && blocks != all.end() && lead.cost &&
                      blocks->fell() == lead.fell() && blocks->share > lead.share &&
                      blocks->moved_by(from::told) && can_explain(*blocks);
    return told ? std::optional(*blocks) : std::nullopt;
}

std::optional<Move> Change::weightiest_cost_against(const Move& lead) const {
    std::vector<Move> those;
    for (const Move& move : all)
        if (move.fell() != lead.fell() && move.cost && move.moved_by(from::told) &&
            move.share >= from::some_share)
            those.push_back(move);
    return weightiest(those);
}

bool Change::any_cost_against(const Move& lead) const {
    return std::ranges::any_of(all, [&](const Move& move) {
        return move.fell() != lead.fell() && move.cost && move.moved_by(from::against) &&
               move.share >= from::against_share;
    });
}

std::optional<Move> Change::branches_beside(const Move& lead) const {
    const auto branches =
        std::ranges::find(all, name_of(&Counters::divergent_branches), &Move::name);
    const auto by = [](const Move& move) { return std::abs(move.now - move.before); };
    const bool told = lead.name == name_of(&Counters::warp_instructions) && branches != all.end() &&
                      branches->fell() == lead.fell() && branches->moved_by(from::told) &&
                      by(*branches) >= from::parted_share * by(lead);
    return told ? std::optional(*branches) : std::nullopt;
}

std::optional<Move> Change::beside(const Move& lead) const {
    if (const auto branches = branches_beside(lead)) return branches;
    if (const auto blocks = blocks_beside(lead)) return blocks;
    return lead.cost && !lead.moved_by(from::told) ? way_that_moved_farthest() : std::nullopt;
}

bool Change::explains_half(const Move& lead) const {
    const auto does = [&](const Move& move) {
        return move.ends_at_zero() || move.size() >= from::explained * times.size();
    };
    const auto other = beside(lead);
    return does(lead) || (other && does(*other));
}

// The weight of load rounds assumes that all warps of a multiprocessor wait at the same time. Where
// it is small, they had other work, and no cause is claimed.
std::optional<Move> Change::weightiest_cost_as_far_as_time() const {
    std::vector<Move> those;
    for (const Move& move : all)
        if (went_with_time(move) && move.cost && move.size() >= times.size() &&
            move.share >= from::some_share)
            those.push_back(move);
    const auto far = weightiest(those);
    const bool rounds = far && far->name == name_of(&Counters::global_load_rounds);
    return rounds && !can_explain(*far) ? std::nullopt : far;
}

std::optional<Move> Change::way_that_moved_farthest() const {
    if (most->moved_by(from::told)) return std::nullopt;
    std::optional<Move> farthest;
    for (const Move& move : all)
        if (!move.cost && !move.ends_at_zero() && went_with_time(move) &&
            move.moved_by(from::told) && (!farthest || move.size() > farthest->size()))
            farthest = move;
    return farthest;
}

// Work that a block does once weighs more in a small picture: a small move there may be nothing at
// the full size.
bool Change::holds_at_timed_size(const Move& move) const {
    const bool drawn = !move.as_asked && at.of == CountedSize::Of::drawn;
    return !drawn || (move.cost && move.moved_by(from::told));
}

bool Change::can_explain(const Move& move) const {
    if (!holds_at_timed_size(move)) return false;
    // Kernels take another way to be faster: a way that the slower run takes is no reason.
    if (!move.cost && move.ends_at_zero() && (move.now > 0) != times.faster()) return false;
    const double ratio = times.ratio(), moved = 1 - std::min(ratio, 1 / ratio);
    return (move.cost && move.ends_at_zero()) ||
           (move.share >= from::share_of_time * moved && move.as_far_as(ratio));
}

bool Change::leaves_half_unexplained() const {
    if (!times || !times.differ() || !each.empty()) return false;
    const auto lead = weightiest_with_time();
    return lead && !lead->ends_at_zero() && lead->size() < from::explained * times.size();
}

}  // namespace app
