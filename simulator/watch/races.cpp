// Finds code that works only by luck: two threads' accesses to one place without an order, lanes
// that rely on lockstep, reads of unwritten values. Called by the engine around every instruction
// of the checked blocks; reports to Scene::faults.
//
// Two accesses to a place by two threads, one of them a write, are a race, with these exceptions:
// - order.h knows that one comes first. Block barriers order accesses, and instructions that lanes
//   execute together. So does a fence before a flag is set, with an acquire, or another fence,
//   after the flag is seen.
// - Both are signals: atomics, accesses with a memory order, volatile ones. A signal of block scope
//   is none for another block, and no signal is one for a partly overlapping access.
// Of two volatile accesses more is required. A load must read a flag (a value that a loop waits
// for, or that only decides a branch), or a sequence lock must check it. Two stores must write the
// same value, or the second thread has read the first store as a flag.
#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>
#include <tuple>

#include "simulator/decode/program.h"
#include "simulator/race_texts.h"
#include "simulator/watch/array_table.h"
#include "simulator/watch/findings.h"
#include "simulator/watch/flags.h"
#include "simulator/watch/observers.h"
#include "simulator/watch/order.h"
#include "simulator/watch/race_notes.h"
#include "simulator/watch/recipe.h"
#include "simulator/watch/traits.h"

namespace simulator {
namespace checks {
namespace {

constexpr std::size_t most_pages = 16 << 10;  // of global memory: covers 16 MB, or 4 MB bytewise
constexpr std::size_t most_knowledge = 16 << 20;  // entries made; beyond, blocks count as ordered

// A running block.
struct Running {
    Running(std::uint64_t block, std::uint32_t threads, std::uint32_t shared_bytes)
        : order(block, threads), shared(most_pages), written(shared_bytes) {}

    BlockOrder order;
    ShadowMemory shared;
    std::vector<bool> written;  // bytes of shared memory
    Flags flags;                // in shared memory
};

// The access of one lane in one instruction.
struct Touch {
    const Moment& moment;
    const Code& code;
    const Recipe& recipe;
    const Traits& traits;
    Running& running;
    int lane = 0;
    Located at;
    int bytes = 0;
    Access access;
};

class RaceChecker final : public Observer {
public:
    RaceChecker(bool all_blocks, bool tell_never_written)
        : all_blocks_(all_blocks), tell_never_written_(tell_never_written) {}
    std::unique_ptr<Observer> clone() const override {
        return std::make_unique<RaceChecker>(*this);
    }

    void launch_begins(const Scene& scene) override {
        launch_began_ = ++now_;
        flags_.clear();
        arrays_.launch_begins(scene.program, scene.launch);
        notes_ = notes_of(scene.program);
    }

    void launch_ends(const Scene& scene) override {
        // If two lines also wrote different values, only that is reported.
        benign_.drop([&](const Key& key) { return findings_.has(key); });
        if (tell_never_written_) note_never_written(scene);
        findings_.launch_ends(scene);
        benign_.launch_ends(scene);
        running_.clear();
    }

    void block_begins(const Scene& scene, std::uint64_t block) override {
        const auto threads = static_cast<std::uint32_t>(scene.block.count());
        running_.erase(block);
        running_.emplace(block, Running(block, threads, scene.shared_bytes));
    }

    void block_ends(const Scene& scene, std::uint64_t block) override {
        const auto first = doubts_.lower_bound({block, 0, 0});
        auto last = first;
        for (; last != doubts_.end() && std::get<0>(last->first) == block; ++last) {
            note(scene, last->second.key, [&] { return last->second.fault; });
        }
        doubts_.erase(first, last);
        running_.erase(block);
    }

    void warp_ends(const Moment& moment) override { of(moment).order.warp_ends(moment.warp.index); }

    void barrier_arrived(const Moment& moment, const Code& code) override {
        const Warp& warp = moment.warp;
        if (!warp.mask) return;
        const int lane = std::countr_zero(warp.mask);
        const auto id = code.a == nowhere ? 0 : lane_bits(warp, code.a, 4, lane) % 16;
        of(moment).order.arrive(warp.index, static_cast<int>(id), warp.mask, moment.live);
    }

    void barrier_released(const Scene&, std::uint64_t block, int) override {
        const auto found = running_.find(block);
        if (found != running_.end()) found->second.order.release(++now_);
    }

    void before(const Moment& moment, const Code& code) override {
        const std::size_t index = &code - moment.program.code.data();
        const Traits& traits = notes_->traits[index];
        const Recipe& recipe = notes_->recipes->of[index];
        ++now_;
        Running& running = of(moment);
        const Warp& warp = moment.warp;
        if (traits.fences) running.order.fence(warp.index, warp.mask, !traits.block_scope, now_);
        if (traits.lanes_meet) running.order.lanes_meet(warp.index, warp.mask, moment.live, now_);
        if (!traits.reads && !traits.writes) return;
        for (std::uint32_t rest = warp.mask; rest; rest &= rest - 1) {
            Touch touch{moment, code, recipe, traits, running, std::countr_zero(rest), {}, 0, {}};
            if (place(touch, index)) look_at(touch);
        }
    }

private:
    using Key = Findings::Key;
    // A race that its thread may explain by a later atomic on the same place. Key: block, thread,
    // address.
    using Doubtful = std::tuple<std::uint64_t, std::uint64_t, Address>;
    struct Doubt {
        Key key;
        Fault fault;
    };

    Running& of(const Moment& moment) {
        auto found = running_.find(moment.block);
        if (found == running_.end()) {
            const auto threads = static_cast<std::uint32_t>(moment.scene.block.count());
            found = running_
                        .emplace(moment.block,
                                 Running(moment.block, threads, moment.scene.shared_bytes))
                        .first;
        }
        return found->second;
    }

    static int elements(const Touch& touch) {
        if (touch.traits.atomic) return 1;
        return std::max<int>(1,
                             touch.traits.reads ? touch.recipe.destinations : touch.recipe.sources);
    }

    // False if the access is not checked, or out of bounds.
    bool place(Touch& touch, std::size_t index) {
        touch.at = located(touch.moment, touch.code, touch.lane);
        touch.bytes = size_of(touch.recipe.type) * elements(touch);
        const bool shared = touch.at.space == Space::shared;
        if (touch.bytes == 0 || (!shared && touch.at.space != Space::global)) return false;
        const std::uint64_t size = touch.running.written.size();
        if (shared && (touch.at.address > size || touch.at.address + touch.bytes > size))
            return false;
        if (!shared && !touch.moment.scene.memory.host(touch.at.address, touch.bytes)) return false;
        touch.access.time = now_;
        touch.access.code = index;
        touch.access.block = touch.moment.block;
        touch.access.thread = touch.moment.thread(touch.lane);
        touch.access.atomic = touch.traits.atomic;
        touch.access.only_volatile = touch.traits.only_volatile;
        touch.access.flag = touch.traits.flag;
        touch.access.block_scope = touch.traits.block_scope;
        touch.access.strong = touch.traits.signals;
        return true;
    }

    void look_at(Touch& touch) {
        const bool shared = touch.at.space == Space::shared;
        auto& flags = shared ? touch.running.flags : flags_;
        BlockOrder& order = touch.running.order;
        if (touch.traits.signals && touch.traits.reads)
            flags.read(touch.at.address, signal_of(touch), order);
        if (touch.traits.atomic) explain(touch);
        if (touch.traits.reads && !touch.traits.sets) check_written(touch);
        ShadowMemory& memory = shared ? touch.running.shared : global_;
        memory.visit(touch.at.address, touch.bytes, touch.traits.signals,
                     [&](Shadow& plain, Signals* signals) {
                         compare(touch, plain, signals);
                         remember(touch, plain, signals);
                     });
        if (touch.traits.writes) mark_written(touch);
        if (touch.traits.signals && touch.traits.writes)
            knowledge_made_ += flags.write(touch.at.address, signal_of(touch), order,
                                           knowledge_made_ <= most_knowledge);
    }

    Signal signal_of(const Touch& touch) const {
        Signal signal;
        signal.block = touch.moment.block;
        signal.warp = touch.moment.warp.index;
        signal.lane = touch.lane;
        signal.wide = !touch.traits.block_scope;
        signal.acquires = touch.traits.acquires;
        signal.releases = touch.traits.releases;
        signal.atomic = touch.traits.atomic;
        signal.waits = touch.traits.flag;
        if (touch.traits.writes && !touch.traits.atomic)
            signal.value = stored(touch, 0, touch.lane);
        signal.time = now_;
        return signal;
    }

    // --- unwritten values ---

    std::vector<bool>* written_to(const Touch& touch, Address& offset) {
        offset = touch.at.address;
        if (touch.at.space == Space::shared) return &touch.running.written;
        if (!all_blocks_) return nullptr;  // an unchecked block may have written it
        const Buffer* buffer = touch.moment.scene.memory.find(touch.at.address);
        if (!buffer || buffer->written) return nullptr;
        std::vector<bool>& written = global_written_[{buffer->base, buffer->lives}];
        written.resize(buffer->bytes);
        offset -= buffer->base;
        return &written;
    }

    void mark_written(const Touch& touch) {
        Address offset = 0;
        std::vector<bool>* written = written_to(touch, offset);
        for (int i = 0; written && i < touch.bytes; ++i) (*written)[offset + i] = true;
        if (written && touch.at.space == Space::global && notes_->drawn[touch.access.code])
            drawn_.insert(touch.at.address - offset);
    }

    // Reports missing elements of arrays that the host did not fill and some thread wrote to.
    void note_never_written(const Scene& scene) {
        for (const auto& [life, written] : global_written_) {
            const Address base = life.first;
            const Buffer* buffer = scene.memory.find(base);
            if (!buffer || buffer->lives != life.second || buffer->freed || buffer->heap ||
                drawn_.contains(base))
                continue;
            const auto size = static_cast<std::size_t>(std::max(size_of(buffer->type), 1));
            Fault fault;
            fault.kind = FaultKind::never_written;
            fault.fatal = false;
            fault.launch = scene.launch;
            fault.buffer = buffer->name;
            fault.elements = buffer->bytes / size;
            std::uint64_t left = 0;
            for (std::uint64_t i = 0; i < fault.elements; ++i)
                if (!written[i * size] && left++ == 0) fault.element = std::int64_t(i);
            if (left == 0 || left == fault.elements) continue;
            fault.left_out = left;
            scene.faults.report(std::move(fault));
        }
    }

    // Part of a wide load may be padding: only a load without any written byte is reported.
    void check_written(const Touch& touch) {
        Address offset = 0;
        const std::vector<bool>* written = written_to(touch, offset);
        if (!written) return;
        for (int i = 0; i < touch.bytes; ++i) {
            if ((*written)[offset + i]) return;
        }
        note(touch.moment.scene, {FaultKind::uninitialized_read, touch.access.code, 0}, [&] {
            Fault fault = fault_of(touch, arrays_);
            fault.kind = FaultKind::uninitialized_read;
            return fault;
        });
    }

    // --- two threads at one place ---

    void compare(Touch& touch, const Shadow& plain, const Signals* signals) {
        // Accesses before the launch are ordered; those before this thread's own signal here were
        // compared with the signal.
        Time own = touch.at.space == Space::shared ? 0 : launch_began_;
        bool seen = false;
        if (signals) {
            signals->writers.each([&](const Access& each) {
                if (each.same_thread(touch.access)) own = std::max<Time>(own, each.time);
            });
            seen = seen_as_flag(touch, *signals);
            touch.access.flag |= seen && touch.traits.reads;
        }
        const Time last =
            std::max<Time>(plain.write.time, signals ? signals->writers.last.time : 0);
        const auto with = [&](const Access& before, bool wrote) {
            if (before.time <= own || both_signal(touch, before, wrote)) return;
            compare(touch, before, wrote, wrote && before.time == last);
        };
        if (signals && !seen)
            signals->writers.each([&](const Access& each) {
                if (!same_flag(touch, each)) with(each, true);
            });
        with(plain.write, true);
        if (!touch.traits.writes) return;
        plain.readers.each([&](const Access& each) { with(each, false); });
        if (signals) signals->readers.each([&](const Access& each) { with(each, false); });
    }

    static void remember(const Touch& touch, Shadow& plain, Signals* signals) {
        if (touch.traits.signals) {
            // An atomic checks what its thread read before it.
            if (touch.traits.atomic) plain.readers.forget(touch.access);
            (touch.traits.writes ? signals->writers : signals->readers).add(touch.access);
        } else if (touch.traits.writes) {
            plain = {touch.access, {}};
            if (signals) *signals = {};
        } else {
            plain.readers.add(touch.access);
        }
    }

    // `in_place`: its value is still in memory.
    void compare(const Touch& touch, const Access& before, bool wrote, bool in_place) {
        const Access& now = touch.access;
        if (touch.running.order.knows(now, before)) return;
        if (before.block != now.block && knowledge_made_ > most_knowledge) return;
        const bool lockstep = now.same_warp(before) && before.time != now.time;
        const bool updates = notes_->updates[now.code] && notes_->updates[before.code];
        const bool widths = overlap_in_part(now, before);
        const FaultKind kind =
            lockstep && !updates && !widths ? FaultKind::missing_warp_sync : FaultKind::race;
        const Key key{kind, now.code, before.code};
        const auto fault = [&] {
            Fault made = fault_of(touch, arrays_);
            made.kind = kind;
            add_other(made, touch.moment, before, wrote);
            made.updates = updates;
            made.text = told_of(touch.moment.program, now, touch.traits.writes, before, wrote);
            made.narrow = too_narrow(now, before);
            if (widths) made.width = notes_->traits[now.code].width;
            if (widths) made.other_width = notes_->traits[before.code].width;
            made.rechecked = rechecked(now, before, wrote);
            made.only_heard = touch.running.order.heard_of(now, before);
            made.only_seen =
                wrote && !touch.traits.writes && touch.running.order.saw_flag_of(now, before);
            return made;
        };
        const Access& reader = now.atomic ? before : now;
        const bool doubts = doubtful(touch, before, wrote);
        if (doubts && notes_->guesses[reader.code]) return;
        if (doubts && running_.contains(reader.block)) {
            const Doubtful place{reader.block, reader.thread, touch.at.address};
            if (!doubts_.contains(place)) doubts_.emplace(place, Doubt{key, fault()});
        } else if (!widths && in_place && writes_same(touch, before)) {
            benign_.report_late(key, [&] {
                Fault made = fault();
                made.text = race_text::same_value;
                if (race_note::write_constants(*notes_->recipes, now.code, before.code))
                    made.kind = FaultKind::equal_writes;
                return made;
            });
        } else {
            note(touch.moment.scene, key, fault);
        }
    }

    // Whether this thread has read the last writer's value here: its later accesses are ordered.
    static bool seen_as_flag(const Touch& touch, const Signals& signals) {
        bool seen = false;
        signals.readers.each([&](const Access& read) {
            seen |= read.flag && read.same_thread(touch.access) &&
                    read.time > signals.writers.last.time;
        });
        return seen && touch.traits.signals && signals.writers.last.time != 0;
    }

    // Several threads set a flag to the same value.
    bool same_flag(const Touch& touch, const Access& before) const {
        return touch.access.only_volatile && before.only_volatile && writes_same(touch, before);
    }

    static bool too_narrow(const Access& now, const Access& before) {
        return before.block != now.block && (now.block_scope || before.block_scope);
    }

    // Signals of two widths: memory orders each byte, but not the two accesses. Elements of a
    // vector count one by one, and so do those of a pair of halves. Whether these are one place
    // with a word is left open.
    bool overlap_in_part(const Access& now, const Access& before) const {
        if (!now.strong || !before.strong || now.code == before.code) return false;
        const Traits& one = notes_->traits[now.code];
        const Traits& other = notes_->traits[before.code];
        return one.width != other.width && !(one.halves && other.width == 2) &&
               !(other.halves && one.width == 2);
    }

    // A value that did not hold is discarded.
    bool rechecked(const Access& now, const Access& before, bool wrote) const {
        return notes_->traits[wrote ? now.code : before.code].rechecked;
    }

    bool both_signal(const Touch& touch, const Access& before, bool wrote) const {
        const Access& now = touch.access;
        if (too_narrow(now, before) || !now.strong || !before.strong) return false;
        if (overlap_in_part(now, before)) return false;
        if (rechecked(now, before, wrote)) return true;
        const bool flag = (now.flag && wrote) || (before.flag && touch.traits.writes);
        return flag || !(now.only_volatile && before.only_volatile);
    }

    // Reading a value before an atomic on it is correct: the atomic checks whether it still holds.
    bool doubtful(const Touch& touch, const Access& before, bool wrote) const {
        if (overlap_in_part(touch.access, before)) return false;
        return touch.access.atomic ? !wrote && !before.atomic
                                   : wrote && before.atomic && touch.traits.reads;
    }

    void explain(const Touch& touch) {
        if (doubts_.empty()) return;
        doubts_.erase({touch.access.block, touch.access.thread, touch.at.address});
    }

    // Memory still holds the earlier value. The value of a signal, which may be in flight, is kept
    // in Flags. Lanes of one store are compared with each other.
    bool writes_same(const Touch& touch, const Access& before) const {
        if (touch.recipe.kind != Kind::store) return false;
        const bool together = before.time == touch.access.time, one = touch.recipe.sources == 1;
        const Flags& flags = touch.at.space == Space::shared ? touch.running.flags : flags_;
        if (const auto set = flags.value(touch.at.address); set && before.strong && one)
            return *set == stored(touch, 0, touch.lane);
        const int width = size_of(touch.recipe.type);
        const Located other = located(touch.moment, touch.code, before.lane());
        if (together && other.address != touch.at.address) return false;
        for (int k = 0; k < touch.recipe.sources; ++k) {
            const Located at{touch.at.space, touch.at.address + k * width};
            const auto old = together ? stored(touch, k, before.lane())
                                      : memory_bits(touch.moment, at, width, touch.lane);
            if (old != stored(touch, k, touch.lane)) return false;
        }
        return true;
    }

    static std::uint64_t stored(const Touch& touch, int k, int lane) {
        return moved_bits(touch.moment.warp, touch.code, touch.recipe.source[k].place,
                          size_of(touch.recipe.type), lane);
    }

    // --- faults ---

    static void add_other(Fault& fault, const Moment& moment, const Access& other, bool wrote) {
        fault.other_block = block_index(moment.scene.grid, other.block);
        fault.other_thread =
            thread_index(moment.scene.block, static_cast<std::uint32_t>(other.thread));
        fault.other_line = moment.program.code[other.code].line;
        fault.other_ptx_line = moment.program.code[other.code].ptx_line;
        fault.other_write = wrote;
        fault.other_atomic = other.atomic;
    }

    std::string told_of(const Program& program, const Access& now, bool writes,
                        const Access& before, bool wrote) const {
        const std::size_t read = writes ? before.code : now.code,
                          write = writes ? now.code : before.code;
        if (notes_->updates[now.code] && notes_->updates[before.code])
            return race_note::operation_of(program, *notes_->recipes, write);
        if (now.block != before.block || writes == wrote) return "";
        return std::string(race_note::turn_of(program, read, write));
    }

    template <class Make>
    void note(const Scene& scene, const Key& key, Make fault) {
        findings_.report(scene, key, fault);
    }

    bool all_blocks_, tell_never_written_;
    Time now_ = 0, launch_began_ = 0;
    std::shared_ptr<const Notes> notes_;
    ArrayTable arrays_;
    std::map<std::uint64_t, Running> running_;
    ShadowMemory global_{most_pages};
    // By the base of a buffer, and how often it was given memory again.
    std::map<std::pair<Address, std::uint32_t>, std::vector<bool>> global_written_;
    std::set<Address> drawn_;  // buffers whose elements an atomic hands out as needed
    Flags flags_;              // in global memory
    std::size_t knowledge_made_ = 0;
    Findings findings_, benign_;  // benign: both wrote the same value
    std::map<Doubtful, Doubt> doubts_;
};

}  // namespace
}  // namespace checks

std::unique_ptr<Observer> make_race_checker(bool all_blocks, bool tell_never_written) {
    return std::make_unique<checks::RaceChecker>(all_blocks, tell_never_written);
}

}  // namespace simulator
