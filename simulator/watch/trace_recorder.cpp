// Records the watched blocks: one event for each memory, shuffle, vote, atomic and barrier
// instruction of a warp. Called by the engine around every instruction of a watched block.
#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <memory>

#include "simulator/decode/program.h"
#include "simulator/isa/environment.h"
#include "simulator/watch/array_table.h"
#include "simulator/watch/first_uses.h"
#include "simulator/watch/lane_rules.h"
#include "simulator/watch/observers.h"
#include "simulator/watch/recipe.h"
#include "simulator/watch/room.h"

namespace simulator {
namespace {

EventKind event_of(Kind kind) {
    switch (kind) {
        case Kind::store: return EventKind::store;
        case Kind::atomic: return EventKind::atomic;
        case Kind::shuffle: return EventKind::shuffle;
        case Kind::vote: return EventKind::vote;
        case Kind::barrier: return EventKind::barrier;
        default: return EventKind::load;
    }
}

bool is_event(Kind kind) {
    return kind == Kind::load || kind == Kind::store || kind == Kind::atomic ||
           kind == Kind::shuffle || kind == Kind::vote;
}

class Recorder final : public TraceRecorder {
public:
    Recorder(std::vector<std::uint64_t> watched, std::uint64_t bytes) : limit_(bytes) {
        held_->watched = std::move(watched);
    }
    std::unique_ptr<Observer> clone() const override { return std::make_unique<Recorder>(*this); }
    std::shared_ptr<const Trace> trace() const override {
        const auto made = held_.use_count() > 1 ? std::make_shared<Trace>(*held_) : held_;
        made->arrays = table_.arrays;
        return made;
    }

    void launch_begins(const Scene& scene) override {
        keep_apart();
        held_->launches.resize(scene.launch + 1);
        held_->launches[scene.launch] = {scene.program.plain_name, scene.grid, scene.block,
                                         scene.shared_bytes, scene.program.register_bytes};
        table_.launch_begins(scene.program, scene.launch);
        fences_.clear();
        recipes_ = recipes_of(scene.program);
        uses_.launch_begins(recipes_);
    }

    void before(const Moment& moment, const Code& code) override {
        keep_apart();
        const Recipe& recipe = recipes_->of[&code - moment.program.code.data()];
        if (code.row->effect.kind == Kind::fence) note_fence(moment, code);
        if (moment.warp.mask) uses_.reads(moment, recipe, held_->events);
        pending_ = is_event(recipe.traced) && moment.warp.mask && room(moment, recipe);
        if (!pending_) return;
        begin(moment, code, recipe);
        if (has_places(recipe)) note_addresses(moment, code);
        if (recipe.traced == Kind::store) note_stored(moment, code, recipe);
        if (recipe.traced == Kind::atomic) note_left_behind(moment, code, recipe);
        if (recipe.traced == Kind::shuffle) note_operands(moment, code, recipe);
        if (recipe.traced == Kind::vote && code.row->form.starts_with("vote."))
            note_answers(moment, code, code.a);
    }

    void after(const Moment& moment, const Code& code) override {
        const Recipe& recipe = recipes_->of[&code - moment.program.code.data()];
        if (moment.warp.mask) uses_.writes(moment, recipe, brings(recipe));
        if (!pending_) return;
        Event& event = held_->events.back();
        if (recipe.destinations && recipe.traced != Kind::atomic)
            note_received(moment, code, recipe);
        if (has_places(recipe)) measure(event, code);
    }

    void barrier_arrived(const Moment& moment, const Code& code) override {
        keep_apart();
        if (!room(moment, {})) return;
        Recipe barrier;
        barrier.traced = Kind::barrier;
        begin(moment, code, barrier);
        if (code.c != nowhere) note_answers(moment, code, code.c);
    }

private:
    // A trace that others hold does not change: new events go into a copy.
    void keep_apart() {
        if (held_.use_count() > 1) held_ = std::make_shared<Trace>(*held_);
    }

    // The event of this instruction if it loads from global memory; else no_event.
    std::uint32_t brings(const Recipe& recipe) const {
        const bool load =
            pending_ && recipe.traced == Kind::load && held_->events.back().space == Space::global;
        return load ? static_cast<std::uint32_t>(held_->events.size() - 1) : FirstUses::no_event;
    }

    bool room(const Moment& moment, const Recipe& recipe) {
        const std::size_t lanes = std::popcount(moment.warp.mask) * elements(recipe);
        const std::size_t bytes = (held_->events.size() + 1) * sizeof(Event) +
                                  (held_->slots.size() + lanes) * sizeof(Slot);
        if (bytes > limit_) held_->full = true;
        return !held_->full;
    }

    // Whether its lanes have addresses in memory. A read through a texture has none, and its event
    // no space: the texture unit finds the texels, and asks for sectors that nobody counts here.
    static bool has_places(const Recipe& recipe) {
        return recipe.address.place != nowhere && !recipe.fetches;
    }

    // The values that a lane moves; through a texture as many as it has channels.
    static int values_of(const Moment& moment, const Recipe& recipe) {
        const int all = elements(recipe);
        if (!recipe.fetches) return all;
        const int lane = std::countr_zero(moment.warp.mask);
        const Texture* texture =
            moment.scene.memory.texture(lane_bits(moment.warp, recipe.address.place, 8, lane));
        return texture ? std::min(all, texture->form.channels) : all;
    }

    // For a barrier with a reduction, or a warp vote.
    void note_answers(const Moment& moment, const Code& code, Place asked) {
        const std::uint32_t predicate = moment.warp.predicate(asked);
        Event& event = held_->events.back();
        event.asks = true;
        event.yes = (code.flags & negated_predicate ? ~predicate : predicate) & event.mask;
    }

    static int elements(const Recipe& recipe) {
        if (recipe.traced == Kind::load) return recipe.destinations;
        if (recipe.traced == Kind::store) return recipe.sources;
        return is_event(recipe.traced) ? 1 : 0;
    }

    // Kept until the next event of these lanes.
    void note_fence(const Moment& moment, const Code& code) {
        Fence& fence = fences_[{moment.block, moment.warp.index}];
        fence = {moment.warp.mask,
                 code.flags & block_scope ? FenceScope::block : FenceScope::device, code.line};
    }

    void take_fence(Event& event) {
        const auto found = fences_.find({event.block, event.warp});
        if (found == fences_.end() || !(found->second.mask & event.mask)) return;
        event.fence = found->second.scope;
        event.fence_line = found->second.line;
        fences_.erase(found);
    }

    void begin(const Moment& moment, const Code& code, const Recipe& recipe) {
        Event event;
        event.kind = event_of(recipe.traced);
        event.type = recipe.type;
        event.count = static_cast<std::uint8_t>(values_of(moment, recipe));
        event.launch = static_cast<std::uint16_t>(moment.launch);
        event.block = moment.block;
        event.interval = moment.interval;
        event.warp = moment.warp.index;
        event.index = moment.index;
        event.mask = moment.warp.mask;
        event.line = code.line;
        event.ptx_line = code.ptx_line;
        event.first = static_cast<std::uint32_t>(held_->slots.size());
        event.instruction = static_cast<std::uint32_t>(&code - moment.program.code.data());
        event.signals = code.flags & (is_signal | block_scope);
        take_fence(event);
        held_->events.push_back(event);
        const std::size_t slots = std::popcount(event.mask) * event.count;
        make_room(held_->slots, slots);
        held_->slots.resize(held_->slots.size() + slots);
    }

    // Calls `body(lane, slots of the lane)` for the lanes of the last event.
    template <class Body>
    void each(Body body) {
        const Event& event = held_->events.back();
        Slot* slot = held_->slots.data() + event.first;
        for (std::uint32_t left = event.mask; left; left &= left - 1, slot += event.count)
            body(std::countr_zero(left), slot);
    }

    void note_addresses(const Moment& moment, const Code& code) {
        Event& event = held_->events.back();
        const int width = size_of(event.type);
        each([&](int lane, Slot* slots) {
            const Located at = located(moment, code, lane);
            event.space = at.space;
            for (int k = 0; k < event.count; ++k) {
                slots[k].address = at.address + k * width;
                table_.find(moment, at.space, slots[k].address, event.type);
                if (event.kind == EventKind::load) continue;
                slots[k].before =
                    memory_bits(moment, {at.space, slots[k].address}, width, lane).value_or(0);
            }
        });
    }

    void note_stored(const Moment& moment, const Code& code, const Recipe& recipe) {
        each([&](int lane, Slot* slots) {
            for (int k = 0; k < recipe.sources; ++k)
                slots[k].value = moved_bits(moment.warp, code, recipe.source[k].place,
                                            size_of(recipe.type), lane);
        });
    }

    void note_operands(const Moment& moment, const Code& code, const Recipe& recipe) {
        each([&](int lane, Slot* slots) {
            slots->before = lane_bits(moment.warp, recipe.source[0].place, 4, lane);
        });
        const auto sources = shuffle_sources(moment.warp, code);
        each([&](int lane, Slot* slots) { slots->address = sources[lane]; });
    }

    void note_received(const Moment& moment, const Code& code, const Recipe& recipe) {
        each([&](int lane, Slot* slots) {
            for (int k = 0; k < held_->events.back().count; ++k) {
                const Operand& to = recipe.destination[k];
                slots[k].value = to.type == Type::pred ? moment.warp.predicate(to.place) >> lane & 1
                                                       : moved_bits(moment.warp, code, to.place,
                                                                    size_of(to.type), lane);
            }
        });
    }

    // Lanes act one after the other: a lane finds the value that the lane before left.
    void note_left_behind(const Moment& moment, const Code& code, const Recipe& recipe) {
        const int width = size_of(recipe.type);
        const bool global = held_->events.back().space == Space::global;
        std::map<Address, std::uint64_t> left;
        auto operand = [&](int k, int lane) {
            return k < recipe.sources ? lane_bits(moment.warp, recipe.source[k].place, width, lane)
                                      : 0;
        };
        each([&](int lane, Slot* slots) {
            const auto [at, first] = left.try_emplace(slots->address, slots->before);
            slots->before = at->second;
            slots->value = at->second = code.row->effect.leaves(code.type, global, at->second,
                                                                operand(0, lane), operand(1, lane));
        });
    }

    void measure(Event& event, const Code& code) {
        std::array<Address, warp_size> addresses{};
        each([&](int lane, Slot* slots) { addresses[lane] = slots->address; });
        const int bytes = size_of(event.type) * event.count;
        const Request request =
            request_of(event.space, addresses, event.mask, bytes, event.kind == EventKind::load);
        event.sectors = request.sectors;
        event.wavefronts = request.wavefronts;
        event.ideal = request.ideal;
        if (event.kind != EventKind::atomic) return;
        event.at_once = code.flags & counts_lanes;
        event.passes = count_atomic(code, event.mask, addresses.data()).passes;
    }

    struct Fence {
        std::uint32_t mask = 0;
        FenceScope scope{};
        std::int32_t line = 0;
    };

    std::shared_ptr<Trace> held_ = std::make_shared<Trace>();
    std::map<std::pair<std::uint64_t, std::uint32_t>, Fence> fences_;  // by block and warp
    ArrayTable table_;
    FirstUses uses_;
    std::shared_ptr<const Recipes> recipes_;
    std::uint64_t limit_ = 0;
    bool pending_ = false;
};

}  // namespace

std::unique_ptr<TraceRecorder> make_trace_recorder(std::vector<std::uint64_t> watched,
                                                   std::uint64_t bytes) {
    return std::make_unique<Recorder>(std::move(watched), bytes);
}

}  // namespace simulator
