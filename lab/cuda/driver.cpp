// Opens libcuda.so.1 and fills the table of its entry points.
#include "lab/cuda/driver.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "lab/time/asked_first.h"
#include "platform/library.h"

namespace lab::cuda {
namespace {

struct Entry {
    const char* name;
    void** place;
};

template <class Point>
Entry entry(const char* name, Point& point) {
    point.name = name;
    return {name, reinterpret_cast<void**>(&point.at)};
}

struct Loaded {
    Api api{};
    std::string lacks;
    bool fails = false;
};

// The names are those of the struct, with "cu" before them.
#define WARPLENS_CUDA_ENTRY(name) entry("cu" #name, api.name)

std::vector<Entry> entries_of_memory(Api& api) {
    return {
        WARPLENS_CUDA_ENTRY(Init),
        WARPLENS_CUDA_ENTRY(DriverGetVersion),
        WARPLENS_CUDA_ENTRY(DeviceGetCount),
        WARPLENS_CUDA_ENTRY(DeviceGet),
        WARPLENS_CUDA_ENTRY(DeviceGetName),
        WARPLENS_CUDA_ENTRY(DeviceGetPCIBusId),
        WARPLENS_CUDA_ENTRY(DeviceGetAttribute),
        WARPLENS_CUDA_ENTRY(DeviceTotalMem_v2),
        WARPLENS_CUDA_ENTRY(DevicePrimaryCtxRetain),
        WARPLENS_CUDA_ENTRY(DevicePrimaryCtxRelease_v2),
        WARPLENS_CUDA_ENTRY(CtxSetCurrent),
        WARPLENS_CUDA_ENTRY(CtxSynchronize),
        WARPLENS_CUDA_ENTRY(GetErrorName),
        WARPLENS_CUDA_ENTRY(GetErrorString),
        WARPLENS_CUDA_ENTRY(MemAlloc_v2),
        WARPLENS_CUDA_ENTRY(MemFree_v2),
        WARPLENS_CUDA_ENTRY(MemHostAlloc),
        WARPLENS_CUDA_ENTRY(MemFreeHost),
        WARPLENS_CUDA_ENTRY(MemAllocManaged),
        WARPLENS_CUDA_ENTRY(MemPrefetchAsync),
        WARPLENS_CUDA_ENTRY(MemAdvise),
        WARPLENS_CUDA_ENTRY(MemAllocAsync),
        WARPLENS_CUDA_ENTRY(MemFreeAsync),
        WARPLENS_CUDA_ENTRY(DeviceGetDefaultMemPool),
        WARPLENS_CUDA_ENTRY(MemPoolSetAttribute),
        WARPLENS_CUDA_ENTRY(MemPoolGetAttribute),
        WARPLENS_CUDA_ENTRY(MemGetInfo_v2),
        WARPLENS_CUDA_ENTRY(MemcpyHtoDAsync_v2),
        WARPLENS_CUDA_ENTRY(MemcpyDtoHAsync_v2),
        WARPLENS_CUDA_ENTRY(MemcpyDtoDAsync_v2),
        WARPLENS_CUDA_ENTRY(Memcpy2DAsync_v2),
        WARPLENS_CUDA_ENTRY(Memcpy3D_v2),
        WARPLENS_CUDA_ENTRY(Array3DCreate_v2),
        WARPLENS_CUDA_ENTRY(ArrayDestroy),
        WARPLENS_CUDA_ENTRY(TexObjectCreate),
        WARPLENS_CUDA_ENTRY(TexObjectDestroy),
        WARPLENS_CUDA_ENTRY(MemsetD8Async),
        WARPLENS_CUDA_ENTRY(MemsetD16Async),
        WARPLENS_CUDA_ENTRY(MemsetD32Async),
        WARPLENS_CUDA_ENTRY(MemsetD2D32Async),
    };
}

std::vector<Entry> entries_of_work(Api& api) {
    return {
        WARPLENS_CUDA_ENTRY(ModuleLoadDataEx),
        WARPLENS_CUDA_ENTRY(ModuleUnload),
        WARPLENS_CUDA_ENTRY(LinkCreate_v2),
        WARPLENS_CUDA_ENTRY(LinkAddData_v2),
        WARPLENS_CUDA_ENTRY(LinkComplete),
        WARPLENS_CUDA_ENTRY(LinkDestroy),
        WARPLENS_CUDA_ENTRY(ModuleGetFunction),
        WARPLENS_CUDA_ENTRY(ModuleGetGlobal_v2),
        WARPLENS_CUDA_ENTRY(FuncGetAttribute),
        WARPLENS_CUDA_ENTRY(FuncSetAttribute),
        WARPLENS_CUDA_ENTRY(LaunchKernel),
        WARPLENS_CUDA_ENTRY(StreamCreate),
        WARPLENS_CUDA_ENTRY(StreamSynchronize),
        WARPLENS_CUDA_ENTRY(StreamWaitEvent),
        WARPLENS_CUDA_ENTRY(StreamQuery),
        WARPLENS_CUDA_ENTRY(StreamDestroy_v2),
        WARPLENS_CUDA_ENTRY(StreamBeginCapture_v2),
        WARPLENS_CUDA_ENTRY(StreamEndCapture),
        WARPLENS_CUDA_ENTRY(GraphInstantiateWithFlags),
        WARPLENS_CUDA_ENTRY(GraphLaunch),
        WARPLENS_CUDA_ENTRY(GraphExecDestroy),
        WARPLENS_CUDA_ENTRY(GraphDestroy),
        WARPLENS_CUDA_ENTRY(EventCreate),
        WARPLENS_CUDA_ENTRY(EventRecord),
        WARPLENS_CUDA_ENTRY(EventRecordWithFlags),
        WARPLENS_CUDA_ENTRY(EventSynchronize),
        WARPLENS_CUDA_ENTRY(EventElapsedTime),
        WARPLENS_CUDA_ENTRY(EventDestroy_v2),
        WARPLENS_CUDA_ENTRY(GraphicsGLRegisterBuffer),
        WARPLENS_CUDA_ENTRY(GraphicsMapResources),
        WARPLENS_CUDA_ENTRY(GraphicsUnmapResources),
        WARPLENS_CUDA_ENTRY(GraphicsResourceGetMappedPointer_v2),
        WARPLENS_CUDA_ENTRY(GraphicsUnregisterResource),
        WARPLENS_CUDA_ENTRY(GLGetDevices_v2),
    };
}

std::string fill(const std::vector<Entry>& entries, const platform::Library& library) {
    for (const Entry& each : entries) {
        *each.place = library.find(each.name);
        if (!*each.place)
            return std::string{"The NVIDIA driver is too old: it has no "} + each.name + ".";
    }
    return {};
}

#undef WARPLENS_CUDA_ENTRY

void begin(Loaded& loaded) {
    constexpr Status no_device = 100;
    const Api& api = loaded.api;
    if (const Status status = api.Init(0)) {
        const char* text = nullptr;
        api.GetErrorString(status, &text);
        loaded.lacks = std::string{"The NVIDIA driver is installed, but it does not start: "} +
                       (text ? text : "unknown reason") + ".";
        loaded.fails = status != no_device;
        return;
    }
    int count = 0;
    const Status status = api.DeviceGetCount(&count);
    if (status || count <= 0) loaded.lacks = "The NVIDIA driver is installed, but it finds no GPU.";
    loaded.fails = status && status != no_device;
}

Loaded load() {
    Loaded loaded;
    loaded.lacks = met_in_another_process();
    loaded.fails = !loaded.lacks.empty();
    if (loaded.fails) return loaded;
    const platform::Library library{"libcuda.so.1"};
    if (!library) {
        loaded.lacks =
            library.problem().empty()
                ? "No NVIDIA driver was found: there is no libcuda.so.1."
                : "The NVIDIA driver is installed, but it can't be opened: " + library.problem() +
                      ".";
        return loaded;
    }
    loaded.lacks = fill(entries_of_memory(loaded.api), library);
    if (loaded.lacks.empty()) loaded.lacks = fill(entries_of_work(loaded.api), library);
    if (loaded.lacks.empty()) begin(loaded);
    return loaded;
}

const Loaded& loaded() {
    static const Loaded once = load();
    return once;
}

std::string sentence(const std::string& call, Status status) {
    if (status == lost) return lost_device();
    const char *name = nullptr, *text = nullptr;
    if (const Api* api = driver()) {
        api->GetErrorName(status, &name);
        api->GetErrorString(status, &text);
    }
    return (status == out_of_memory ? "The GPU does not have enough memory: "
                                    : "The GPU failed: ") +
           call + ": " + (name ? name : "unknown") + " (" + std::to_string(status) + "), " +
           (text ? text : "no text") + ".";
}

}  // namespace

Error::Error(const std::string& call, Status what, const std::string& more)
    : GpuFailed(sentence(call, what) + more, what == out_of_memory), status(what) {}

const RegisterDriver registered([] { driver(); });

const Api* driver() { return loaded().lacks.empty() ? &loaded().api : nullptr; }

const std::string& why_no_driver() { return loaded().lacks; }

bool driver_fails() { return loaded().fails; }

// In the driver's header: deinitialized, unavailable, invalid context, ECC, NVLink, and errors that
// stay with a context.
bool is_lasting(Status status) {
    constexpr Status all[] = {4,   46,  201, 214, 220, 226, 700, 702, 709,
                              710, 714, 715, 716, 717, 718, 719, 999};
    return std::ranges::find(all, status) != std::end(all);
}

Tally& tally() {
    static Tally once;
    return once;
}

void check(Status status, const char* call) {
    if (status) throw Error(call, status);
}

}  // namespace lab::cuda
