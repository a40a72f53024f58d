// Values that nobody gave: what a shuffle takes from a lane that is not there is followed through
// the registers of the lane that got it, up to where it matters. Used by places.cpp.
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

    /// Before an instruction, of whatever kind: what it passes on is followed; where it stores such
    /// a value, goes to an address made of it, or tells other lanes of it, each lane's fault is
    /// reported, once.
    void before(const Moment&, const Code&, const Recipe&, const Report&);
    /// A branch: as a use of its predicate.
    void branched(const Moment&, const Code&, const Report&);
    /// Behind before(), of a shuffle: this lane gets such a value. The fault is kept until it is
    /// used, and dropped where it never is.
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

    std::map<Key, OfWarp> warps_;  // that have any
};

}  // namespace simulator::checks
