// A value of a knob that has a name in place of a number, beside the knob's range: "here", the card
// of this machine. It is typed and written by its name, and the slider has a stop for it.
#pragma once

#include <cstdint>
#include <string>

#include "lab/settings.h"

namespace lab {

struct NamedValue {
    std::int64_t value = 0;  // above the knob's range
    std::string id;          // on the command line
};

/// Gives a knob its named value. The knob must live as long as the program.
void name_value(const Knob&, NamedValue);
/// nullptr where the knob has none.
const NamedValue* named_value(const Knob&);
/// Whether this is the knob's named value.
bool is_named(const Knob&, std::int64_t value);

}  // namespace lab
