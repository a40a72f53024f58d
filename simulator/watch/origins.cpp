// Origins as an observer, and how labels pass through arithmetic (see origins.h).
#include "simulator/watch/origins.h"

#include <algorithm>
#include <array>
#include <bit>

namespace simulator::origins {

void Origins::launch_begins(const Scene& scene) {
    recipes_ = recipes_of(scene.program);
    book_.arrays.launch_begins(scene.program, scene.launch);
    blocks_.clear();
    lane_arrays_.clear();
}

void Origins::block_begins(const Scene& scene, std::uint64_t block) {
    BlockOrigins fresh;
    fresh.block = block;
    fresh.warps.resize((scene.block.count() + warp_size - 1) / warp_size);
    for (WarpOrigins& warp : fresh.warps) {
        warp.labels.resize(recipes_->registers);
        warp.any.resize(recipes_->registers);
    }
    blocks_.push_back(std::move(fresh));
}

void Origins::block_ends(const Scene&, std::uint64_t block) {
    std::erase_if(blocks_, [&](const BlockOrigins& one) { return one.block == block; });
}

BlockOrigins* Origins::find(std::uint64_t block) {
    for (BlockOrigins& one : blocks_)
        if (one.block == block) return &one;
    return nullptr;
}

bool Origins::enter(const Moment& moment, const Code& code) {
    block_ = find(moment.block);
    if (!block_ || book_.full()) return false;
    if (block_->labels.full()) {
        book_.cut_short();
        return false;
    }
    warp_ = &block_->warps[moment.warp.index];
    now_ = {&moment, &code, &recipes_->of[&code - moment.program.code.data()]};
    block_->labels.at(code.line, moment.index);
    return true;
}

void Origins::before(const Moment& moment, const Code& code) {
    follow_.clear();
    if (!enter(moment, code) || !moment.warp.mask) return;
    switch (recipe().kind) {
        case Kind::load: return load();
        case Kind::store: return store();
        case Kind::atomic: return atomic();
        case Kind::shuffle: return shuffle();
        case Kind::vote: return vote();
        case Kind::meeting: ++warp_->synchronized; return;
        default: break;
    }
    switch (recipe().origin) {
        case Origin::nothing: return clear_destinations(moment.warp.mask);
        case Origin::lost: return lose();
        default: arithmetic();
    }
}

void Origins::after(const Moment& moment, const Code&) {
    for (const Follow& follow : follow_) {
        Shuffled& shuffled = block_->shuffled[follow.shuffled];
        const Operand& made = recipe().destination[0];
        shuffled.value = lane_bits(moment.warp, made.place, size_of(made.type), follow.lane);
        shuffled.type = recipes_->types[made.reg];
    }
    follow_.clear();
}

void Origins::barrier_arrived(const Moment& moment, const Code& code) {
    if (!enter(moment, code)) return;
    flush_heads();
    find_copies();
    warp_->variables.clear();
}

void Origins::warp_ends(const Moment& moment) {
    if (moment.program.code.empty() || !enter(moment, moment.program.code.back())) return;
    flush_heads();
}

// Finds registers that still hold stored values without data.
void Origins::find_copies() {
    std::vector<Pending> found;
    for (const Pending& stored : warp_->pending) {
        if (stored.label || stored.held) {
            found.push_back(stored);
            continue;
        }
        for (Register copy : recipes_->copies[recipes_->root[stored.reg]]) {
            const Place place = recipes_->places[copy];
            const int width = size_of(recipes_->types[copy]);
            if (lane_bits(moment().warp, place, width, stored.lane) != stored.bits) continue;
            found.push_back(stored);
            found.back().reg = copy;
            found.back().held = true;
        }
    }
    warp_->pending = std::move(found);
}

// Stored values get their cells' names. Copies do if their source cell is gone; values without data
// do in every register that still holds them.
void Origins::barrier_released(const Scene&, std::uint64_t block, int) {
    block_ = find(block);
    if (!block_) return;
    for (WarpOrigins& warp : block_->warps) {
        for (const Pending& stored : warp.pending)
            if (book_.is_current(stored.version)) name_pending(warp, stored);
        warp.pending.clear();
    }
}

void Origins::name_pending(WarpOrigins& warp, const Pending& stored) {
    Labels& labels = block_->labels;
    if (!stored.label) {
        Label& at = warp.labels[stored.reg][stored.lane];
        if (!at) at = labels.leaf(stored.version);
        warp.any[stored.reg] |= 1u << stored.lane;
        return;
    }
    if (labels.is_computed(stored.label)) return;
    const std::uint32_t home = labels.is_leaf(stored.label) ? labels.version(stored.label) : 0;
    const int array = home ? book_[home].array : -1;
    const bool shared = array >= 0 && book_.arrays.arrays[array].space == Space::shared;
    if (!shared || !book_.is_current(home)) labels.forward(stored.label, stored.version);
}

void Origins::assign(Register reg, const std::array<Label, warp_size>& made) {
    const std::uint32_t lanes = moment().warp.mask;
    auto& labels = warp_->labels[reg];
    std::uint32_t any = 0;
    for (std::uint32_t left = lanes; left; left &= left - 1) {
        const int lane = std::countr_zero(left);
        labels[lane] = made[lane];
        any |= std::uint32_t{made[lane] != 0} << lane;
    }
    warp_->any[reg] = (warp_->any[reg] & ~lanes) | any;
}

void Origins::set(Register reg, int lane, Label label) {
    warp_->labels[reg][lane] = label;
    const std::uint32_t bit = 1u << lane;
    if (label)
        warp_->any[reg] |= bit;
    else
        warp_->any[reg] &= ~bit;
}

void Origins::clear_destinations(std::uint32_t lanes) {
    for (int k = 0; k < recipe().destinations; ++k) {
        const Register reg = recipe().destination[k].reg;
        for (std::uint32_t left = warp_->any[reg] & lanes; left; left &= left - 1)
            set(reg, std::countr_zero(left), 0);
    }
}

std::uint64_t Origins::value(const Operand& operand, int lane) const {
    const Warp& warp = moment().warp;
    if (operand.type == Type::pred) return warp.predicate(operand.place) >> lane & 1;
    return lane_bits(warp, operand.place, size_of(operand.type), lane);
}

Version Origins::here(int array, std::int64_t cell, int lane) const {
    Version version;
    version.kind = VersionKind::stored;
    version.array = array;
    version.cell = cell;
    version.launch = static_cast<std::uint16_t>(moment().launch);
    version.block = moment().block;
    version.interval = moment().interval;
    version.thread = moment().thread(lane);
    version.index = moment().index;
    version.line = now_.code->line;
    return version;
}

// One test for index arithmetic: neither the operands nor the old result came from data.
void Origins::arithmetic() {
    std::uint32_t any = 0;
    for (int k = 0; k < recipe().sources; ++k)
        if (recipe().source[k].reg != no_register) any |= warp_->any[recipe().source[k].reg];
    for (int k = 0; k < recipe().destinations; ++k) any |= warp_->any[recipe().destination[k].reg];
    for (std::uint32_t left = any & moment().warp.mask; left; left &= left - 1) {
        const int lane = std::countr_zero(left);
        const Label made = result(lane);
        if (made) follow_shuffled(lane, made);
        for (int k = 0; k < recipe().destinations; ++k)
            set(recipe().destination[k].reg, lane, made);
    }
}

Label Origins::result(int lane) {
    const Operand* source = recipe().source;
    switch (recipe().origin) {
        case Origin::choice: return selected(lane);
        case Origin::least:
        case Origin::greatest: return extreme(lane);
        case Origin::truth: return compared(lane);
        case Origin::product:
            if (is_zero(source[0], lane) || is_zero(source[1], lane)) return join_sources(lane, 2);
            return join_sources(lane, 0);
        default: return join_sources(lane, 0);
    }
}

Label Origins::join_sources(int lane, int first) {
    Label joined = 0;
    for (int k = first; k < recipe().sources; ++k)
        joined = block_->labels.join(joined, label(recipe().source[k], lane));
    return joined;
}

// Whether it is a zero that came from no data; a zero in the data is a value. Texels are data too,
// though their origin is not followed.
bool Origins::is_zero(const Operand& operand, int lane) const {
    if (!on(zero_factor) || label(operand, lane)) return false;
    if (operand.reg != no_register && recipes_->sampled[operand.reg]) return false;
    const std::uint64_t bits = value(operand, lane);
    if (operand.type == Type::f32) return (bits & 0x7fffffff) == 0;
    if (operand.type == Type::f64) return bits << 1 == 0;
    return bits == 0;
}

Label Origins::selected(int lane) {
    const Operand* source = recipe().source;
    if (!on(choose)) return join_sources(lane, 0);
    const Operand& taken = value(source[2], lane) ? source[0] : source[1];
    return block_->labels.choose(label(taken, lane), label(source[2], lane));
}

namespace {

bool less_or_equal(Type type, std::uint64_t a, std::uint64_t b) {
    switch (type) {
        case Type::f32:
            return std::bit_cast<float>(static_cast<std::uint32_t>(a)) <=
                   std::bit_cast<float>(static_cast<std::uint32_t>(b));
        case Type::f64: return std::bit_cast<double>(a) <= std::bit_cast<double>(b);
        case Type::s16: return static_cast<std::int16_t>(a) <= static_cast<std::int16_t>(b);
        case Type::s32: return static_cast<std::int32_t>(a) <= static_cast<std::int32_t>(b);
        case Type::s64: return static_cast<std::int64_t>(a) <= static_cast<std::int64_t>(b);
        default: return a <= b;
    }
}

bool ordered_by_bits(Type type) { return type == Type::f16 || type == Type::bf16; }

}  // namespace

// Minimum and maximum are a comparison and a selection: compilers turn one into the other.
Label Origins::extreme(int lane) {
    const Operand* source = recipe().source;
    const Type type = source[0].type;
    const Label a = label(source[0], lane), b = label(source[1], lane);
    const bool packed = size_of(type) == 4 && name_of(type).ends_with("x2");
    if (!a || !b || recipe().sources != 2 || packed || ordered_by_bits(type))
        return join_sources(lane, 0);
    const bool minimum = recipe().origin == Origin::least;
    const bool first =
        minimum == less_or_equal(type, value(source[0], lane), value(source[1], lane));
    return block_->labels.choose(first ? a : b, first ? b : a);
}

Label Origins::compared(int lane) {
    const Operand* source = recipe().source;
    Labels& labels = block_->labels;
    pool_.clear();
    labels.gather(pool_);
    labels.leaves(label(source[0], lane), EdgeKind::data, pool_);
    const std::size_t second = pool_.size();
    labels.gather(pool_);
    labels.leaves(label(source[1], lane), EdgeKind::data, pool_);
    for (const Source& one : pool_) book_.test(one.version);
    if (second == 1 && pool_.size() == 2) compare_cells(pool_[0].version, pool_[1].version, lane);
    return join_sources(lane, 0);
}

void Origins::compare_cells(std::uint32_t a, std::uint32_t b, int lane) {
    const Version at = here(-1, 0, lane);
    std::int32_t level = 0;
    for (const std::uint32_t version : {a, b})
        if (book_.same_interval(version, instant()))
            level = std::max(level, book_[version].level + 1);
    book_.compare({a, b, at.launch, at.block, at.interval, level, at.thread, at.index, at.line});
}

// Every lane's result depends on all lanes: one label for the warp. Its edges are comparisons,
// unless the result is a sum or the like.
void Origins::vote() {
    std::uint32_t any = 0;
    for (int k = 0; k < recipe().sources; ++k)
        if (recipe().source[k].reg != no_register) any |= warp_->any[recipe().source[k].reg];
    clear_destinations(moment().warp.mask);
    if (!(any & moment().warp.mask)) return;
    Label all = 0;
    for (std::uint32_t left = moment().warp.mask; left; left &= left - 1)
        all = block_->labels.join(all, label(recipe().source[0], std::countr_zero(left)));
    const bool is_answer = recipe().origin == Origin::truth;
    const Label made = is_answer ? block_->labels.choose(0, all) : all;
    for (std::uint32_t left = moment().warp.mask; left; left &= left - 1)
        for (int k = 0; k < recipe().destinations; ++k)
            set(recipe().destination[k].reg, std::countr_zero(left), made);
}

void Origins::lose() {
    book_.lose(now_.code->line, moment().program.text[now_.code->index].opcode);
    clear_destinations(moment().warp.mask);
}

}  // namespace simulator::origins

namespace simulator {

std::unique_ptr<OriginTracer> make_origins(std::vector<std::uint64_t>, std::uint32_t rules) {
    return std::make_unique<origins::Origins>(rules);
}

}  // namespace simulator
