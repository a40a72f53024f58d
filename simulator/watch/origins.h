// Where values come from: follows every value of a watched block through registers, memory and
// shuffles, without knowledge of an algorithm. The engine calls it as an observer; tests switch
// rules off.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>

#include "simulator/watch/observers.h"
#include "simulator/watch/origins_graph.h"
#include "simulator/watch/recipe.h"

namespace simulator::origins {

// The rules that make readable pictures of the flow. If one is switched off, some test fails.
enum OriginRule : std::uint32_t {
    forward_at_store = 1,     // a computed value that is stored is named by its cell from then on
    lazy_copies = 2,          // a copy is named only at the next barrier, if its old cell is gone
    forward_at_barrier = 4,   // so is a value that came from no data
    carry = 8,                // a cell that gets back its own value makes no version
    zero_factor = 16,         // a constant zero excludes the other factor
    choose = 32,              // a selection has only the selected source
    shuffle_heads = 64,       // a lane's result from the last shuffle is a version too
    address_is_index = 128,   // sources of an address are no data
    copies_at_shuffle = 256,  // a shuffled value without data is named in all its registers
    all_origin_rules = 511,
};

// A value that a lane received by a shuffle, and its newest result.
struct Shuffled {
    int lane = 0;
    std::int32_t level = 0;
    int variable = 0;
    Label received = 0, head = 0;  // head: the newest value made from it
    std::uint64_t value = 0;       // of the head
    Type type = Type::none;
    bool done = false;
};

// A stored value that takes its cell's name at the next barrier.
struct Pending {
    Label label = 0;  // 0: it came from no data
    std::uint32_t version = 0;
    Register reg = no_register;
    int lane = 0;
    std::uint64_t bits = 0;
    bool held = false;  // `reg` is known to still hold it
};

struct WarpOrigins {
    std::vector<std::array<Label, warp_size>> labels;  // by register
    std::vector<std::uint32_t> any;                    // by register: lanes that hold data
    std::vector<Pending> pending;
    std::array<std::vector<std::uint32_t>, warp_size> received;  // into BlockOrigins::shuffled
    std::map<std::int32_t, int> variables;       // by level: number of shuffled operands so far
    std::map<int, std::int32_t> variable_lines;  // variable -> line that computed it last
    std::uint32_t synchronized = 0;              // number of __syncwarp and similar so far
};

struct BlockOrigins {
    std::uint64_t block = 0;
    Labels labels;
    std::vector<WarpOrigins> warps;
    std::vector<Shadow> shared;                      // by array
    std::unordered_map<std::uint64_t, Label> local;  // by thread and address
    std::vector<Shuffled> shuffled = std::vector<Shuffled>(1);
};

// One element that one lane accesses.
struct Access {
    std::uint8_t lane = 0, element = 0;
    bool exact = true;  // it is exactly one cell
    bool whole = true;  // it covers whole cells
    bool shared = false;
    Space space = Space::none;
    int array = -1;
    Label address = 0;  // of the address register
    Address offset = 0;
    std::int64_t first = 0, last = 0;  // cells that it covers
    std::uint64_t bits = 0;            // bits in memory, if exact
};

// A value to be stored.
struct Stored {
    Label label = 0;
    std::uint32_t first = 0, count = 0, omitted = 0;  // sources: in Origins::pool_
    std::uint64_t bits = 0;
};

class Origins final : public OriginTracer {
public:
    explicit Origins(std::uint32_t rules = all_origin_rules) : rules_(rules) {}
    std::unique_ptr<Observer> clone() const override { return std::make_unique<Origins>(*this); }
    std::shared_ptr<const Flow> flow() const override { return book_.publish(); }

    void launch_begins(const Scene&) override;
    void block_begins(const Scene&, std::uint64_t block) override;
    void block_ends(const Scene&, std::uint64_t block) override;
    void before(const Moment&, const Code&) override;
    void after(const Moment&, const Code&) override;
    void barrier_arrived(const Moment&, const Code&) override;
    void barrier_released(const Scene&, std::uint64_t block, int interval) override;
    void warp_ends(const Moment&) override;

private:
    // The current call, for the helpers below; set at the beginning of every call.
    struct Now {
        const Moment* moment = nullptr;
        const Code* code = nullptr;
        const Recipe* recipe = nullptr;
    };
    bool on(OriginRule rule) const { return rules_ & rule; }
    BlockOrigins* find(std::uint64_t block);
    bool enter(const Moment&, const Code&);
    const Moment& moment() const { return *now_.moment; }
    const Recipe& recipe() const { return *now_.recipe; }
    Label label(const Operand& operand, int lane) const {
        return operand.reg == no_register ? 0 : warp_->labels[operand.reg][lane];
    }
    void set(Register reg, int lane, Label label);
    void clear_destinations(std::uint32_t lanes);
    std::uint64_t value(const Operand& operand, int lane) const;
    Version here(int array, std::int64_t cell, int lane) const;
    Instant instant() const {
        return {static_cast<std::uint16_t>(moment().launch), moment().block,
                static_cast<std::uint32_t>(moment().interval)};
    }
    std::span<const Source> sources(const Stored& stored) const {
        return std::span{pool_}.subspan(stored.first, stored.count);
    }
    void assign(Register reg, const std::array<Label, warp_size>& labels);
    void find_copies();
    void name_pending(WarpOrigins&, const Pending&);

    // origins.cpp: arithmetic
    void arithmetic();
    Label result(int lane);
    Label join_sources(int lane, int first);
    bool is_zero(const Operand&, int lane) const;
    Label selected(int lane);
    Label extreme(int lane);
    Label compared(int lane);
    void compare_cells(std::uint32_t a, std::uint32_t b, int lane);
    void vote();
    void lose();

    // origins_memory.cpp
    const std::vector<Access>& accesses();
    void find_cells(Access& access, const Extent& extent);
    Shadow& shadow(const Access&);
    std::uint64_t cell_bits(const Access&, std::int64_t cell) const;
    std::uint32_t read(const Access&, std::int64_t cell);
    bool read_by_luck(const Access&, std::uint32_t version) const;
    void load();
    void move_local(const std::vector<Access>&, bool to_register);
    Stored gather(const Access&);
    void store();
    void write(const Access&, const Stored&, std::int32_t level);
    std::uint64_t overlaid(const Access&, std::int64_t cell, std::uint64_t old,
                           std::uint64_t bits) const;
    void name_stored(const Access&, const Stored&, std::uint32_t version);
    void atomic();
    Label change(const Access&);
    EdgeKind address_kind() const {
        return on(address_is_index) ? EdgeKind::index : EdgeKind::data;
    }

    // origins_shuffle.cpp
    void shuffle();
    std::uint32_t snapshot_of(int lane) const;
    int lane_array(int variable);
    void take_snapshots(std::uint32_t lanes, std::array<std::uint32_t, warp_size>& versions,
                        std::int32_t& level);
    bool is_own_lane(std::uint32_t version, int lane) const;
    std::int32_t lane_level(std::span<const Source>, int lane) const;
    std::uint32_t snapshot(int lane, int array, std::int32_t level, const Stored&);
    Version lane_version(int lane, int array, std::span<const Source>) const;
    void name_copies(int lane, std::uint32_t version);
    void follow_shuffled(int lane, Label made);
    void make_head(Shuffled&);
    void head_of(Label label);
    bool is_open(const Shuffled&) const;
    bool flush_pair(int lane);
    void flush_heads();

    std::uint32_t rules_ = all_origin_rules;
    FlowBook book_;
    std::shared_ptr<const Recipes> recipes_;
    std::vector<BlockOrigins> blocks_;       // running blocks
    std::vector<Shadow> global_;             // by array
    std::vector<int> lane_arrays_;           // of this launch, by variable
    std::vector<std::uint32_t> written_at_;  // by version: its warp's `synchronized`
    struct Follow {
        std::uint32_t shuffled;
        int lane;
    };
    std::vector<Follow> follow_;   // heads whose values after() reads
    std::vector<Access> touched_;  // of the current instruction
    std::vector<Stored> stored_;
    std::vector<Source> pool_;                                    // sources of the current results
    std::map<std::pair<int, std::int64_t>, std::uint64_t> left_;  // by cell: an atomic's new value
    Now now_;
    BlockOrigins* block_ = nullptr;  // of the current call
    WarpOrigins* warp_ = nullptr;
};

}  // namespace simulator::origins
