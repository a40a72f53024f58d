// Reads typed requests: LESSON/RUNG, knob=value, numbers such as 2^20, orders. Used by the command
// line, the line of state and the text fields of the window.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lab/run.h"

namespace lab {

/// Reads a whole number as people write it: "256", "-1", "2^20", "1e6", "260'817", "260_817". Fails
/// with a sentence.
simulator::Outcome<std::int64_t> whole_number(std::string_view text);

/// Reads the seed of the inputs: 0 or more, in the same notation.
simulator::Outcome<std::uint64_t> seed_named(std::string_view text);

/// Reads "reduction" or "reduction/sequential": the lesson's presets at that rung. Fails with a
/// sentence that lists the known names.
simulator::Outcome<Settings> settings_named(std::string_view lesson_and_rung);

/// Sets one knob from "block=256" or "pattern=strided". Accepts values that refusal() refuses.
std::optional<simulator::Diagnostic> assign(Settings& settings, std::string_view knob_and_value);

/// The value of a knob in words: "256", or a choice's id.
std::string worded(const Knob& knob, std::int64_t value);
/// "reduction/sequential block=256 n=1024 ...": all knobs, as typed on the command line.
std::string with_knobs(const Settings&);
/// The same without the knobs that change nothing there.
std::string with_used_knobs(const Settings&);
/// The title of a choice at these settings: "float". Of a type knob whose kernel computes with
/// integers, their type: "unsigned int".
std::string choice_title(const Settings&, const Knob&, std::int64_t choice);
/// The value of a knob in words, where a type is that of choice_title().
std::string true_word(const Settings&, const Knob&);

struct AskedOrder {
    simulator::Order order = simulator::Order::sequential;
    std::uint64_t seed = 0;  // for seed:N and weak:N
};
/// Reads "sequential", "resident", "seed:N" or "weak:N".
simulator::Outcome<AskedOrder> order_named(std::string_view text);
std::string name_of(const AskedOrder& order);

}  // namespace lab
