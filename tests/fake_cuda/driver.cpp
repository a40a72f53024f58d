// A CUDA driver without a GPU, for tests: as libcuda.so.1 in the loader's path it stands in place
// of NVIDIA's. Memory of the device is memory of the process, kernels do nothing, and times are
// made up: what is enqueued takes 3 ms each. What goes wrong is told by misdeeds.h.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <vector>

#include "tests/fake_cuda/misdeeds.h"

namespace {

using Status = int;
using Address = std::uint64_t;
using Handle = void*;

constexpr Status out_of_memory = 2, not_while_capturing = 900;
constexpr double milliseconds_each = 3;

// What was enqueued so far; an event holds how much that was when it was recorded.
struct Event {
    long work = 0;
};
std::mutex order;
long enqueued = 0;
bool capturing = false;

// What a graph holds: events to record, and nullptr for whatever else was enqueued.
using Recorded = std::vector<Event*>;
Recorded captured;

void happens(Event* event) {
    if (event)
        event->work = enqueued;
    else
        ++enqueued;
}

// Whether it is to be done now.
bool enqueue(Event* event = nullptr) {
    const std::lock_guard lock(order);
    if (capturing)
        captured.push_back(event);
    else
        happens(event);
    return !capturing;
}

bool is_capturing() {
    const std::lock_guard lock(order);
    return capturing;
}

char* at(Address address) { return reinterpret_cast<char*>(address); }

template <class Value>
void set(Address to, Value value, std::size_t count) {
    if (!enqueue()) return;
    for (std::size_t i = 0; i < count; ++i)
        std::memcpy(at(to) + i * sizeof value, &value, sizeof value);
}

void copy(void* to, const void* from, std::size_t bytes) {
    if (enqueue()) std::memcpy(to, from, bytes);
}

Status room(void** made, std::size_t bytes) {
    constexpr std::size_t most = std::size_t{1} << 33;
    *made = bytes <= most ? std::malloc(bytes) : nullptr;
    return *made ? 0 : out_of_memory;
}

Status one_more(Handle* made) {
    *made = new Event;
    return 0;
}

// As an H100 does, with four multiprocessors and a small L2.
int answer(int attribute) {
    if (fake::is_told("zeros")) return 0;
    if (fake::is_told("garbage")) return attribute % 2 ? -attribute : 2147483647;
    const std::string played = fake::value_of("attribute." + std::to_string(attribute));
    if (!played.empty()) return std::stoi(played);
    switch (attribute) {
        case 1:
        case 2:
        case 3: return 1024;
        case 4: return 64;
        case 5: return 2147483647;
        case 6:
        case 7: return 65535;
        case 10: return 32;
        case 12: return 65536;
        case 13: return 1'980'000;
        case 16: return 4;
        case 36: return 2'619'000;
        case 37: return 5120;
        case 38: return 1 << 20;
        case 39: return 2048;
        case 75: return 9;
        case 81: return 233472;
        case 82: return 65536;
        case 89: return 1;
        case 97: return 232448;
        case 106: return 32;
        case 111: return 1024;
        case 115: return fake::is_told("no_pools") ? 0 : 1;
        default: return 0;
    }
}

std::string name_of_device(int number) {
    const auto devices = fake::list_of(fake::value_of("devices"));
    const auto at = static_cast<std::size_t>(number);
    std::string name = at < devices.size() ? devices[at] : fake::value_of("name");
    std::ranges::replace(name, '_', ' ');
    return name.empty() ? "Fake GPU" : name;
}

const char* text_of(Status status) {
    switch (status) {
        case 2: return "out of memory";
        case 100: return "no CUDA-capable device is detected";
        case 700: return "an illegal memory access was encountered";
        default: return "unknown error";
    }
}

}  // namespace

#define ENTRY extern "C" __attribute__((visibility("default"))) Status
#define MAY_GO_WRONG \
    if (const Status wrong = fake::outcome(__func__)) return wrong

ENTRY cuInit(unsigned) { return fake::outcome(__func__); }

ENTRY cuDriverGetVersion(int* version) {
    MAY_GO_WRONG;
    *version = fake::is_told("garbage") ? -7 : fake::is_told("zeros") ? 0 : 12080;
    return 0;
}

ENTRY cuDeviceGetCount(int* count) {
    MAY_GO_WRONG;
    *count = int(fake::visible_devices().size());
    return 0;
}

ENTRY cuDeviceGet(int* device, int ordinal) {
    MAY_GO_WRONG;
    const auto visible = fake::visible_devices();
    if (ordinal < 0 || std::size_t(ordinal) >= visible.size()) return 101;
    *device = visible[std::size_t(ordinal)];
    return 0;
}

ENTRY cuDeviceGetPCIBusId(char* bus_id, int length, int device) {
    MAY_GO_WRONG;
    std::snprintf(bus_id, std::size_t(length), "0000:%02x:00.0", unsigned(device) + 1);
    return 0;
}

// Nonsense has no end.
ENTRY cuDeviceGetName(char* name, int length, int device) {
    MAY_GO_WRONG;
    if (fake::is_told("garbage"))
        std::memset(name, '\xff', static_cast<std::size_t>(length));
    else if (!fake::is_told("zeros"))
        std::strncpy(name, name_of_device(device).c_str(), static_cast<std::size_t>(length));
    return 0;
}

ENTRY cuDeviceGetAttribute(int* value, int attribute, int) {
    MAY_GO_WRONG;
    *value = answer(attribute);
    return 0;
}

ENTRY cuDeviceTotalMem_v2(std::size_t* bytes, int) {
    MAY_GO_WRONG;
    *bytes = fake::is_told("zeros") ? 0 : fake::is_told("garbage") ? ~std::size_t{} : 80l << 30;
    return 0;
}

ENTRY cuDevicePrimaryCtxRetain(Handle* context, int) {
    MAY_GO_WRONG;
    return one_more(context);
}

ENTRY cuDevicePrimaryCtxRelease_v2(int) { return fake::outcome(__func__); }
ENTRY cuCtxSetCurrent(Handle) { return fake::outcome(__func__); }
ENTRY cuCtxSynchronize() { return fake::outcome(__func__); }

ENTRY cuGetErrorName(Status status, const char** name) {
    if (const Status wrong = fake::outcome(__func__); wrong && wrong != fake::illegal_address)
        return wrong;
    *name = status == 2     ? "CUDA_ERROR_OUT_OF_MEMORY"
            : status == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS"
                            : "CUDA_ERROR_UNKNOWN";
    return 0;
}

ENTRY cuGetErrorString(Status status, const char** text) {
    if (const Status wrong = fake::outcome(__func__); wrong && wrong != fake::illegal_address)
        return wrong;
    *text = text_of(status);
    return 0;
}

ENTRY cuMemAlloc_v2(Address* made, std::size_t bytes) {
    MAY_GO_WRONG;
    if (is_capturing()) return not_while_capturing;
    return room(reinterpret_cast<void**>(made), bytes);
}

ENTRY cuMemFree_v2(Address address) {
    MAY_GO_WRONG;
    if (is_capturing()) return not_while_capturing;
    std::free(at(address));
    return 0;
}

// Memory from a pool. A graph gets it while it is recorded: no kernel of this driver uses it.
ENTRY cuMemAllocAsync(Address* made, std::size_t bytes, Handle) {
    MAY_GO_WRONG;
    return room(reinterpret_cast<void**>(made), bytes);
}

ENTRY cuMemFreeAsync(Address address, Handle) {
    MAY_GO_WRONG;
    std::free(at(address));
    return 0;
}

ENTRY cuDeviceGetDefaultMemPool(Handle* pool, int) {
    MAY_GO_WRONG;
    static std::uint64_t kept = 0;
    *pool = &kept;
    return 0;
}

ENTRY cuMemPoolSetAttribute(Handle pool, int, void* value) {
    MAY_GO_WRONG;
    std::memcpy(pool, value, sizeof(std::uint64_t));
    return 0;
}

ENTRY cuMemPoolGetAttribute(Handle pool, int, void* value) {
    MAY_GO_WRONG;
    std::memcpy(value, pool, sizeof(std::uint64_t));
    return 0;
}

ENTRY cuMemHostAlloc(void** made, std::size_t bytes, unsigned) {
    MAY_GO_WRONG;
    return room(made, bytes);
}

// Memory of the process is reached by both sides anyway.
ENTRY cuMemAllocManaged(Address* made, std::size_t bytes, unsigned) {
    MAY_GO_WRONG;
    return room(reinterpret_cast<void**>(made), bytes);
}

ENTRY cuMemPrefetchAsync(Address, std::size_t, int, Handle) {
    MAY_GO_WRONG;
    enqueue();
    return 0;
}

ENTRY cuMemAdvise(Address, std::size_t, int, int) { return fake::outcome(__func__); }

ENTRY cuMemFreeHost(void* address) {
    MAY_GO_WRONG;
    std::free(address);
    return 0;
}

ENTRY cuMemGetInfo_v2(std::size_t* free_bytes, std::size_t* total) {
    MAY_GO_WRONG;
    *free_bytes = *total = 80l << 30;
    return 0;
}

ENTRY cuMemcpyHtoDAsync_v2(Address to, const void* from, std::size_t bytes, Handle) {
    MAY_GO_WRONG;
    copy(at(to), from, bytes);
    return 0;
}

ENTRY cuMemcpyDtoHAsync_v2(void* to, Address from, std::size_t bytes, Handle) {
    MAY_GO_WRONG;
    copy(to, at(from), bytes);
    return 0;
}

ENTRY cuMemcpyDtoDAsync_v2(Address to, Address from, std::size_t bytes, Handle) {
    MAY_GO_WRONG;
    copy(at(to), at(from), bytes);
    return 0;
}

// Leaves the picture of a field as it is.
ENTRY cuMemcpy2DAsync_v2(const void*, Handle) { return fake::outcome(__func__); }

// Textures: no kernel of this driver reads one.
ENTRY cuMemcpy3D_v2(const void*) { return fake::outcome(__func__); }
ENTRY cuArray3DCreate_v2(Handle* made, const void*) {
    MAY_GO_WRONG;
    *made = nullptr;
    return 0;
}
ENTRY cuArrayDestroy(Handle) { return fake::outcome(__func__); }
ENTRY cuTexObjectCreate(unsigned long long* made, const void*, const void*, const void*) {
    MAY_GO_WRONG;
    *made = 1;
    return 0;
}
ENTRY cuTexObjectDestroy(unsigned long long) { return fake::outcome(__func__); }

ENTRY cuMemsetD8Async(Address to, unsigned char value, std::size_t count, Handle) {
    MAY_GO_WRONG;
    set(to, value, count);
    return 0;
}

ENTRY cuMemsetD16Async(Address to, unsigned short value, std::size_t count, Handle) {
    MAY_GO_WRONG;
    set(to, value, count);
    return 0;
}

ENTRY cuMemsetD32Async(Address to, unsigned value, std::size_t count, Handle) {
    MAY_GO_WRONG;
    set(to, value, count);
    return 0;
}

ENTRY cuMemsetD2D32Async(Address to, std::size_t pitch_bytes, unsigned value, std::size_t,
                         std::size_t height, Handle) {
    MAY_GO_WRONG;
    for (std::size_t row = 0; row < height; ++row) set(to + row * pitch_bytes, value, 1);
    return 0;
}

// A cubin begins as any ELF file does. Its kernels have 40 registers, those of PTX 32.
std::set<Handle> of_machine_code;

ENTRY cuModuleLoadDataEx(Handle* module, const void* image, unsigned, int*, void**) {
    MAY_GO_WRONG;
    const bool cubin = std::memcmp(image,
                                   "\x7f"
                                   "ELF",
                                   4) == 0;
    if (cubin && fake::is_told("no_cubins")) return 200;
    one_more(module);
    if (cubin) of_machine_code.insert(*module);
    return 0;
}

ENTRY cuModuleUnload(Handle) { return fake::outcome(__func__); }

ENTRY cuModuleGetFunction(Handle* function, Handle module, const char*) {
    MAY_GO_WRONG;
    one_more(function);
    if (of_machine_code.contains(module)) of_machine_code.insert(*function);
    return 0;
}

// It makes no machine code of PTX.
ENTRY cuLinkCreate_v2(unsigned, int*, void**, Handle*) { return 801; }
ENTRY cuLinkAddData_v2(Handle, int, void*, std::size_t, const char*, unsigned, int*, void**) {
    return 801;
}
ENTRY cuLinkComplete(Handle, void**, std::size_t*) { return 801; }
ENTRY cuLinkDestroy(Handle) { return fake::outcome(__func__); }

ENTRY cuModuleGetGlobal_v2(Address* address, std::size_t* bytes, Handle, const char*) {
    MAY_GO_WRONG;
    *bytes = std::size_t{1} << 20;
    return room(reinterpret_cast<void**>(address), *bytes);
}

ENTRY cuFuncGetAttribute(int* value, int attribute, Handle function) {
    MAY_GO_WRONG;
    constexpr int registers = 4;
    *value = attribute != registers ? 0 : of_machine_code.contains(function) ? 40 : 32;
    return 0;
}

ENTRY cuFuncSetAttribute(Handle, int, int) { return fake::outcome(__func__); }

ENTRY cuLaunchKernel(Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                     Handle, void**, void**) {
    MAY_GO_WRONG;
    enqueue();
    return 0;
}

ENTRY cuStreamCreate(Handle* stream, unsigned) {
    MAY_GO_WRONG;
    return one_more(stream);
}

ENTRY cuStreamSynchronize(Handle) { return fake::outcome(__func__); }
ENTRY cuStreamWaitEvent(Handle, Handle, unsigned) { return fake::outcome(__func__); }
ENTRY cuStreamQuery(Handle) { return fake::outcome(__func__); }
ENTRY cuStreamDestroy_v2(Handle) { return fake::outcome(__func__); }

ENTRY cuStreamBeginCapture_v2(Handle, int) {
    MAY_GO_WRONG;
    const std::lock_guard lock(order);
    capturing = true;
    captured.clear();
    return 0;
}

ENTRY cuStreamEndCapture(Handle, Handle* graph) {
    {
        const std::lock_guard lock(order);
        capturing = false;
    }
    MAY_GO_WRONG;
    *graph = new Recorded(captured);
    return 0;
}

ENTRY cuGraphInstantiateWithFlags(Handle* ready, Handle graph, unsigned long long) {
    MAY_GO_WRONG;
    *ready = graph;
    return 0;
}

ENTRY cuGraphLaunch(Handle graph, Handle) {
    MAY_GO_WRONG;
    const std::lock_guard lock(order);
    for (Event* each : *static_cast<const Recorded*>(graph)) happens(each);
    return 0;
}
ENTRY cuGraphExecDestroy(Handle) { return fake::outcome(__func__); }
ENTRY cuGraphDestroy(Handle) { return fake::outcome(__func__); }

ENTRY cuEventCreate(Handle* event, unsigned) {
    MAY_GO_WRONG;
    return one_more(event);
}

ENTRY cuEventRecord(Handle event, Handle) {
    MAY_GO_WRONG;
    enqueue(static_cast<Event*>(event));
    return 0;
}

ENTRY cuEventRecordWithFlags(Handle event, Handle, unsigned) {
    MAY_GO_WRONG;
    enqueue(static_cast<Event*>(event));
    return 0;
}

ENTRY cuEventSynchronize(Handle) { return fake::outcome(__func__); }

ENTRY cuEventElapsedTime(float* milliseconds, Handle start, Handle end) {
    MAY_GO_WRONG;
    constexpr double two_in_a_row = .001;
    const long work = static_cast<Event*>(end)->work - static_cast<Event*>(start)->work;
    const std::string told = fake::value_of("time");
    *milliseconds = told.empty()
                        ? static_cast<float>(two_in_a_row + milliseconds_each * double(work))
                        : std::strtof(told.c_str(), nullptr);
    return 0;
}

ENTRY cuEventDestroy_v2(Handle) { return fake::outcome(__func__); }

// Another GPU draws.
ENTRY cuGLGetDevices_v2(unsigned* count, int*, unsigned, int) {
    MAY_GO_WRONG;
    *count = 0;
    return 0;
}

ENTRY cuGraphicsGLRegisterBuffer(Handle*, unsigned, unsigned) { return fake::outcome(__func__); }
ENTRY cuGraphicsMapResources(unsigned, Handle*, Handle) { return fake::outcome(__func__); }
ENTRY cuGraphicsUnmapResources(unsigned, Handle*, Handle) { return fake::outcome(__func__); }
ENTRY cuGraphicsResourceGetMappedPointer_v2(Address*, std::size_t*, Handle) {
    return fake::outcome(__func__);
}
ENTRY cuGraphicsUnregisterResource(Handle) { return fake::outcome(__func__); }
