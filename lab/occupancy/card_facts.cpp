// See card_facts.h.
#include "lab/occupancy/card_facts.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace lab {
namespace {

// Bandwidth is bus width x rate of a pin: 384 bits at 1.8 Gbit/s are 86.4 GB/s. Multiprocessors of
// 2006 and 2010 have a clock of their own, the "shader clock". A K80 has two GPUs, each a device of
// its own; these are the numbers of one.
constexpr std::array all_facts{
    CardFacts{"8800gtx", 1350, 86.4, "NVIDIA GeForce 8800 GTX specifications"},
    CardFacts{"gtx480", 1401, 177.4, "NVIDIA GeForce GTX 480 specifications"},
    CardFacts{"k40", 875, 288, "NVIDIA Tesla K40 board specification"},
    CardFacts{"k80", 875, 240, "NVIDIA Tesla K80 board specification"},
    CardFacts{"v100", 1530, 900, "NVIDIA V100 data sheet, SXM2"},
    CardFacts{"t4", 1590, 320, "NVIDIA T4 data sheet"},
    CardFacts{"a100", 1410, 1555, "NVIDIA A100 data sheet, 40 GB"},
    CardFacts{"rtx4090", 2520, 1008, "NVIDIA Ada white paper"},
    CardFacts{"h200", 1980, 4800, "NVIDIA H200 data sheet, SXM"}};

}  // namespace

const CardFacts& facts_of(const Multiprocessor& of) {
    const auto found = std::ranges::find(all_facts, of.id, &CardFacts::id);
    assert(found != all_facts.end());
    return *found;
}

}  // namespace lab
