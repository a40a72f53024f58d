// Compares two times. See compare.h.
#include "lab/time/compare.h"

#include <fmt/format.h>

#include "lab/problem.h"

namespace lab {

double least_ms(const Time& time) { return time.low_ms > 0 ? time.low_ms : time.median_ms; }

double most_ms(const Time& time) { return time.high_ms > 0 ? time.high_ms : time.median_ms; }

bool parted(const Time& one, const Time& other) {
    return most_ms(one) < least_ms(other) || most_ms(other) < least_ms(one);
}

std::string why_not_compared(const Time& one, const Time& other) {
    if (one.kind != other.kind) return "Times of different kinds are not compared.";
    if (one.device != other.device) return "Times of different devices are not compared.";
    if (warm(one) != warm(other))
        return "A time with warm caches is not compared with a time with cold caches.";
    return "";
}

simulator::Outcome<std::string> compared_times(const Time& one, const Time& other) {
    const auto problem = [](const std::string& why) { return problem_of(why); };
    if (const std::string why = why_not_compared(one, other); !why.empty()) return problem(why);
    if (!(one.low_ms > 0) || !(other.low_ms > 0)) return problem("A time has no interval.");
    if (!parted(one, other)) return std::string("neither faster nor slower than");
    const double ratio = other.median_ms / one.median_ms;
    const auto times = [](double value) {
        return fmt::format("{:.{}f} times as ", value, value < 9.95 ? 2 : 1);
    };
    return ratio > 1 ? times(ratio) + "fast as" : times(1 / ratio) + "slow as";
}

}  // namespace lab
