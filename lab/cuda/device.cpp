// Opens the GPU and reads its limits.
#include "lab/cuda/device.h"

#include <array>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <stdexcept>

#include <fmt/format.h>

#include "lab/cuda/cubin.h"
#include "lab/programs.h"
#include "lab/time/awaited.h"
#include "platform/library.h"
#include "platform/threads.h"

namespace lab::cuda {

// NVIDIA's management library: clock, power, temperature. Each may be missing.
struct Device::Nvml {
    using Handle = void*;
    int (*clock_info)(Handle, int, unsigned*) = nullptr;
    int (*power_usage)(Handle, unsigned*) = nullptr;
    int (*temperature)(Handle, int, unsigned*) = nullptr;
    Handle handle = nullptr;

    // NVML counts all GPUs of the machine, the driver only those of CUDA_VISIBLE_DEVICES. So the
    // GPU is found by its place on the bus.
    explicit Nvml(const std::string& bus_id) {
        const Awaited waits("nvmlInit");
        const platform::Library library{"libnvidia-ml.so.1"};
        int (*begin)() = nullptr;
        int (*by_bus_id)(const char*, Handle*) = nullptr;
        if (!library.find("nvmlInit_v2", begin) ||
            !library.find("nvmlDeviceGetHandleByPciBusId_v2", by_bus_id) || begin() != 0 ||
            by_bus_id(bus_id.c_str(), &handle) != 0)
            return;
        library.find("nvmlDeviceGetClockInfo", clock_info);
        library.find("nvmlDeviceGetPowerUsage", power_usage);
        library.find("nvmlDeviceGetTemperature", temperature);
    }

    unsigned megahertz() const {
        const Awaited waits("nvmlDeviceGetClockInfo");
        constexpr int sm_clock = 1;
        unsigned value = 0;
        return clock_info && clock_info(handle, sm_clock, &value) == 0 ? value : 0;
    }
    double watts() const {
        const Awaited waits("nvmlDeviceGetPowerUsage");
        unsigned milliwatts = 0;
        return power_usage && power_usage(handle, &milliwatts) == 0 ? milliwatts / 1e3 : 0;
    }
    unsigned celsius() const {
        const Awaited waits("nvmlDeviceGetTemperature");
        constexpr int of_gpu = 0;
        unsigned value = 0;
        return temperature && temperature(handle, of_gpu, &value) == 0 ? value : 0;
    }
};

namespace {

// A device name that is safe for files, sentences and pictures, whatever the driver returns.
std::string plain_name(std::string_view said) {
    std::string name;
    for (const char letter : said)
        if (letter >= ' ' && letter <= '~') name += letter;
    return name.empty() ? "a GPU without a name" : name;
}

std::string name_of_number(DeviceNumber number) {
    std::array<char, 256> text{};
    check(driver()->DeviceGetName(text.data(), text.size() - 1, number), "cuDeviceGetName");
    return plain_name(text.data());
}

// "0000:1B:00.0"; empty where the driver does not tell.
std::string bus_id_of(DeviceNumber number) {
    std::array<char, 64> text{};
    const Status status = driver()->DeviceGetPCIBusId(text.data(), int(text.size()) - 1, number);
    return status == 0 ? text.data() : "";
}

}  // namespace

std::string name_of_gpu(int ordinal) {
    DeviceNumber number = 0;
    check(driver()->DeviceGet(&number, ordinal), "cuDeviceGet");
    return name_of_number(number);
}

Device::Device() {
    const Api& api = *driver();
    check(api.DeviceGet(&number_, 0), "cuDeviceGet");
    name_ = name_of_number(number_);
    nvml_ = std::make_unique<Nvml>(bus_id_of(number_));
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
    if (version <= 0) return "CUDA of no known version";
    return "CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

int Device::told(Attribute attribute) const {
    int value = 0;
    const Status status = driver()->DeviceGetAttribute(&value, attribute, number_);
    return status == 0 && value > 0 ? value : 0;
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
    limits_.architecture = architecture_ = int(10 * ask(major_capability) + ask(minor_capability));
    check_limits();
}

// Far beyond any existing card.
void Device::check_limits() const {
    constexpr std::uint64_t most_threads = 1 << 16, most_l2 = std::uint64_t{1} << 34;
    const simulator::Limits& launch = limits_.launch;
    const bool told = launch.threads_per_block > 0 && launch.block.count() > 0 &&
                      launch.grid.x > 0 && launch.grid.y > 0 && launch.grid.z > 0 &&
                      multiprocessors_ > 0 && limits_.memory_bytes > 0;
    const bool sane = launch.threads_per_block <= most_threads &&
                      multiprocessors_ <= most_threads && l2_bytes_ <= most_l2;
    if (told && sane) return;
    throw GpuFailed(fmt::format(
        "The NVIDIA driver reports impossible limits for {}: {} threads per block, {} "
        "multiprocessors, {} bytes of L2, {} of memory.",
        name_, launch.threads_per_block, multiprocessors_, l2_bytes_, limits_.memory_bytes));
}

unsigned Device::megahertz() const { return nvml_->megahertz(); }

State Device::state() const { return {nvml_->megahertz(), nvml_->watts(), nvml_->celsius()}; }

namespace {

// Why the driver does not load a code; empty: its own words must do.
std::string why_not_loaded(const Device& device, Status status, const std::string& code) {
    if (status == unsupported_ptx_version) {
        const std::string toolkit = toolkit_of(code);
        return fmt::format(
            "The driver ({}) is older than the toolkit that made this PTX{}: install a newer "
            "driver, or compile with an older toolkit.",
            device.driver_version(), toolkit.empty() ? "" : " (" + toolkit + ")");
    }
    if (is_cubin(code) && (status == invalid_image || status == no_binary_for_gpu))
        return fmt::format(
            "The driver ({}) does not load this machine code on a GPU of sm_{}: the toolkit that "
            "made it may be newer than the driver.",
            device.driver_version(), device.architecture());
    return "";
}

// The cubin that the driver makes of a PTX text; empty where it makes none.
std::string linked(const std::string& ptx) {
    const Api& api = *driver();
    Linking linking = nullptr;
    if (api.LinkCreate_v2(0, nullptr, nullptr, &linking) != 0) return "";
    void* image = nullptr;
    std::size_t bytes = 0;
    std::string text = ptx;  // the driver takes memory that it could write
    const bool made = api.LinkAddData_v2(linking, link_ptx, text.data(), text.size() + 1, "kernels",
                                         0, nullptr, nullptr) == 0 &&
                      api.LinkComplete(linking, &image, &bytes) == 0;
    const std::string cubin = made ? std::string(static_cast<const char*>(image), bytes) : "";
    api.LinkDestroy(linking);
    return cubin;
}

}  // namespace

Module Device::module(const std::string& code) {
    const std::lock_guard loading(loading_);
    const std::uint64_t key = std::hash<std::string>{}(code);
    if (const auto known = modules_.find(key); known != modules_.end()) return known->second;
    std::array<char, 4096> log{};
    int names[] = {jit_error_log, jit_error_log_bytes};
    void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};
    Module loaded = nullptr;
    if (const Status status = driver()->ModuleLoadDataEx(&loaded, code.c_str(), 2, names, values)) {
        if (const std::string why = why_not_loaded(*this, status, code); !why.empty())
            throw GpuFailed(why);
        const std::string said = log[0] ? std::string{" The driver says: "} + log.data() : "";
        throw Error("cuModuleLoadDataEx", status, said);
    }
    return modules_[key] = loaded;
}

Function Device::function(const std::string& code, const std::string& mangled) {
    Function found = nullptr;
    check(driver()->ModuleGetFunction(&found, module(code), mangled.c_str()),
          "cuModuleGetFunction");
    return found;
}

CodeFigures Device::figures(const std::string& code, const std::string& mangled) {
    const Function made = function(code, mangled);
    const auto told_of = [&](int attribute) {
        int value = 0;
        const Status status = driver()->FuncGetAttribute(&value, attribute, made);
        return status == 0 && value > 0 ? value : 0;
    };
    CodeFigures figures;
    figures.kernel = mangled;
    figures.registers = told_of(function_registers);
    figures.shared_bytes = static_cast<std::uint64_t>(told_of(function_static_shared));
    figures.local_bytes = static_cast<std::uint64_t>(told_of(function_local_bytes));
    figures.code_bytes = code_bytes(is_cubin(code) ? code : linked(code), mangled);
    return figures;
}

DeviceAddress Device::variable(const std::string& code, const std::string& name) {
    DeviceAddress found = 0;
    std::size_t bytes = 0;
    check(driver()->ModuleGetGlobal_v2(&found, &bytes, module(code), name.c_str()),
          "cuModuleGetGlobal");
    return found;
}

namespace {

// Never destroyed, as a call that does not return keeps its thread. The driver itself frees what
// the process held.
struct Opening {
    std::mutex mutex;
    std::condition_variable known;
    bool over = false, fails = false;
    std::unique_ptr<Device> device;
    std::string why;
    platform::Thread thread;

    void open() {
        may_be_left_behind();
        std::unique_ptr<Device> opened;
        std::string lack = why_no_driver();
        bool failed = driver_fails();
        try {
            if (driver()) opened = std::make_unique<Device>();
        } catch (const std::exception& problem) {
            lack = problem.what();
            failed = true;
        }
        const std::lock_guard lock(mutex);
        device = std::move(opened);
        why = lack;
        fails = failed;
        over = true;
        known.notify_all();
    }

    /// Whether the result is known within this time, or never will be.
    bool settled(double seconds) {
        std::unique_lock lock(mutex);
        known.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return over; });
        return over || device_is_lost();
    }
};

Opening& opening() {
    static Opening& once = *new Opening;
    static const bool begun = [] {
        if (platform::has_threads())
            once.thread = platform::Thread([] { once.open(); });
        else
            once.open();
        return true;
    }();
    (void)begun;
    return once;
}

// Each thread needs its own current context.
void enter_once(const Device& device) {
    thread_local bool entered = false;
    if (!entered) device.enter();
    entered = true;
}

}  // namespace

bool opens() { return !device_is_lost() && !opening().settled(0); }

bool device_fails() {
    if (device_is_lost()) return true;
    Opening& all = opening();
    const std::lock_guard lock(all.mutex);
    return all.fails;
}

Device* device(std::string* why) {
    constexpr double often = .05;  // s
    while (!device_is_lost() && !opening().settled(often)) {
    }
    if (why) *why = lost_device();
    if (device_is_lost()) return nullptr;
    Opening& all = opening();
    const std::lock_guard lock(all.mutex);
    if (why) *why = all.why;
    if (all.device) enter_once(*all.device);
    return all.device.get();
}

Device& present() {
    std::string why;
    Device* gpu = device(&why);
    if (!gpu) throw GpuFailed(why);
    return *gpu;
}

}  // namespace lab::cuda
