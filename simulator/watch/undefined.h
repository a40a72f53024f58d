// Undefined values: follows the result of a shuffle from an absent lane through the receiving
// lane's registers to its first real use. Used by places.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>

#include "simulator/watch/observer.h"
#include "simulator/watch/recipe.h"

namespace simulator::checks {

class UndefinedValues {
public:
    using Report = std::function<void(const Fault&, std::size_t shuffle)>;

    /// Before any instruction: follows undefined values that it passes on. Reports each lane's
    /// fault once if the instruction stores such a value, uses an address made of it, or gives it
    /// to other lanes.
    void before(const Moment&, const Code&, const Recipe&, const Report&);
    /// A branch uses its predicate.
    void branched(const Moment&, const Code&, const Report&);
    /// After before(), for a shuffle: this lane gets such a value. The fault is kept until a use,
    /// and dropped without one.
    void got(const Moment&, const Recipe&, std::size_t shuffle, int lane, Fault);
    void block_ends(std::uint64_t block);

private:
    struct Got {
        Fault fault;
        std::size_t shuffle = 0;
    };
    struct OfWarp {
        std::map<Place, std::uint32_t> lanes;  // by register
        std::array<Got, warp_size> got;        // by lane, the last one
        std::uint32_t of(const Operand& operand) const;
        std::uint32_t of_all(const Recipe& recipe) const;
        void set(const Recipe&, std::uint32_t mask, std::uint32_t undefined);
        void shuffle(const Moment&, const Code&, const Recipe&);
    };
    using Key = std::pair<std::uint64_t, std::uint32_t>;  // block, warp

    void use(OfWarp&, std::uint32_t lanes, const Report&);

    std::map<Key, OfWarp> warps_;  // warps with undefined values
};

}  // namespace simulator::checks
