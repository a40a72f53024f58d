// Records the phases of all blocks by step. Called by the engine around every instruction if
// Options::blocks is set; the steps are those of Order::in_step.
#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "simulator/decode/program.h"
#include "simulator/watch/observers.h"

namespace simulator {
namespace {

// Limit of instructions after a poll that may be the rest of a waiting round.
constexpr std::size_t longest_round = 64;

bool same_place(const WatchedStep& one, const WatchedStep& other) {
    return one.launch == other.launch && one.block == other.block && one.warp == other.warp &&
           one.instruction == other.instruction;
}

struct WarpNow {
    std::uint32_t next = 0;  // the first step without a known phase
    bool came = false;       // it waits at a barrier
    const Code* poll = nullptr;
    Address polled = 0;
    std::uint32_t polled_at = 0;
    std::vector<Stretch> since;  // its phases since that poll
};

struct BlockNow {
    BlockTimes made;
    std::uint32_t place = 0;
    bool kept = false, began = false;
    std::vector<Phase> phases;  // by step, from made.from on
    std::vector<Stretch> waits;
    std::vector<WarpNow> warps;

    void mark(Stretch what) {
        const std::uint32_t most = made.from + most_steps_kept;
        if (what.to > most) made.cut = true;
        what.to = std::min(what.to, most);
        if (!kept || what.from >= what.to) return;
        if (phases.size() < what.to - made.from) phases.resize(what.to - made.from);
        for (std::uint32_t at = what.from; at < what.to; ++at)
            phases[at - made.from] = std::max(phases[at - made.from], what.phase);
    }

    // The phases since its last poll were no waiting.
    void settle(WarpNow& warp) {
        for (const Stretch& what : warp.since) mark(what);
        warp.since.clear();
        warp.poll = nullptr;
    }

    void wait(WarpNow& warp, std::uint32_t now, std::int64_t awaited) {
        const Stretch here{Phase::waits, warp.polled_at, now, awaited};
        mark(here);
        const auto before = std::ranges::find(waits, here.from, &Stretch::to);
        if (before != waits.end())
            *before = {Phase::waits, before->from, now, awaited};
        else
            waits.push_back(here);
    }

    // The awaited block: of the wait that ends last within these steps.
    std::int64_t awaited(const Stretch& steps) const {
        const Stretch* last = nullptr;
        for (const Stretch& one : waits)
            if (one.from < steps.to && steps.from < one.to && (!last || one.to > last->to))
                last = &one;
        return last ? last->awaited : -1;
    }

    void put_stretches(std::size_t room) {
        for (std::uint32_t i = 0; i < phases.size();) {
            std::uint32_t end = i + 1;
            while (end < phases.size() && phases[end] == phases[i]) ++end;
            if (made.stretches.size() >= room) {
                made.cut = true;
                break;
            }
            Stretch one{phases[i], made.from + i, made.from + end};
            if (one.phase == Phase::waits) one.awaited = awaited(one);
            made.stretches.push_back(one);
            i = end;
        }
    }
};

class BlockNotes final : public BlockRecorder {
public:
    BlockNotes(std::vector<std::uint64_t> watched, std::uint32_t multiprocessors)
        : watched_(std::move(watched)), multiprocessors_(multiprocessors) {}
    std::unique_ptr<Observer> clone() const override { return std::make_unique<BlockNotes>(*this); }

    std::shared_ptr<const BlocksOverTime> blocks() const override {
        BlockNotes whole = *this;
        for (auto& [block, now] : whole.now_) whole.put(now);
        for (LaunchTimes& launch : whole.made_.launches)
            std::ranges::sort(launch.kept, {}, &BlockTimes::block);
        return std::make_shared<BlocksOverTime>(std::move(whole.made_));
    }

    void launch_begins(const Scene& scene) override {
        ++made_.launches_run;
        now_.clear();
        writers_.clear();
        places_.assign(scene.places, {});
        keeps_ = made_.launches.size() < most_launches_kept;
        if (!keeps_) return;
        LaunchTimes& launch = made_.launches.emplace_back();
        launch.launch = scene.launch;
        launch.kernel = scene.program.plain_name;
        launch.grid = scene.grid;
        launch.block = scene.block;
        launch.blocks = scene.grid.count();
        launch.multiprocessors = multiprocessors_;
        launch.places = scene.places;
    }

    void block_begins(const Scene& scene, std::uint64_t block) override {
        const auto free = std::ranges::find(places_, false, &Place::taken);
        BlockNow& now = now_[block];
        now = {};
        now.made.block = block;
        now.warps.resize((scene.block.count() + warp_size - 1) / warp_size);
        const std::uint64_t count = scene.grid.count();
        now.kept = block < first_blocks_kept || block + last_blocks_kept >= count;
        if (free == places_.end()) return;
        free->taken = true;
        now.place = static_cast<std::uint32_t>(free - places_.begin());
        now.made.multiprocessor = now.place % multiprocessors_;
        now.made.wave = free->blocks_before++;
    }

    void block_ends(const Scene&, std::uint64_t block) override {
        const auto found = now_.find(block);
        found->second.made.ended = true;
        places_[found->second.place].taken = false;
        put(found->second);
        now_.erase(found);
    }

    void before(const Moment& moment, const Code& code) override {
        BlockNow& block = now_.at(moment.block);
        WarpNow& warp = catch_up(block, moment);
        const Kind kind = code.row->effect.kind;
        const bool load = kind == Kind::load, store = kind == Kind::store || kind == Kind::atomic;
        const bool global =
            (load || store) &&
            located(moment, code, std::countr_zero(moment.warp.mask)).space == Space::global;
        const Phase phase = !global ? Phase::computes : store ? Phase::stores : Phase::loads;
        const bool again =
            global && is_poll(moment.program, code) && poll(block, warp, moment, code);
        if (load && global && block.kept && is_poll(moment.program, code)) note_asked(moment, code);
        if (kind != Kind::compute && kind != Kind::control) follow(moment, code, again);
        if (global && store) note_writers(moment, code);
        issue(block, warp, moment, phase);
        if (kind == Kind::store) block.settle(warp);
    }

    void branched(const Moment& moment, const Code&, std::uint32_t, std::uint32_t) override {
        BlockNow& block = now_.at(moment.block);
        issue(block, catch_up(block, moment), moment, Phase::computes);
    }

    void barrier_arrived(const Moment& moment, const Code& code) override {
        BlockNow& block = now_.at(moment.block);
        WarpNow& warp = catch_up(block, moment);
        block.settle(warp);
        issue(block, warp, moment, Phase::at_barrier);
        follow(moment, code, false);
        warp.came = true;
    }

    void warp_ends(const Moment& moment) override {
        BlockNow& block = now_.at(moment.block);
        block.settle(catch_up(block, moment));
    }

private:
    struct Place {
        bool taken = false;
        std::uint32_t blocks_before = 0;
    };

    static bool is_poll(const Program& program, const Code& code) {
        const auto at = static_cast<std::uint32_t>(&code - program.code.data());
        return std::ranges::binary_search(program.polls, at);
    }

    // Fills the steps since the warp's last observed one: it waited at a barrier, or ran
    // instructions without effect.
    WarpNow& catch_up(BlockNow& block, const Moment& moment) {
        const auto now = static_cast<std::uint32_t>(moment.step);
        if (!std::exchange(block.began, true)) {
            block.made.from = block.made.to = now;
            for (WarpNow& warp : block.warps) warp.next = now;
        }
        WarpNow& warp = block.warps[moment.warp.index];
        note(block, warp, {warp.came ? Phase::at_barrier : Phase::computes, warp.next, now});
        warp.came = false;
        warp.next = std::max(warp.next, now);
        block.made.to = std::max(block.made.to, now);
        return warp;
    }

    // A trace has one event for each of these.
    void follow(const Moment& moment, const Code& code, bool again) {
        if (!keeps_ || !std::ranges::binary_search(watched_, moment.block)) return;
        const WatchedStep here{static_cast<std::uint16_t>(moment.launch), moment.warp.index,
                               moment.block,
                               static_cast<std::uint32_t>(&code - moment.program.code.data()),
                               static_cast<std::uint32_t>(moment.step)};
        if (again) {
            const auto last =
                std::find_if(made_.watched.rbegin(), made_.watched.rend(),
                             [&](const WatchedStep& one) { return same_place(one, here); });
            if (last != made_.watched.rend()) last->step = here.step;
        } else if (made_.watched.size() < most_watched_steps_kept) {
            made_.watched.push_back(here);
        }
    }

    static void note(BlockNow& block, WarpNow& warp, const Stretch& what) {
        if (what.from >= what.to) return;
        if (!warp.poll) return block.mark(what);
        warp.since.push_back(what);
        if (warp.since.size() > longest_round) block.settle(warp);
    }

    static void issue(BlockNow& block, WarpNow& warp, const Moment& moment, Phase phase) {
        const auto now = static_cast<std::uint32_t>(moment.step);
        note(block, warp, {phase, now, now + 1});
        warp.next = now + 1;
        block.made.to = std::max(block.made.to, now + 1);
    }

    // True if it polls the same place again: its phases since the last poll were waiting.
    bool poll(BlockNow& block, WarpNow& warp, const Moment& moment, const Code& code) {
        const auto now = static_cast<std::uint32_t>(moment.step);
        const Address at = located(moment, code, std::countr_zero(moment.warp.mask)).address;
        const auto writer = writers_.try_emplace(at, -1).first->second;
        const bool again = warp.poll == &code && warp.polled == at;
        if (again) {
            warp.since.clear();
            block.wait(warp, now, writer == static_cast<std::int64_t>(moment.block) ? -1 : writer);
        }
        block.settle(warp);
        warp.poll = &code;
        warp.polled = at;
        warp.polled_at = now;
        return again;
    }

    // Notes the value that each lane reads of other blocks' words, and its buffer.
    void note_asked(const Moment& moment, const Code& code) {
        if (!keeps_) return;
        LaunchTimes& launch = made_.launches.back();
        for (std::uint32_t rest = moment.warp.mask; rest; rest &= rest - 1) {
            const int lane = std::countr_zero(rest), bytes = size_of(code.type);
            const Located at = located(moment, code, lane);
            const Buffer* buffer = moment.scene.memory.find(at.address);
            const auto bits = memory_bits(moment, at, bytes, lane);
            if (!buffer || !bits || launch.asked.size() >= most_asked_kept) return;
            launch.asked.push_back({moment.block, static_cast<std::uint32_t>(moment.step),
                                    moment.thread(lane), number_of(launch, buffer->name),
                                    (at.address - buffer->base) / static_cast<unsigned>(bytes),
                                    *bits});
        }
    }

    static std::uint32_t number_of(LaunchTimes& launch, const std::string& buffer) {
        std::vector<std::string>& all = launch.asked_buffers;
        const auto known = std::ranges::find(all, buffer);
        const auto number = static_cast<std::uint32_t>(known - all.begin());
        if (known == all.end()) all.push_back(buffer);
        return number;
    }

    // Notes the last writer of each polled place.
    void note_writers(const Moment& moment, const Code& code) {
        if (writers_.empty()) return;
        for (std::uint32_t rest = moment.warp.mask; rest; rest &= rest - 1) {
            const Located at = located(moment, code, std::countr_zero(rest));
            const auto polled = writers_.find(at.address);
            if (at.space == Space::global && polled != writers_.end())
                polled->second = static_cast<std::int64_t>(moment.block);
        }
    }

    void put(BlockNow& block) {
        if (!keeps_) return;
        LaunchTimes& launch = made_.launches.back();
        launch.waves = std::max(launch.waves, block.made.wave + 1);
        launch.steps = std::max(launch.steps, block.made.to);
        if (!block.kept) return;
        block.put_stretches(most_stretches_kept - std::min(most_stretches_kept, stretches_));
        stretches_ += block.made.stretches.size();
        launch.kept.push_back(std::move(block.made));
    }

    std::vector<std::uint64_t> watched_;
    std::uint32_t multiprocessors_ = 1;
    BlocksOverTime made_;
    bool keeps_ = false;         // of the current launch
    std::size_t stretches_ = 0;  // of all launches
    std::vector<Place> places_;
    std::map<std::uint64_t, BlockNow> now_;    // by block
    std::map<Address, std::int64_t> writers_;  // of polled places; -1: no writer yet
};

}  // namespace

std::unique_ptr<BlockRecorder> make_block_recorder(std::vector<std::uint64_t> watched,
                                                   std::uint32_t multiprocessors) {
    return std::make_unique<BlockNotes>(std::move(watched), multiprocessors);
}

}  // namespace simulator
