// Checks single accesses: unset elements of a thread's own arrays, arrays accessed through another
// one's name, lanes that a shuffle or a mask does not find. Called by the engine around every
// instruction of the checked blocks; reports to Scene::faults.
#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "simulator/decode/program.h"
#include "simulator/watch/array_table.h"
#include "simulator/watch/findings.h"
#include "simulator/watch/lane_rules.h"
#include "simulator/watch/observers.h"
#include "simulator/watch/traits.h"
#include "simulator/watch/undefined.h"

namespace simulator {
namespace checks {
namespace {

constexpr std::uint64_t most_local_bytes = 64 << 20;  // limit of remembered local memory, in bytes

// The writes of a running block.
struct Written {
    std::vector<std::int8_t> shared;  // by byte: the named array, see bases.h; -1: none
    std::vector<bool> local;          // bytes of all threads
};

// The access of one lane in one instruction.
struct LaneAccess {
    const Moment& moment;
    const Code& code;
    const Recipe& recipe;
    const Traits& traits;
    std::size_t index;
    int lane;
    Located at;
    int bytes;
    Written& written;
};

class PlaceChecker final : public Observer {
public:
    std::unique_ptr<Observer> clone() const override {
        return std::make_unique<PlaceChecker>(*this);
    }

    void launch_begins(const Scene& scene) override {
        arrays_.launch_begins(scene.program, scene.launch);
        notes_ = notes_of(scene.program);
    }

    void launch_ends(const Scene& scene) override {
        findings_.launch_ends(scene);
        running_.clear();
    }

    void block_begins(const Scene& scene, std::uint64_t block) override {
        running_[block] = {std::vector<std::int8_t>(scene.shared_bytes, -1), {}};
    }
    void block_ends(const Scene&, std::uint64_t block) override {
        running_.erase(block);
        undefined_.block_ends(block);
    }

    void before(const Moment& moment, const Code& code) override {
        const std::size_t index = &code - moment.program.code.data();
        const Traits& traits = notes_->traits[index];
        const Recipe& recipe = notes_->recipes->of[index];
        undefined_.before(moment, code, recipe, reporting(moment));
        if (recipe.kind == Kind::shuffle) check_sources(moment, code, recipe);
        if (code.synchronizes) check_members(moment, code);
        if (code.row->effect.kind == Kind::load) check_set(moment, code);
        const bool local = moment.program.local_bytes > 0;
        if ((!traits.reads && !traits.writes) || (!local && notes_->bases.arrays.size() < 2))
            return;
        Written& written = running_[moment.block];
        written.shared.resize(moment.scene.shared_bytes, -1);
        for (std::uint32_t rest = moment.warp.mask; rest; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            const int elements = traits.atomic ? 1
                                               : std::max<int>(1, traits.reads ? recipe.destinations
                                                                               : recipe.sources);
            look_at({moment, code, recipe, traits, index, lane, located(moment, code, lane),
                     size_of(recipe.type) * elements, written});
        }
    }

    void branched(const Moment& moment, const Code& code, std::uint32_t, std::uint32_t) override {
        undefined_.branched(moment, code, reporting(moment));
    }

private:
    void look_at(const LaneAccess& touch) {
        const Address end = touch.at.address + static_cast<Address>(touch.bytes);
        if (touch.bytes == 0) return;
        if (touch.at.space == Space::local && end <= touch.moment.program.local_bytes)
            look_at_local(touch, beyond_its_array(touch));
        if (touch.at.space == Space::shared && end <= touch.written.shared.size())
            look_at_shared(touch);
    }

    // Checks that it was written, unless it is in another array's element.
    void look_at_local(const LaneAccess& touch, bool beyond) {
        const std::uint64_t each = touch.moment.program.local_bytes,
                            threads = touch.moment.scene.block.count();
        if (each * threads > most_local_bytes) return;
        std::vector<bool>& written = touch.written.local;
        written.resize(each * threads);
        const auto first =
            written.begin() +
            static_cast<std::ptrdiff_t>(touch.moment.thread(touch.lane) * each + touch.at.address);
        const auto last = first + touch.bytes;
        if (touch.traits.writes) return std::fill(first, last, true);
        if (beyond || std::find(first, last, true) != last) return;
        findings_.report(touch.moment.scene, {FaultKind::uninitialized_read, touch.index, 0}, [&] {
            Fault fault = fault_of_kind(touch, FaultKind::uninitialized_read);
            fault.buffer = "local memory";
            fault.element = static_cast<std::int64_t>(touch.at.address) /
                            std::max(size_of(touch.recipe.type), 1);
            return fault;
        });
    }

    // --- arrays accessed through another one's name ---

    // The array that the access names; null if unknown.
    const BaseArray* named_by(const LaneAccess& touch) const {
        const int base = notes_->bases.of[touch.index];
        if (base < 0) return nullptr;
        const BaseArray& named = notes_->bases.arrays[static_cast<std::size_t>(base)];
        return named.space == touch.at.space ? &named : nullptr;
    }

    // A load may be wider than needed, since compilers prefer some widths; every stored byte is
    // intended.
    bool beyond_its_array(const LaneAccess& touch) {
        const BaseArray* named = named_by(touch);
        if (!named || named->last == 0) return false;
        const Address first = touch.at.address;
        const Address last = first + (touch.traits.writes ? touch.bytes - 1 : 0);
        if (first >= named->first && last < named->last) return false;
        findings_.report(touch.moment.scene, {FaultKind::beyond_array, touch.index, 0},
                         [&] { return beyond(touch, *named); });
        return true;
    }

    void look_at_shared(const LaneAccess& touch) {
        const BaseArray* named = named_by(touch);
        if (!named) return;
        beyond_its_array(touch);
        const int base = notes_->bases.of[touch.index];
        if (!touch.traits.writes && named->last == 0) check_alias(touch, base);
        if (!touch.traits.writes) return;
        for (int i = 0; i < touch.bytes; ++i)
            touch.written.shared[touch.at.address + i] = static_cast<std::int8_t>(base);
    }

    Fault beyond(const LaneAccess& touch, const BaseArray& named) {
        Fault fault = fault_of_kind(touch, FaultKind::beyond_array);
        const int size =
            std::max(size_of(named.type) > 1 ? size_of(named.type) : size_of(touch.recipe.type), 1);
        const Address at = touch.at.address >= named.first && touch.at.address < named.last
                               ? named.last  // it begins inside
                               : touch.at.address;
        const auto away = static_cast<std::int64_t>(at) - named.first;
        const BaseArray* there = notes_->bases.at(touch.at.space, at);
        const bool local = touch.at.space == Space::local;
        fault.text = there ? source_name(there->name) : local ? "" : fault.buffer;
        fault.buffer = named.name.empty() ? "local memory" : source_name(named.name);
        fault.element = away >= 0 ? away / size : -((-away + size - 1) / size);
        fault.elements = (named.last - named.first) / static_cast<std::uint32_t>(size);
        return fault;
    }

    void check_alias(const LaneAccess& touch, int base) {
        const int writer = touch.written.shared[touch.at.address];
        if (writer < 0 || writer == base) return;
        const BaseArray& other = notes_->bases.arrays[static_cast<std::size_t>(writer)];
        if (other.last != 0) return;
        findings_.report(touch.moment.scene, {FaultKind::aliased_arrays, touch.index, 0}, [&] {
            Fault fault = fault_of_kind(touch, FaultKind::aliased_arrays);
            fault.buffer = source_name(notes_->bases.arrays[static_cast<std::size_t>(base)].name);
            fault.text = source_name(other.name);
            return fault;
        });
    }

    // --- constants that were never set ---

    void check_set(const Moment& moment, const Code& code) {
        if (code.space != Space::constant || !moment.warp.mask) return;
        const int lane = std::countr_zero(moment.warp.mask);
        const Buffer* buffer = moment.scene.memory.find(located(moment, code, lane).address);
        if (!buffer || !buffer->never_set) return;
        const std::uint64_t index = &code - moment.program.code.data();
        findings_.report(moment.scene, {FaultKind::never_set, index, 0}, [&] {
            Fault fault = fault_of(moment, code, lane);
            fault.kind = FaultKind::never_set;
            fault.buffer = buffer->name;
            const int size = size_of(code.type);
            fault.elements = buffer->bytes / static_cast<std::uint64_t>(std::max(size, 1));
            fault.text = std::string(name_of(code.type));
            return fault;
        });
    }

    // --- absent lanes ---

    // A value from an absent lane is reported at its use.
    UndefinedValues::Report reporting(const Moment& moment) {
        return [&](const Fault& fault, std::size_t shuffle) {
            findings_.report(moment.scene, {FaultKind::missing_lane, shuffle, 0},
                             [&] { return fault; });
        };
    }

    void check_sources(const Moment& moment, const Code& code, const Recipe& recipe) {
        const Warp& warp = moment.warp;
        const auto sources = shuffle_sources(warp, code);
        for (std::uint32_t rest = warp.mask; rest; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            if (warp.mask >> sources[lane] & 1) continue;
            Fault fault = fault_of(moment, code, lane);
            fault.kind = FaultKind::missing_lane;
            fault.other_block = fault.block;
            fault.other_thread = thread_index(moment.scene.block, moment.thread(sources[lane]));
            fault.here = warp.mask;
            fault.absent = 1u << sources[lane];
            if (code.synchronizes)
                fault.mask = static_cast<std::uint32_t>(lane_bits(warp, code.e, 4, lane));
            undefined_.got(moment, recipe, &code - moment.program.code.data(), lane,
                           std::move(fault));
        }
    }

    // --- lanes that their own mask does not name ---

    void check_members(const Moment& moment, const Code& code) {
        const Warp& warp = moment.warp;
        for (std::uint32_t rest = warp.mask; rest; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            const auto mask = static_cast<std::uint32_t>(lane_bits(warp, code.e, 4, lane));
            if (mask >> lane & 1) continue;
            const std::uint64_t index = &code - moment.program.code.data();
            findings_.report(moment.scene, {FaultKind::not_in_mask, index, 0}, [&] {
                Fault fault = fault_of(moment, code, lane);
                fault.kind = FaultKind::not_in_mask;
                fault.mask = mask;
                fault.here = warp.mask;
                return fault;
            });
        }
    }

    // --- faults ---

    Fault fault_of_kind(const LaneAccess& touch, FaultKind kind) {
        Fault fault = fault_of(touch, arrays_);
        fault.kind = kind;
        return fault;
    }

    std::shared_ptr<const Notes> notes_;
    ArrayTable arrays_;
    std::map<std::uint64_t, Written> running_;
    UndefinedValues undefined_;
    Findings findings_;
};

}  // namespace
}  // namespace checks

std::unique_ptr<Observer> make_place_checker() { return std::make_unique<checks::PlaceChecker>(); }

}  // namespace simulator
