// The words of "Happens before" for accesses and the edges between them.
#pragma once

#include <string>
#include <vector>

#include "app/views/order/meetings.h"
#include "app/views/order/places.h"

namespace app {

constexpr const char* no_meetings =
    "No two of the followed warps meet at one address with a flag or without an order.";

/// "thread 0 of block 1".
std::string thread_words(const Act&);
/// The same, with the launch where the two are of different launches.
std::string thread_words(const Meeting&, const Act&);
/// "Warp 0 of block 1", with the launch where there are two; longest first.
std::vector<std::string> column_words(const Meeting&, const Act&);
// What an access does: "data[0] = 7", "reads flag[0]: 1".
struct ActWords {
    std::vector<std::string> forms;  // the longest first
    std::size_t valued = 0;          // the number of first forms that tell the value
};
ActWords act_words(const lab::Run&, const Meeting&, const OrderRow&);
/// The line of an access and what it does for others: "line 41", "release for the device".
std::vector<std::string> parts_beside(const lab::Run&, const OrderRow&);
/// The same in one: "line 41, release for the device".
std::string beside_words(const lab::Run&, const OrderRow&);
/// The order between first and last: "nothing orders these", and its meaning.
std::string edge_words(const Meeting&);
/// The flag's effect on them, and what the compiler left of a loop that reads it; empty without
/// both.
std::string flag_words(const lab::Run&, const Meeting&);
/// What both threads pass: "The launch ends".
std::string both_words(const Meeting&);

std::string order_claim(const DrawContext&);
std::string order_sentence(const DrawContext&);

}  // namespace app
