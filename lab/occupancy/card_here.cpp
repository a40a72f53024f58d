// Keeps what the driver said of this machine's card. See card_here.h.
#include "lab/occupancy/card_here.h"

#include <atomic>

namespace lab {
namespace {

std::optional<CardSource>& card_source() {
    static std::optional<CardSource> source;
    return source;
}

std::atomic<bool> card_was_asked = false;

}  // namespace

RegisterCardSource::RegisterCardSource(CardSource source) { card_source() = source; }

const CardHere& card_here() {
    static const CardHere once = [] {
        CardHere said;
        said.lacks = "This build can't ask for the card of a machine.";
        if (card_source()) said = card_source()->ask();
        card_was_asked = true;
        return said;
    }();
    return once;
}

const CardHere* known_card_here() {
    if (!card_was_asked && card_source() && card_source()->unknown()) return nullptr;
    return &card_here();
}

// By the functions ...AllocationGranularity, SubPartitionsPerMultiprocessor and
// RegAllocationMaxPerThread of the toolkit's cuda_occupancy.h, and the technical specifications in
// the CUDA programming guide.
bool add_units(Multiprocessor& of, int major, int minor) {
    constexpr int first = 5, last = 12;
    if (major < first || major > last) return false;
    of.register_piece = 256;
    of.shared_piece = major < 8 ? 256 : 128;
    of.schedulers = major == 6 && minor == 0 ? 2 : 4;
    of.registers_a_thread = 255;
    return true;
}

}  // namespace lab
