// Opens the GPU and asks it what it can take.
#include "lab/cuda/device.h"

#include <array>
#include <functional>
#include <stdexcept>

#include "platform/library.h"

namespace lab::cuda {

// NVIDIA's management library: clock, power, temperature. Any of them may be missing.
struct Device::Nvml {
    using Handle = void*;
    int (*clock_info)(Handle, int, unsigned*) = nullptr;
    int (*power_usage)(Handle, unsigned*) = nullptr;
    int (*temperature)(Handle, int, unsigned*) = nullptr;
    Handle handle = nullptr;

    explicit Nvml(int ordinal) {
        const platform::Library library{"libnvidia-ml.so.1"};
        int (*begin)() = nullptr;
        int (*by_index)(unsigned, Handle*) = nullptr;
        if (!library.find("nvmlInit_v2", begin) ||
            !library.find("nvmlDeviceGetHandleByIndex_v2", by_index) || begin() != 0 ||
            by_index(ordinal, &handle) != 0)
            return;
        library.find("nvmlDeviceGetClockInfo", clock_info);
        library.find("nvmlDeviceGetPowerUsage", power_usage);
        library.find("nvmlDeviceGetTemperature", temperature);
    }

    unsigned megahertz() const {
        constexpr int sm_clock = 1;
        unsigned value = 0;
        return clock_info && clock_info(handle, sm_clock, &value) == 0 ? value : 0;
    }
    double watts() const {
        unsigned milliwatts = 0;
        return power_usage && power_usage(handle, &milliwatts) == 0 ? milliwatts / 1e3 : 0;
    }
    unsigned celsius() const {
        constexpr int of_gpu = 0;
        unsigned value = 0;
        return temperature && temperature(handle, of_gpu, &value) == 0 ? value : 0;
    }
};

Device::Device() : nvml_(std::make_unique<Nvml>(0)) {
    const Api& api = *driver();
    check(api.DeviceGet(&number_, 0), "cuDeviceGet");
    std::array<char, 256> text{};
    check(api.DeviceGetName(text.data(), text.size(), number_), "cuDeviceGetName");
    name_ = text.data();
    check(api.DevicePrimaryCtxRetain(&context_, number_), "cuDevicePrimaryCtxRetain");
    enter();
    constexpr unsigned non_blocking = 1;
    check(api.StreamCreate(&stream_, non_blocking), "cuStreamCreate");
    read_limits();
}

Device::~Device() {
    const Api& api = *driver();
    for (auto& [hash, loaded] : modules_) api.ModuleUnload(loaded);
    api.StreamDestroy_v2(stream_);
    api.DevicePrimaryCtxRelease_v2(number_);
}

void Device::enter() const { check(driver()->CtxSetCurrent(context_), "cuCtxSetCurrent"); }

std::string Device::driver_version() const {
    int version = 0;
    driver()->DriverGetVersion(&version);
    return "CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

void Device::read_limits() {
    const auto ask = [this](Attribute attribute) {
        int value = 0;
        check(driver()->DeviceGetAttribute(&value, attribute, number_), "cuDeviceGetAttribute");
        return static_cast<std::uint32_t>(value);
    };
    limits_.name = name_;
    limits_.launch.threads_per_block = ask(max_threads_per_block);
    limits_.launch.block = {ask(max_block_x), ask(max_block_y), ask(max_block_z)};
    limits_.launch.grid = {ask(max_grid_x), ask(max_grid_y), ask(max_grid_z)};
    limits_.launch.shared_per_block = ask(shared_opt_in_bytes);
    std::size_t bytes = 0;
    check(driver()->DeviceTotalMem_v2(&bytes, number_), "cuDeviceTotalMem");
    limits_.memory_bytes = bytes;
    l2_bytes_ = ask(Attribute::l2_bytes);
    multiprocessors_ = ask(Attribute::multiprocessors);
}

unsigned Device::megahertz() const { return nvml_->megahertz(); }

State Device::state() const { return {nvml_->megahertz(), nvml_->watts(), nvml_->celsius()}; }

Module Device::module(const std::string& ptx) {
    const std::lock_guard loading(loading_);
    const std::uint64_t key = std::hash<std::string>{}(ptx);
    if (const auto known = modules_.find(key); known != modules_.end()) return known->second;
    std::array<char, 4096> log{};
    int names[] = {jit_error_log, jit_error_log_bytes};
    void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};
    Module loaded = nullptr;
    if (const Status status = driver()->ModuleLoadDataEx(&loaded, ptx.c_str(), 2, names, values)) {
        const std::string said = log[0] ? std::string{" The driver says: "} + log.data() : "";
        throw std::runtime_error(Error("cuModuleLoadDataEx", status).what() + said);
    }
    return modules_[key] = loaded;
}

Function Device::function(const std::string& ptx, const std::string& mangled) {
    Function found = nullptr;
    check(driver()->ModuleGetFunction(&found, module(ptx), mangled.c_str()), "cuModuleGetFunction");
    return found;
}

DeviceAddress Device::variable(const std::string& ptx, const std::string& name) {
    DeviceAddress found = 0;
    std::size_t bytes = 0;
    check(driver()->ModuleGetGlobal_v2(&found, &bytes, module(ptx), name.c_str()),
          "cuModuleGetGlobal");
    return found;
}

Device* device(std::string* why) {
    static std::string reason = why_no_driver();
    static const std::unique_ptr<Device> once = [] {
        std::unique_ptr<Device> opened;
        try {
            if (driver()) opened = std::make_unique<Device>();
        } catch (const std::exception& problem) {
            reason = std::string{"The GPU can't be opened: "} + problem.what() + ".";
        }
        return opened;
    }();
    if (why) *why = reason;
    return once.get();
}

}  // namespace lab::cuda
