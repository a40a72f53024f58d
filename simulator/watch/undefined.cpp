// See undefined.h.
#include "simulator/watch/undefined.h"

#include <bit>
#include <utility>

#include "simulator/decode/program.h"
#include "simulator/watch/lane_rules.h"

namespace simulator::checks {
namespace {

// Whether its predicate chooses one of two values.
bool chooses(const Recipe& recipe) {
    return recipe.origin == Origin::choice && recipe.sources == 3 &&
           recipe.source[2].type == Type::pred;
}

}  // namespace

std::uint32_t UndefinedValues::OfWarp::of(const Operand& operand) const {
    const auto found = lanes.find(operand.place);
    return operand.reg == no_register || found == lanes.end() ? 0 : found->second;
}

std::uint32_t UndefinedValues::OfWarp::of_all(const Recipe& recipe) const {
    std::uint32_t undefined = 0;
    for (int k = 0; k < recipe.sources; ++k) undefined |= of(recipe.source[k]);
    return undefined;
}

void UndefinedValues::OfWarp::set(const Recipe& recipe, std::uint32_t mask,
                                  std::uint32_t undefined) {
    for (int k = 0; k < recipe.destinations; ++k) {
        const Place place = recipe.destination[k].place;
        const auto found = lanes.find(place);
        const std::uint32_t before = found == lanes.end() ? 0 : found->second;
        const std::uint32_t now = (before & ~mask) | (undefined & mask);
        if (now)
            lanes[place] = now;
        else if (found != lanes.end())
            lanes.erase(found);
    }
}

// A lane that takes another lane's undefined value also takes the value's origin.
void UndefinedValues::OfWarp::shuffle(const Moment& moment, const Code& code,
                                      const Recipe& recipe) {
    const std::uint32_t mask = moment.warp.mask, values = of(recipe.source[0]);
    const auto sources = shuffle_sources(moment.warp, code);
    const std::array<Got, warp_size> old = got;
    std::uint32_t undefined = 0;
    for (std::uint32_t rest = mask; rest && values; rest &= rest - 1) {
        const int lane = std::countr_zero(rest), source = sources[lane];
        if (!(mask >> source & 1) || !(values >> source & 1)) continue;
        undefined |= 1u << lane;
        got[lane] = old[source];
    }
    set(recipe, mask, undefined);
}

void UndefinedValues::use(OfWarp& warp, std::uint32_t lanes, const Report& report) {
    for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
        const Got& got = warp.got[std::countr_zero(rest)];
        report(got.fault, got.shuffle);
    }
    if (!lanes) return;
    for (auto& [place, undefined] : warp.lanes) undefined &= ~lanes;
    std::erase_if(warp.lanes, [](const auto& each) { return each.second == 0; });
}

void UndefinedValues::before(const Moment& moment, const Code& code, const Recipe& recipe,
                             const Report& report) {
    if (warps_.empty()) return;
    const auto found = warps_.find({moment.block, moment.warp.index});
    if (found == warps_.end()) return;
    OfWarp& warp = found->second;
    const std::uint32_t mask = moment.warp.mask;
    if (const auto guard = warp.lanes.find(code.guard); guard != warp.lanes.end())
        use(warp, guard->second & moment.live, report);
    use(warp, warp.of(recipe.address) & mask, report);
    if (recipe.kind == Kind::compute) {
        std::uint32_t undefined = warp.of_all(recipe);
        if (undefined && chooses(recipe)) {
            const Place place = recipe.source[2].place;
            const std::uint32_t first = moment.warp.predicate(place);
            undefined = (warp.of(recipe.source[0]) & first) | (warp.of(recipe.source[1]) & ~first) |
                        warp.of(recipe.source[2]);
        }
        warp.set(recipe, mask, undefined);
    } else if (recipe.kind == Kind::shuffle) {
        std::uint32_t steering = 0;
        for (int k = 1; k < recipe.sources; ++k) steering |= warp.of(recipe.source[k]);
        use(warp, steering & mask, report);
        warp.shuffle(moment, code, recipe);
    } else {
        use(warp, warp.of_all(recipe) & mask, report);
        warp.set(recipe, mask, 0);
    }
    if (warp.lanes.empty()) warps_.erase(found);
}

void UndefinedValues::branched(const Moment& moment, const Code& code, const Report& report) {
    if (warps_.empty()) return;
    const auto found = warps_.find({moment.block, moment.warp.index});
    if (found == warps_.end()) return;
    const auto at = static_cast<std::uint32_t>(&code - moment.program.code.data());
    for (const BasicBlock& block : moment.program.blocks) {
        if (block.terminator != at) continue;
        const auto lanes = found->second.lanes.find(block.predicate);
        if (lanes != found->second.lanes.end())
            use(found->second, lanes->second & moment.warp.mask, report);
        break;
    }
    if (found->second.lanes.empty()) warps_.erase(found);
}

void UndefinedValues::got(const Moment& moment, const Recipe& recipe, std::size_t shuffle, int lane,
                          Fault fault) {
    OfWarp& warp = warps_[{moment.block, moment.warp.index}];
    warp.got[lane] = {std::move(fault), shuffle};
    if (recipe.destinations) warp.lanes[recipe.destination[0].place] |= 1u << lane;
}

void UndefinedValues::block_ends(std::uint64_t block) {
    warps_.erase(warps_.lower_bound({block, 0}), warps_.lower_bound({block + 1, 0}));
}

}  // namespace simulator::checks
