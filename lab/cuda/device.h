// One NVIDIA GPU: its context, its limits, its clock, and modules made from PTX text.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "lab/cuda/driver.h"
#include "lab/limits.h"

namespace lab::cuda {

class Device {
public:
    /// The first GPU. driver() must be there. Throws Error.
    Device();
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    /// Makes its context current on the calling thread.
    void enter() const;
    const std::string& name() const { return name_; }
    std::string driver_version() const;
    const DeviceLimits& limits() const { return limits_; }
    std::uint64_t l2_bytes() const { return l2_bytes_; }
    int number() const { return number_; }
    Stream stream() const { return stream_; }
    /// Held while a sample is taken, and while a field that is shown moves on: neither disturbs the
    /// other.
    std::mutex& turn() { return turn_; }
    /// SM clock now, MHz; 0 where NVML is not there.
    unsigned clock_mhz() const;
    /// The kernel `mangled` of a PTX text, compiled by the driver once a text. Throws
    /// std::runtime_error with its log.
    Function function(const std::string& ptx, const std::string& mangled);

private:
    Module module(const std::string& ptx);
    void read_limits();

    std::mutex turn_;
    DeviceNumber number_ = 0;
    Context context_ = nullptr;
    Stream stream_ = nullptr;
    std::string name_;
    DeviceLimits limits_;
    std::uint64_t l2_bytes_ = 0;
    std::mutex loading_;  // of the modules
    std::map<std::uint64_t, Module> modules_;
    struct Clock;
    std::unique_ptr<Clock> clock_;
};

/// The device of this process, opened at the first call; nullptr where there is none, and `why`
/// says so.
Device* device(std::string* why = nullptr);

}  // namespace lab::cuda
