// What a person asked for in words: LESSON/RUNG, knob=value, numbers such as 2^20, orders. The
// command line, the line of state and the window's typed values all read with this.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lab/run.h"

namespace lab {

/// A whole number as people write it: "256", "-1", "2^20", "1e6", "260'817", "260_817". Fails with
/// a sentence.
simulator::Outcome<std::int64_t> whole_number(std::string_view text);

/// The seed of inputs, 0 or more, written in the same way.
simulator::Outcome<std::uint64_t> seed_named(std::string_view text);

/// "reduction" or "reduction/sequential": presets of the lesson at that rung. Fails with a sentence
/// that lists what there is.
simulator::Outcome<Settings> settings_named(std::string_view lesson_and_rung);

/// Sets one knob from "block=256" or "pattern=strided". The value may be one that refusal()
/// refuses.
std::optional<simulator::Diagnostic> assign(Settings& settings, std::string_view knob_and_value);

/// The value of a knob in words: "256", or a choice's id.
std::string worded(const Knob& knob, std::int64_t value);
/// "reduction/sequential block=256 n=1024 ...": with every knob, as words on the command line.
std::string with_knobs(const Settings&);

struct AskedOrder {
    simulator::Order order = simulator::Order::sequential;
    std::uint64_t seed = 0;  // of seed:N and weak:N
};
/// "sequential", "resident", "seed:N" or "weak:N".
simulator::Outcome<AskedOrder> order_named(std::string_view text);
std::string name_of(const AskedOrder& order);

}  // namespace lab
