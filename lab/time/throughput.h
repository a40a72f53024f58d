// What a time makes of the work: useful bytes and operations a second, and the share of the most
// that a copy reached on that device. Asked by the command line, the JSON and the card of times.
#pragma once

#include <optional>
#include <string>

#include "lab/run.h"
#include "lab/time/recordings.h"

namespace lab {

// Zeros where the lesson does not say how much must move or be computed, or nothing was timed.
struct Throughput {
    double gigabytes = 0, gigaflops = 0;  // a second
    std::optional<double> share;          // of the peak, 0 to 1; where there is one
    std::string peak;                     // what it is a share of, in words
};

/// Bytes that must move at the least (Subject::bytes) and operations (Subject::flops), over the
/// median time. The share stands beside times of a clock alone, without copies from the host, and
/// where the recordings of that device hold the rate of a copy.
Throughput throughput_of(const Run& timed);
Throughput throughput_of(const Settings&, const Time&);
/// The same with a peak that is given.
Throughput throughput_of(const Settings&, const Time&, const std::optional<Peak>&);

/// "3450 GB/s", "862 GB/s", "0.52 GB/s".
std::string rate_worded(double gigabytes);
/// "288 GFLOP/s".
std::string operations_worded(double gigaflops);
/// "3450 GB/s, 288 GFLOP/s, 84 % of a copy of 2^28 floats"; empty where nothing is known.
std::string throughput_worded(const Throughput&);

}  // namespace lab
