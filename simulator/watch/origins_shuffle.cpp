// Origins of shuffled values. A shuffle shows a lane's register to other lanes. So the value gets a
// version there, as a cell of an array of lanes. A lane's result from the last value it received,
// which no shuffle reads again, gets a version too (see origins.h).
#include <algorithm>
#include <array>
#include <bit>

#include "simulator/watch/lane_rules.h"
#include "simulator/watch/origins.h"

namespace simulator::origins {

int Origins::lane_array(int variable) {
    while (static_cast<int>(lane_arrays_.size()) <= variable) {
        Array array;
        array.name = "lane value " + std::to_string(lane_arrays_.size() + 1);
        array.type = recipe().type;
        array.launch = static_cast<std::uint16_t>(moment().launch);
        lane_arrays_.push_back(book_.arrays.add(array, size_of(array.type)));
    }
    return lane_arrays_[variable];
}

bool Origins::is_own_lane(std::uint32_t version, int lane) const {
    const Version& of = book_[version];
    return of.array >= 0 && book_.arrays.arrays[of.array].space == Space::none &&
           of.launch == moment().launch && of.block == moment().block &&
           of.cell == moment().thread(lane);
}

// The version that the operand of `lane` has already, from an earlier shuffle; else 0.
std::uint32_t Origins::snapshot_of(int lane) const {
    const Label operand = label(recipe().source[0], lane);
    if (!block_->labels.is_leaf(operand)) return 0;
    const std::uint32_t version = block_->labels.version(operand);
    return is_own_lane(version, lane) ? version : 0;
}

void Origins::shuffle() {
    const std::uint32_t lanes = moment().warp.mask;
    std::array<std::uint32_t, warp_size> versions{};
    std::int32_t level = 0;
    take_snapshots(lanes, versions, level);
    const auto sources = shuffle_sources(moment().warp, *now_.code);
    std::array<Label, warp_size> made{};
    for (std::uint32_t left = lanes; left; left &= left - 1) {
        const int lane = std::countr_zero(left), from = sources[lane];
        if (!(lanes >> from & 1)) continue;
        made[lane] = block_->labels.leaf(versions[from]);
        if (from == lane) continue;
        const auto known = std::ranges::find(lane_arrays_, book_[versions[from]].array);
        const int variable = static_cast<int>(known - lane_arrays_.begin());
        block_->shuffled.push_back({lane, level, variable, made[lane], 0, 0, recipe().type, false});
        const auto number = static_cast<std::uint32_t>(block_->shuffled.size() - 1);
        block_->labels.set_tag(made[lane], number);
        warp_->received[lane].push_back(number);
    }
    clear_destinations(lanes);
    for (std::uint32_t left = lanes; left && recipe().destinations; left &= left - 1)
        set(recipe().destination[0].reg, std::countr_zero(left), made[std::countr_zero(left)]);
}

// All operands of one shuffle instruction are one variable at one level, the level's k-th.
void Origins::take_snapshots(std::uint32_t lanes, std::array<std::uint32_t, warp_size>& versions,
                             std::int32_t& level) {
    pool_.clear();
    stored_.assign(warp_size, {});
    std::uint32_t fresh = 0;
    for (std::uint32_t left = lanes; left; left &= left - 1) {
        const int lane = std::countr_zero(left);
        versions[lane] = snapshot_of(lane);
        if (versions[lane]) {
            if (book_.same_interval(versions[lane], instant()))
                level = std::max(level, book_[versions[lane]].level);
            continue;
        }
        fresh |= 1u << lane;
        Stored& one = stored_[lane];
        one.first = static_cast<std::uint32_t>(pool_.size());
        one.label = label(recipe().source[0], lane);
        block_->labels.gather(pool_);
        block_->labels.leaves(one.label, EdgeKind::data, pool_);
        one.count = static_cast<std::uint32_t>(pool_.size()) - one.first;
        level = std::max(level, lane_level(sources(one), lane));
    }
    if (!fresh) return;
    const int variable = warp_->variables[level]++;
    for (std::uint32_t left = fresh; left; left &= left - 1) {
        const Label operand = stored_[std::countr_zero(left)].label;
        if (!block_->labels.is_computed(operand)) continue;
        warp_->variable_lines[variable] = block_->labels.line(operand);
        break;
    }
    for (std::uint32_t left = fresh; left; left &= left - 1) {
        const int lane = std::countr_zero(left);
        versions[lane] = snapshot(lane, lane_array(variable), level, stored_[lane]);
        auto& received = warp_->received[lane];
        std::erase_if(received, [&](auto one) { return block_->shuffled[one].level < level; });
    }
}

// As FlowBook::level, but all values of a lane count as its own.
std::int32_t Origins::lane_level(std::span<const Source> sources, int lane) const {
    std::int32_t level = 0;
    for (const Source& source : sources) {
        if (source.kind == EdgeKind::index || !book_.same_interval(source.version, instant()))
            continue;
        const int step = is_own_lane(source.version, lane) ? 0 : 1;
        level = std::max(level, book_[source.version].level + step);
    }
    return level;
}

std::uint32_t Origins::snapshot(int lane, int array, std::int32_t level, const Stored& stored) {
    const Operand& operand = recipe().source[0];
    const Label known = stored.label;
    const Register root = operand.reg == no_register ? no_register : recipes_->root[operand.reg];
    Version made = lane_version(lane, array, sources(stored));
    made.kind = VersionKind::snapshot;
    made.level = level;
    if (known) made.line = block_->labels.line(known);
    made.index = known ? block_->labels.made_at(known) : std::max(made.index, 1u) - 1;
    made.after = root == no_register ? value(operand, lane)
                                     : lane_bits(moment().warp, recipes_->places[root],
                                                 size_of(recipes_->types[root]), lane);
    if (root != no_register) book_.arrays.arrays[array].type = recipes_->types[root];
    const std::uint32_t version = book_.add(made, sources(stored));
    if (known)
        block_->labels.forward(known, version);
    else if (operand.reg != no_register && on(copies_at_shuffle))
        name_copies(lane, version);
    return version;
}

// A version of a lane's value; `previous`: the newest source of the same lane.
Version Origins::lane_version(int lane, int array, std::span<const Source> sources) const {
    Version made = here(array, moment().thread(lane), lane);
    for (const Source& source : sources)
        if (book_[source.version].array == array && is_own_lane(source.version, lane))
            made.previous = std::max(made.previous, source.version);
    made.before = made.previous ? book_[made.previous].after : 0;
    return made;
}

// A value without data may be in several registers, as the halves of a double.
void Origins::name_copies(int lane, std::uint32_t version) {
    const Register operand = recipe().source[0].reg, root = recipes_->root[operand];
    if (recipes_->addressing[root] || recipes_->literal[root]) return;
    const auto bits = [&](Register reg) {
        return lane_bits(moment().warp, recipes_->places[reg], size_of(recipes_->types[reg]), lane);
    };
    const std::uint64_t whole = bits(root), read = bits(operand);
    Label name = 0;
    for (Register copy : recipes_->copies[root]) {
        const std::uint64_t held = bits(copy);
        const bool same = copy == root || held == read || held == whole ||
                          held == (whole & 0xffffffff) || held == whole >> 32;
        if (!same || warp_->labels[copy][lane] || recipes_->addressing[copy]) continue;
        if (!name) name = block_->labels.leaf(version);
        set(copy, lane, name);
    }
}

// `made` was computed: if a shuffled value went into it, it is that value's newest result.
void Origins::follow_shuffled(int lane, Label made) {
    if (block_->shuffled.size() == 1 || !on(shuffle_heads)) return;
    if (recipe().origin == Origin::truth || recipe().destination[0].type == Type::pred) return;
    Labels& labels = block_->labels;
    std::uint32_t tag = labels.tag(made);
    if (!tag) labels.set_tag(made, tag = labels.operand_tag(made));
    const bool repacks = recipe().destinations > 1 || recipe().origin == Origin::convert ||
                         (recipe().origin == Origin::copy && recipe().sources > 1);
    if (!tag || repacks) return;
    Shuffled& shuffled = block_->shuffled[tag];
    if (made == shuffled.received || shuffled.done) return;
    shuffled.head = made;
    follow_.push_back({tag, lane});
}

void Origins::make_head(Shuffled& shuffled) {
    const Label head = shuffled.head;
    // If one line makes several variables, as of a pair, each keeps its shuffled variable.
    int made_there = 0;
    for (const auto& [variable, line] : warp_->variable_lines)
        made_there += line == block_->labels.line(head);
    for (const auto& [variable, line] : warp_->variable_lines)
        if (made_there == 1 && line == block_->labels.line(head)) shuffled.variable = variable;
    for (std::uint32_t number : warp_->received[shuffled.lane]) {
        Shuffled& other = block_->shuffled[number];
        const bool stands_for = made_there < 2 || other.variable == shuffled.variable;
        if (other.level == shuffled.level && stands_for) other.done = true;
    }
    std::vector<Source> sources;  // the pool may hold those of the calling store
    block_->labels.gather(sources);
    block_->labels.leaves(head, EdgeKind::data, sources);
    Version made = lane_version(shuffled.lane, lane_array(shuffled.variable), sources);
    made.kind = VersionKind::final_value;
    const std::int32_t level = made_there > 1
                                   ? lane_level(sources, shuffled.lane)
                                   : book_.level(sources, instant(), made.array, made.cell);
    made.level = std::max(shuffled.level + 1, level);
    made.line = block_->labels.line(head);
    made.index = block_->labels.made_at(head);
    made.after = shuffled.value;
    block_->labels.forward(head, book_.add(made, sources));
    shuffled.done = true;
}

// Before a store of a lane's result from a shuffled value: gives the result a version first.
void Origins::head_of(Label stored) {
    const std::uint32_t tag = block_->labels.tag(stored);
    if (!tag) return;
    Shuffled& shuffled = block_->shuffled[tag];
    const bool newest = shuffled.head == stored && !shuffled.done;
    if (newest && !block_->labels.is_leaf(stored)) make_head(shuffled);
}

// Whether a lane's newest result from it has no version yet.
bool Origins::is_open(const Shuffled& shuffled) const {
    return !shuffled.done && shuffled.head && !block_->labels.is_leaf(shuffled.head);
}

// For a pair of numbers shuffled one after the other: the lane's result from each. No result comes
// from both.
bool Origins::flush_pair(int lane) {
    constexpr std::size_t words_of_a_pair = 4;  // of two doubles
    auto open = warp_->received[lane];
    if (open.size() > words_of_a_pair) return false;
    std::erase_if(open, [&](std::uint32_t number) { return !is_open(block_->shuffled[number]); });
    if (open.size() != 2) return false;
    const Shuffled &one = block_->shuffled[open[0]], &other = block_->shuffled[open[1]];
    if (one.level != other.level || one.variable == other.variable || one.head == other.head ||
        block_->labels.line(one.head) != block_->labels.line(other.head))
        return false;
    for (const std::uint32_t number : open)
        if (!block_->shuffled[number].done) make_head(block_->shuffled[number]);
    return true;
}

// At a barrier or the end: gives each lane's last result a version. If several variables were
// shuffled at a level, its variable is unknown, except for a pair.
void Origins::flush_heads() {
    for (int lane = 0; lane < warp_size; ++lane) {
        std::uint32_t last = 0;
        if (flush_pair(lane)) {
            warp_->received[lane].clear();
            continue;
        }
        for (std::uint32_t one : warp_->received[lane]) {
            const Shuffled& shuffled = block_->shuffled[one];
            const auto variables = warp_->variables.find(shuffled.level);
            const bool several = variables != warp_->variables.end() && variables->second > 1;
            if (!several && is_open(shuffled)) last = one;
        }
        if (last) make_head(block_->shuffled[last]);
        for (std::uint32_t one : warp_->received[lane]) block_->shuffled[one].done = true;
        warp_->received[lane].clear();
    }
}

}  // namespace simulator::origins
