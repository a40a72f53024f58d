// Events, or a clock of the host. See clock_text.h.
#include "lab/host_code/clock_text.h"

#include <fmt/format.h>

namespace lab::host_code {
namespace {

constexpr std::string_view clock_of_host = "std::chrono::steady_clock";

void write_event_readings(Writer& out, bool one_span) {
    out.line("CHECK(cudaEventRecord(stop));");
    out.line("CHECK(cudaEventSynchronize(stop));");
    if (one_span) out.line("float milliseconds = 0;");
    out.line(fmt::format("CHECK(cudaEventElapsedTime(&{}, start, stop));",
                         one_span ? "milliseconds" : "span"));
    if (!one_span) out.line("milliseconds += span;");
}

}  // namespace

void write_clock(Writer& out, Clock clock) {
    switch (clock) {
        case Clock::events:
            out.comment(
                "Events tell the time on the device. A clock of the host would stop too early "
                "without a wait, since a launch returns before its kernel has ended.");
            out.line("cudaEvent_t start, stop;");
            out.line("CHECK(cudaEventCreate(&start));");
            out.line("CHECK(cudaEventCreate(&stop));");
            break;
        case Clock::host_waits:
            out.comment(
                "A clock of the host. It waits before its second reading, since a launch returns "
                "before its kernel has ended. It times the launch, the kernel and the wait.");
            out.line("using Milliseconds = std::chrono::duration<float, std::milli>;");
            break;
        case Clock::host_does_not_wait:
            out.comment(
                "A clock of the host that does not wait. A launch returns before its kernel has "
                "ended, so this is the time of the launch, and not that of the kernel.");
            out.line("using Milliseconds = std::chrono::duration<float, std::milli>;");
            break;
    }
    out.line("std::vector<float> times;");
}

void write_first_reading(Writer& out, Clock clock) {
    if (clock == Clock::events) return out.line("CHECK(cudaEventRecord(start));");
    if (clock == Clock::host_waits)
        out.line("CHECK(cudaDeviceSynchronize());  // the device has nothing else to do");
    out.line(fmt::format("const auto start = {}::now();", clock_of_host));
}

void write_second_reading(Writer& out, Clock clock, bool one_span) {
    if (clock == Clock::events) return write_event_readings(out, one_span);
    if (clock == Clock::host_waits)
        out.line("CHECK(cudaDeviceSynchronize());  // the kernel has ended");
    out.line(fmt::format("const auto stop = {}::now();", clock_of_host));
    out.line(fmt::format("{} Milliseconds(stop - start).count();",
                         one_span ? "const float milliseconds =" : "milliseconds +="));
}

void write_sum_of_spans(Writer& out, Clock clock) {
    out.line(clock == Clock::events ? "float milliseconds = 0, span = 0;"
                                    : "float milliseconds = 0;");
}

void write_clock_freed(Writer& out, Clock clock) {
    if (clock != Clock::events) return;
    out.line("CHECK(cudaEventDestroy(start));");
    out.line("CHECK(cudaEventDestroy(stop));");
}

const char* words_of_time(Clock clock) {
    return clock == Clock::host_does_not_wait ? " of the launch alone" : "";
}

}  // namespace lab::host_code
