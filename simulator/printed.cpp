// See printed.h.
#include "simulator/printed.h"

namespace simulator {

void Printed::keep(const PrintedCall& call, const std::string& words) {
    if (is_full()) return;
    if (calls.size() < most_calls) {
        calls.push_back(call);
        calls.back().first = static_cast<std::uint32_t>(text.size());
    }
    text += words;
    if (!is_full()) return;
    text.resize(most_bytes);
    text += "\n(The kernel printed more than 1 MiB: the rest is left out.)\n";
}

}  // namespace simulator
