// One NVIDIA GPU: its context, its limits, its state, and modules made from PTX text.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "lab/cuda/driver.h"
#include "lab/limits.h"

namespace lab::cuda {

// How a GPU stands at a moment; 0 is what can't be read.
struct State {
    unsigned megahertz = 0;  // of the SMs
    double watts = 0;
    unsigned celsius = 0;
};

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
    unsigned multiprocessors() const { return multiprocessors_; }
    /// 90 of compute capability 9.0.
    int architecture() const { return architecture_; }
    /// Read through NVML, some 10 us a figure; zeros where that is not there.
    State state() const;
    unsigned megahertz() const;
    /// The kernel `mangled` of a PTX text, compiled by the driver once a text. Throws
    /// std::runtime_error with its log.
    Function function(const std::string& ptx, const std::string& mangled);
    /// Where the variable `name` of a PTX text lies. Throws Error where there is none.
    DeviceAddress variable(const std::string& ptx, const std::string& name);

private:
    Module module(const std::string& ptx);
    void read_limits();
    void check_limits() const;

    std::mutex turn_;
    DeviceNumber number_ = 0;
    Context context_ = nullptr;
    Stream stream_ = nullptr;
    std::string name_;
    DeviceLimits limits_;
    std::uint64_t l2_bytes_ = 0;
    unsigned multiprocessors_ = 1;
    int architecture_ = 0;
    std::mutex loading_;  // of the modules
    std::map<std::uint64_t, Module> modules_;
    struct Nvml;
    std::unique_ptr<Nvml> nvml_;
};

/// The device of this process, opened on a thread of its own since the first call, which waits for
/// it, and current on the calling thread; nullptr where there is none, or where it is lost, and
/// `why` says so.
Device* device(std::string* why = nullptr);
/// The same where there is one; throws GpuFailed where there is none.
Device& present();
/// Begins to open it where nobody did. True while nobody knows whether there is one.
bool opens();
/// Whether there is one that fails, rather than none.
bool device_fails();

}  // namespace lab::cuda
