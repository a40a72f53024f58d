// Origins of loads, stores and atomics (see origins.h).
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "simulator/watch/origins.h"

namespace simulator::origins {

namespace {

// `old`, with its bytes covered by `stored` (shifted by `shift` bits) overwritten.
std::uint64_t overlay(std::uint64_t old, std::uint64_t stored, std::int64_t shift, int bytes,
                      int stored_bytes) {
    for (int byte = 0; byte < bytes; ++byte) {
        const std::int64_t from = byte + shift / 8;
        if (from < 0 || from >= stored_bytes) continue;
        const std::uint64_t value = stored >> from * 8 & 255;
        old = (old & ~(std::uint64_t{255} << byte * 8)) | value << byte * 8;
    }
    return old;
}

// memcpy with constant lengths, since this runs for every lane.
std::uint64_t bits_at(const std::byte* from, int width) {
    std::uint64_t bits = 0;
    if (width == 4)
        std::memcpy(&bits, from, 4);
    else if (width == 8)
        std::memcpy(&bits, from, 8);
    else
        std::memcpy(&bits, from, width);
    return bits;
}

const std::byte* bytes_of(const Moment& moment, const Extent& extent) {
    if (extent.space == Space::shared) return moment.shared.data() + extent.first;
    if (extent.space != Space::global) return nullptr;
    return moment.scene.memory.host(extent.first, extent.last - extent.first);
}

}  // namespace

// All lanes' accesses, element by element. Places without a name are left out.
const std::vector<Access>& Origins::accesses() {
    const Code& code = *now_.code;
    const int width = recipe().width;
    const int elements = recipe().kind == Kind::load    ? recipe().destinations
                         : recipe().kind == Kind::store ? recipe().sources
                                                        : 1;
    const bool labelled = recipe().address.reg != no_register;
    Extent extent;
    const std::byte* bytes = nullptr;
    touched_.clear();
    for (std::uint32_t left = moment().warp.mask; left; left &= left - 1) {
        const int lane = std::countr_zero(left);
        const Located at = resolve(code.space, lane_address(moment().warp, code, lane));
        for (int k = 0; k < elements; ++k) {
            const Address offset = at.address + k * width;
            if (!extent.contains(at.space, offset)) {
                extent = book_.arrays.extent(moment(), at.space, offset, recipe().type);
                bytes = bytes_of(moment(), extent);
            }
            if (extent.array < 0) continue;
            Access& access = touched_.emplace_back();
            access.lane = static_cast<std::uint8_t>(lane);
            access.element = static_cast<std::uint8_t>(k);
            access.address = labelled ? label(recipe().address, lane) : 0;
            access.offset = offset;
            find_cells(access, extent);
            if (bytes && access.exact)
                access.bits = bits_at(bytes + (offset - extent.first), width);
        }
    }
    return touched_;
}

void Origins::find_cells(Access& access, const Extent& extent) {
    const Address from = access.offset - extent.first, until = from + recipe().width;
    const Address width = Address{1} << extent.shift;
    access.space = extent.space;
    access.shared = extent.space == Space::shared;
    access.array = extent.array;
    access.first = static_cast<std::int64_t>(from >> extent.shift);
    access.last = static_cast<std::int64_t>((until - 1) >> extent.shift);
    access.whole = from % width == 0 && until % width == 0;
    access.exact = access.whole && access.first == access.last;
}

Shadow& Origins::shadow(const Access& access) {
    auto& shadows = access.shared ? block_->shared : global_;
    if (static_cast<std::size_t>(access.array) >= shadows.size()) shadows.resize(access.array + 1);
    return shadows[access.array];
}

std::uint64_t Origins::cell_bits(const Access& access, std::int64_t cell) const {
    if (access.exact) return access.bits;
    const Array& array = book_.arrays.arrays[access.array];
    const int width = book_.arrays.width(access.array);
    const Located at{access.space, array.base + static_cast<Address>(cell) * width};
    return memory_bits(moment(), at, width, access.lane).value_or(0);
}

// The current version of a cell; a new version if a block that is not watched wrote it.
std::uint32_t Origins::read(const Access& access, std::int64_t cell) {
    Shadow& versions = shadow(access);
    const std::uint32_t known = versions.get(cell);
    const std::uint64_t bits = cell_bits(access, cell);
    if (known && book_[known].after == bits) return known;
    Version made = here(access.array, cell, access.lane);
    made.kind = access.shared && !known                       ? VersionKind::unwritten
                : known && book_[known].launch == made.launch ? VersionKind::foreign
                                                              : VersionKind::input;
    made.thread = 0;
    made.line = 0;
    made.level = -1;
    made.before = made.after = bits;
    made.previous = known;
    const std::uint32_t version = book_.add(made, {});
    versions.set(cell, version);
    return version;
}

// Whether another thread wrote it in the same interval, and nothing orders the write before this
// read.
bool Origins::read_by_luck(const Access& access, std::uint32_t version) const {
    const Version& of = book_[version];
    const std::uint32_t thread = moment().thread(access.lane);
    if (of.kind != VersionKind::stored || of.thread == thread) return false;
    if (!book_.same_interval(version, instant())) return false;
    if (of.thread / warp_size != thread / warp_size) return true;
    return access.shared && written_at_[version] == warp_->synchronized;
}

void Origins::load() {
    const std::vector<Access>& touched = accesses();
    if (!touched.empty() && touched.front().space == Space::local) {
        move_local(touched, true);
        return;
    }
    std::array<std::array<Label, warp_size>, 8> made{};
    for (const Access& access : touched) {
        Label& label = made[access.element][access.lane];
        for (std::int64_t cell = access.first; cell <= access.last; ++cell) {
            const std::uint32_t version = read(access, cell);
            const Label leaf = block_->labels.leaf(version, read_by_luck(access, version));
            label = block_->labels.join(label, leaf);
        }
        if (!access.address) continue;
        label = on(address_is_index) ? block_->labels.index(label, access.address)
                                     : block_->labels.join(label, access.address);
    }
    for (int k = 0; k < recipe().destinations; ++k) assign(recipe().destination[k].reg, made[k]);
}

// Spilled registers and small arrays are registers with addresses: the label itself moves.
void Origins::move_local(const std::vector<Access>& touched, bool to_register) {
    if (to_register) clear_destinations(moment().warp.mask);
    for (const Access& access : touched) {
        const std::uint64_t key = std::uint64_t{moment().thread(access.lane)} << 32 | access.offset;
        if (!to_register) {
            block_->local[key] = label(recipe().source[access.element], access.lane);
            continue;
        }
        const auto found = block_->local.find(key);
        if (found != block_->local.end())
            set(recipe().destination[access.element].reg, access.lane, found->second);
    }
}

Stored Origins::gather(const Access& access) {
    const Operand& from = recipe().source[access.element];
    Stored made;
    made.label = label(from, access.lane);
    if (made.label) head_of(made.label);
    made.bits = moved_bits(moment().warp, *now_.code, from.place, recipe().width, access.lane);
    made.first = static_cast<std::uint32_t>(pool_.size());
    block_->labels.gather(pool_);
    block_->labels.leaves(made.label, EdgeKind::data, pool_);
    block_->labels.leaves(access.address, address_kind(), pool_);
    made.count = static_cast<std::uint32_t>(pool_.size()) - made.first;
    made.omitted = block_->labels.omitted();
    return made;
}

void Origins::store() {
    const std::vector<Access>& touched = accesses();
    if (!touched.empty() && touched.front().space == Space::local) {
        move_local(touched, false);
        return;
    }
    std::int32_t level = 0;
    stored_.clear();
    pool_.clear();
    for (const Access& access : touched) {
        stored_.push_back(gather(access));
        level = std::max(
            level, book_.level(sources(stored_.back()), instant(), access.array, access.first));
    }
    for (std::size_t i = 0; i < touched.size(); ++i) write(touched[i], stored_[i], level);
}

// A partial write keeps the rest of a cell: its old version then is a source.
void Origins::write(const Access& access, const Stored& stored, std::int32_t level) {
    std::span<const Source> from = sources(stored);
    std::vector<Source> with_old;
    for (std::int64_t cell = access.first; cell <= access.last; ++cell) {
        Version made = here(access.array, cell, access.lane);
        made.before = cell_bits(access, cell);
        made.after = access.exact ? stored.bits : overlaid(access, cell, made.before, stored.bits);
        made.previous = shadow(access).get(cell);
        if (!access.whole && made.previous) {
            with_old.assign(from.begin(), from.end());
            with_old.push_back({made.previous, EdgeKind::data});
            from = with_old;
        }
        const bool same_cell = made.previous && from.size() == 1 &&
                               from[0].version == made.previous && from[0].kind == EdgeKind::data;
        if (on(carry) && same_cell && made.before == made.after) continue;
        made.level = level;
        const std::uint32_t version = book_.add(made, from, stored.omitted);
        shadow(access).set(cell, version);
        if (access.shared) {
            written_at_.resize(version + 1);
            written_at_[version] = warp_->synchronized;
        }
        if (access.exact) name_stored(access, stored, version);
    }
}

std::uint64_t Origins::overlaid(const Access& access, std::int64_t cell, std::uint64_t old,
                                std::uint64_t bits) const {
    const int width = book_.arrays.width(access.array);
    const Address start = book_.arrays.arrays[access.array].base + cell * width;
    const std::int64_t shift = static_cast<std::int64_t>(start - access.offset) * 8;
    return overlay(old, bits, shift, width, recipe().width);
}

void Origins::name_stored(const Access& access, const Stored& stored, std::uint32_t version) {
    Labels& labels = block_->labels;
    if (!on(forward_at_store)) return;
    // A copy in global memory gets no name: registers with the value keep their own.
    if (!access.shared && !labels.is_computed(stored.label)) return;
    const Operand& from = recipe().source[access.element];
    if (!stored.label) {
        const bool nameless = from.reg == no_register || recipes_->addressing[from.reg] ||
                              recipes_->literal[from.reg];
        if (!nameless && on(forward_at_barrier))
            warp_->pending.push_back({0, version, from.reg, access.lane, stored.bits, false});
    } else if (labels.is_computed(stored.label) || !on(lazy_copies)) {
        labels.forward(stored.label, version);
    } else if (on(forward_at_barrier)) {
        warp_->pending.push_back({stored.label, version, from.reg, access.lane, 0, false});
    }
}

// Lanes act one after the other, in the simulator's order; each gets the old value.
void Origins::atomic() {
    const std::vector<Access>& touched = accesses();
    std::array<Label, warp_size> found{};
    left_.clear();
    for (const Access& access : touched) {
        if (access.exact)
            found[access.lane] = change(access);
        else
            book_.lose(now_.code->line, moment().program.text[now_.code->index].opcode);
    }
    if (recipe().destinations) assign(recipe().destination[0].reg, found);
}

Label Origins::change(const Access& access) {
    Labels& labels = block_->labels;
    const Operand* source = recipe().source;
    const bool two = recipe().sources > 1;
    const Label operand = label(source[0], access.lane);
    const Label second = two ? label(source[1], access.lane) : 0;
    for (const Label used : {operand, second})
        if (used) head_of(used);
    const auto [bits, fresh] = left_.try_emplace({access.array, access.first}, access.bits);
    const std::uint32_t old = fresh ? read(access, access.first) : shadow(access).get(access.first);
    pool_.clear();
    labels.gather(pool_);
    const Label stood = labels.leaf(old);
    if (recipe().origin != Origin::copy) labels.leaves(stood, EdgeKind::data, pool_);
    const bool swaps = recipe().origin == Origin::choice;
    labels.leaves(operand, swaps ? EdgeKind::compared : EdgeKind::data, pool_);
    labels.leaves(second, EdgeKind::data, pool_);
    labels.leaves(access.address, address_kind(), pool_);
    Version made = here(access.array, access.first, access.lane);
    made.kind = VersionKind::atomic;
    made.level = book_.level(pool_, instant(), made.array, made.cell);
    made.before = bits->second;
    made.previous = old;
    made.after = bits->second = now_.code->row->effect.leaves(
        now_.code->type, !access.shared, made.before,
        lane_bits(moment().warp, source[0].place, recipe().width, access.lane),
        two ? lane_bits(moment().warp, source[1].place, recipe().width, access.lane) : 0);
    shadow(access).set(access.first, book_.add(made, pool_));
    return stood;
}

}  // namespace simulator::origins
