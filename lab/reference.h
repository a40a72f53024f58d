// References: values of runs, as texts and questions of lessons name them. A place, a dot, and what
// is asked there; " against " or " over " joins two of them:
//   reduction/sequential.shared_load_wavefronts
//   vector_addition/strided stride=8.global_load_sectors/global_load_requests
//   reduction/strided n=256.line.shared_load_wavefronts+line.shared_store_wavefronts
//   reduction/strided n=2^28.time
//   latency/shared.cycles/loads
//   vector_addition/four_wide n=2^28.time against vector_addition/one_each n=2^28.time
// lab/requests/prose.h says what each value is.
#pragma once

#include <cstdint>
#include <string_view>

namespace lab {

// Parts of the text that it was read from.
struct Reference {
    struct Value {
        std::string_view text{};   // "roofline/four terms=8.time"
        std::string_view place{};  // "roofline/four terms=8"
        std::string_view what{};   // "time"; empty where no dot is

        /// "roofline"
        std::string_view lesson() const;
        /// "four"; empty without one.
        std::string_view rung() const;
        /// Whether it comes from a run with a clock: a time, a rate, or the name of the device.
        bool by_clock() const;
    };
    enum class Joint : std::uint8_t { none, against, over };

    Value first{}, second{};  // `second` is empty without a joint
    Joint joint = Joint::none;
    bool by_clock() const { return first.by_clock() || second.by_clock(); }
};

/// Reads a reference without its braces. Any text is one: whoever asks for its values refuses it.
Reference read_reference(std::string_view text);

}  // namespace lab
