// One NVIDIA GPU: its context, limits and state, and modules made from PTX text or loaded as
// cubins.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "lab/cuda/driver.h"
#include "lab/limits.h"
#include "lab/run.h"

namespace lab::cuda {

// The state of a GPU at a moment; 0: can't be read.
struct State {
    unsigned megahertz = 0;  // of the SMs
    double watts = 0;
    unsigned celsius = 0;
};

/// The name of the GPU with this number in the driver's order; safe for files and sentences. Throws
/// Error.
std::string name_of_gpu(int ordinal);

class Device {
public:
    /// Opens the first GPU. driver() must not be nullptr. Throws Error.
    Device();
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    /// Makes the GPU's context current on the calling thread.
    void enter() const;
    const std::string& name() const { return name_; }
    std::string driver_version() const;
    const DeviceLimits& limits() const { return limits_; }
    std::uint64_t l2_bytes() const { return l2_bytes_; }
    int number() const { return number_; }
    Stream stream() const { return stream_; }
    /// Held while a sample is taken, and while a displayed field advances, so that neither disturbs
    /// the other.
    std::mutex& turn() { return turn_; }
    unsigned multiprocessors() const { return multiprocessors_; }
    /// What the driver says of an attribute; 0 where it does not know it.
    int told(Attribute) const;
    /// 90 for compute capability 9.0.
    int architecture() const { return architecture_; }
    /// Read through NVML, about 10 us a value; zeros without NVML.
    State state() const;
    unsigned megahertz() const;
    /// The kernel `mangled` of a code: a PTX text, which the driver compiles, or a cubin. Each is
    /// loaded once. Throws std::runtime_error with the driver's log.
    Function function(const std::string& code, const std::string& mangled);
    /// The address of the variable `name` of a code. Throws Error where there is none.
    DeviceAddress variable(const std::string& code, const std::string& name);
    /// What the compiler made of that kernel. Compiles a PTX text once more, for its code's size.
    CodeFigures figures(const std::string& code, const std::string& mangled);

private:
    Module module(const std::string& code);
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
    std::mutex loading_;  // guards modules_
    std::map<std::uint64_t, Module> modules_;
    struct Nvml;
    std::unique_ptr<Nvml> nvml_;
};

/// The device of this process. A separate thread opens it at the first call, and the calls wait for
/// it. Makes it current on the calling thread. nullptr where there is no GPU, or it is lost: `why`
/// then gets a sentence.
Device* device(std::string* why = nullptr);
/// The same, but throws GpuFailed where device() returns nullptr.
Device& present();
/// Starts to open the device, if not done before. True until the result is known.
bool opens();
/// Whether there is a GPU but it fails.
bool device_fails();

}  // namespace lab::cuda
