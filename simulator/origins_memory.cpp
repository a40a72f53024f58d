// Origins of what is loaded, stored and changed by atomics (see origins.h).
#include <algorithm>
#include <bit>

#include "simulator/origins.h"

namespace simulator {

namespace {

bool is_shared(const FlowBook& book, int array) {
    return array >= 0 && book.arrays.arrays[array].space == Space::shared;
}

// `old` with the part that `stored`, shifted by `shift` bits, covers of `bytes` bytes written over.
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

}  // namespace

// What every lane touches, element by element. Places without a name (array -1) are left out.
std::vector<Access> Origins::accesses() {
    const int width = size_of(recipe().type);
    const int elements = recipe().rule == Rule::load    ? recipe().destinations
                         : recipe().rule == Rule::store ? recipe().sources
                                                        : 1;
    std::vector<Access> made;
    made.reserve(std::popcount(moment().warp.mask) * elements);
    for (std::uint32_t left = moment().warp.mask; left; left &= left - 1) {
        const int lane = std::countr_zero(left);
        const Located at = located(moment(), *now_.code, lane);
        const Label address = label(recipe().address, lane);
        for (int k = 0; k < elements; ++k) {
            Access access{lane, k, at.space, at.address + k * width, -1, 0, 0, true, address};
            const Cell cell =
                book_.arrays.find(moment(), access.space, access.offset, recipe().type);
            if (cell.array < 0) continue;
            access.array = cell.array;
            access.first = access.last = cell.element;
            const int cell_width = book_.arrays.width(cell.array);
            const Address base = access.offset - book_.arrays.arrays[cell.array].base;
            if (cell_width != width || base % cell_width != 0) {
                access.last = static_cast<std::int64_t>((base + width - 1) / cell_width);
                access.whole = base % cell_width == 0 && (base + width) % cell_width == 0;
            }
            made.push_back(access);
        }
    }
    return made;
}

Shadow& Origins::shadow(const Access& access) {
    auto& shadows = is_shared(book_, access.array) ? block_->shared : global_;
    if (static_cast<std::size_t>(access.array) >= shadows.size()) shadows.resize(access.array + 1);
    return shadows[access.array];
}

std::uint64_t Origins::cell_bits(const Access& access, std::int64_t cell) {
    const Array& array = book_.arrays.arrays[access.array];
    const int width = book_.arrays.width(access.array);
    const Located at{access.space, array.base + static_cast<Address>(cell) * width};
    return memory_bits(moment(), at, width, access.lane).value_or(0);
}

// The version that stands in a cell now: a new one where somebody wrote it who is not watched.
std::uint32_t Origins::read(const Access& access, std::int64_t cell) {
    Shadow& versions = shadow(access);
    const std::uint32_t known = versions.get(cell);
    const std::uint64_t bits = cell_bits(access, cell);
    if (known && book_[known].after == bits) return known;
    Version made = here(access.array, cell, access.lane);
    made.kind = is_shared(book_, access.array) && !known      ? VersionKind::unwritten
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

// Read in the interval in which another thread wrote it, with nothing between that orders them.
bool Origins::read_by_luck(const Access& access, std::uint32_t version) const {
    const Version& of = book_[version];
    const Version at = here(access.array, access.first, access.lane);
    if (of.kind != VersionKind::stored || !book_.same_interval(version, at)) return false;
    if (of.thread == at.thread) return false;
    if (!is_shared(book_, access.array)) return of.thread / warp_size != at.thread / warp_size;
    if (of.thread / warp_size != at.thread / warp_size) return true;
    return written_at_[version] == warp_->synchronized;
}

void Origins::load() {
    const std::vector<Access> touched = accesses();
    if (!touched.empty() && touched.front().space == Space::local) {
        move_local(touched, true);
        return;
    }
    std::vector<Label> made(touched.size());
    for (std::size_t i = 0; i < touched.size(); ++i) {
        const Access& access = touched[i];
        for (std::int64_t cell = access.first; cell <= access.last; ++cell) {
            const std::uint32_t version = read(access, cell);
            const Label leaf = block_->labels.leaf(version, read_by_luck(access, version));
            made[i] = block_->labels.join(made[i], leaf);
        }
        made[i] = on(address_is_index) ? block_->labels.index(made[i], access.address)
                                       : block_->labels.join(made[i], access.address);
    }
    clear_destinations(moment().warp.mask);
    for (std::size_t i = 0; i < touched.size(); ++i)
        set(recipe().destination[touched[i].element].reg, touched[i].lane, made[i]);
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

// One element on its way into memory.
struct Origins::Store {
    Access access;
    Label label = 0;
    Sources sources;
    std::uint64_t bits = 0;
};

void Origins::gather(Store& store) {
    const Access& access = store.access;
    store.label = label(recipe().source[access.element], access.lane);
    if (store.label) head_of(store.label);
    const EdgeKind through_address = on(address_is_index) ? EdgeKind::index : EdgeKind::data;
    block_->labels.leaves(store.label, EdgeKind::data, store.sources);
    block_->labels.leaves(access.address, through_address, store.sources);
    store.bits = value(recipe().source[access.element], access.lane);
}

void Origins::store() {
    const std::vector<Access> touched = accesses();
    if (!touched.empty() && touched.front().space == Space::local) {
        move_local(touched, false);
        return;
    }
    std::vector<Store> stores(touched.size());
    std::int32_t level = 0;
    for (std::size_t i = 0; i < touched.size(); ++i) {
        stores[i].access = touched[i];
        gather(stores[i]);
        const Version at = here(touched[i].array, touched[i].first, touched[i].lane);
        level = std::max(level, book_.level(stores[i].sources, at));
    }
    for (const Store& one : stores) write(one, level);
}

// A part of a cell keeps the rest of it: the cell's old version is a source then.
void Origins::write(const Store& store, std::int32_t level) {
    const Access& access = store.access;
    const int width = book_.arrays.width(access.array);
    const bool exact = access.first == access.last && access.whole;
    for (std::int64_t cell = access.first; cell <= access.last; ++cell) {
        Version made = here(access.array, cell, access.lane);
        Sources sources = store.sources;
        made.before = cell_bits(access, cell);
        made.previous = shadow(access).get(cell);
        const Address start = book_.arrays.arrays[access.array].base + cell * width;
        const std::int64_t shift = static_cast<std::int64_t>(start - access.offset) * 8;
        made.after = exact ? store.bits
                           : overlay(made.before, store.bits, shift, width, size_of(recipe().type));
        if (!access.whole && made.previous) sources.list.push_back({made.previous, EdgeKind::data});
        const bool same_cell = made.previous && sources.list.size() == 1 &&
                               sources.list[0].version == made.previous &&
                               sources.list[0].kind == EdgeKind::data;
        if (on(carry) && same_cell && made.before == made.after) continue;
        made.level = level;
        const std::uint32_t version = book_.add(made, sources);
        shadow(access).set(cell, version);
        if (!is_shared(book_, access.array)) continue;
        written_at_.resize(version + 1);
        written_at_[version] = warp_->synchronized;
        if (exact) name_stored(store, version);
    }
}

void Origins::name_stored(const Store& store, std::uint32_t version) {
    Labels& labels = block_->labels;
    if (!on(forward_at_store)) return;
    const Operand& from = recipe().source[store.access.element];
    if (!store.label) {
        const bool nameless = from.reg == no_register || recipes_->addressing[from.reg] ||
                              recipes_->literal[from.reg];
        if (!nameless && on(forward_at_barrier))
            warp_->pending.push_back({0, version, from.reg, store.access.lane, store.bits, false});
    } else if (labels.is_computed(store.label) || !on(lazy_copies)) {
        labels.forward(store.label, version);
    } else if (on(forward_at_barrier)) {
        warp_->pending.push_back({store.label, version, from.reg, store.access.lane, 0, false});
    }
}

// Lanes act one after the other, in the simulator's order; what comes back is what stood there.
void Origins::atomic() {
    const std::vector<Access> touched = accesses();
    std::vector<std::pair<int, Label>> returned;
    std::map<std::pair<int, std::int64_t>, std::uint64_t> left;
    for (const Access& access : touched) {
        const std::int64_t cell = access.first;
        const Label operand = label(recipe().source[0], access.lane);
        const Label second = recipe().sources > 1 ? label(recipe().source[1], access.lane) : 0;
        for (Label used : {operand, second})
            if (used) head_of(used);
        const auto [bits, fresh] = left.try_emplace({access.array, cell}, cell_bits(access, cell));
        const std::uint32_t old = fresh ? read(access, cell) : shadow(access).get(cell);
        Sources sources;
        if (recipe().operation != "exch") sources.list.push_back({old, EdgeKind::data});
        const bool swaps = recipe().operation == "cas";
        block_->labels.leaves(operand, swaps ? EdgeKind::compared : EdgeKind::data, sources);
        block_->labels.leaves(second, EdgeKind::data, sources);
        block_->labels.leaves(access.address,
                              on(address_is_index) ? EdgeKind::index : EdgeKind::data, sources);
        Version made = here(access.array, cell, access.lane);
        made.kind = VersionKind::atomic;
        made.level = book_.level(sources, made);
        made.before = bits->second;
        made.previous = old;
        made.after = bits->second = atomic_result(
            recipe().operation, recipe().type, made.before, value(recipe().source[0], access.lane),
            recipe().sources > 1 ? value(recipe().source[1], access.lane) : 0);
        shadow(access).set(cell, book_.add(made, sources));
        returned.emplace_back(access.lane, block_->labels.leaf(old));
    }
    clear_destinations(moment().warp.mask);
    for (const auto& [lane, found] : returned)
        if (recipe().destinations) set(recipe().destination[0].reg, lane, found);
}

}  // namespace simulator
