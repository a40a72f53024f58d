// Makes rates from a time: useful bytes and operations a second, and the share of the device's copy
// rate. Used by the command line, the JSON and the card of times.
#pragma once

#include <optional>
#include <string>

#include "lab/run.h"
#include "lab/time/recordings.h"

namespace lab {

// Zeros where the lesson does not know its bytes or operations, nothing was timed, or the clock
// stopped before the kernel ended.
struct Throughput {
    double gigabytes = 0, gigaflops = 0;  // a second
    bool of_integers = false;     // gigaflops are operations on integers, so no floating-point ones
    std::optional<double> share;  // of the peak, 0 to 1; nullopt without a peak
    std::string peak;             // the peak in words
};

/// The least bytes that must move (Subject::bytes) and the operations (Subject::flops), divided by
/// the median time. The share is only set for times of a clock without copies from the host, where
/// the device's recordings have a copy rate.
Throughput throughput_of(const Run& timed);
Throughput throughput_of(const Settings&, const Time&);
/// The same with a given peak.
Throughput throughput_of(const Settings&, const Time&, const std::optional<Peak>&);

/// "3450 GB/s", "862 GB/s", "0.52 GB/s".
std::string rate_worded(double gigabytes);
/// "288 GFLOP/s", "288 G operations/s" of integers.
std::string operations_worded(const Throughput&);
/// "3450 GB/s, 288 GFLOP/s, 84 % of a copy of 2^28 floats"; empty where nothing is known.
std::string throughput_worded(const Throughput&);

}  // namespace lab
