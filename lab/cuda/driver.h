// The CUDA driver's C interface, opened at run time: every build can use a GPU, none needs the
// toolkit. The declarations are our own; tests/lab_cuda_driver.cpp compares them with the toolkit's
// header where that is found. Used by cuda_device.cpp, cuda_player.cpp and app/gl/interop.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace lab::cuda {

using Status = int;  // CUresult: 0 is success
using DeviceNumber = int;
using DeviceAddress = std::uint64_t;  // CUdeviceptr
struct ContextObject;
struct ModuleObject;
struct FunctionObject;
struct StreamObject;
struct EventObject;
struct GraphObject;
struct ReadyGraphObject;
struct GraphicsObject;
using Context = ContextObject*;
using Module = ModuleObject*;
using Function = FunctionObject*;
using Stream = StreamObject*;
using Event = EventObject*;
using Graph = GraphObject*;
using ReadyGraph = ReadyGraphObject*;  // CUgraphExec
using Graphics = GraphicsObject*;

// Values of CUdevice_attribute and other enumerations that we pass.
enum Attribute : int {
    max_threads_per_block = 1,
    max_block_x = 2,
    max_block_y = 3,
    max_block_z = 4,
    max_grid_x = 5,
    max_grid_y = 6,
    max_grid_z = 7,
    clock_khz = 13,
    multiprocessors = 16,
    memory_clock_khz = 36,
    memory_bus_bits = 37,
    l2_bytes = 38,
    major_capability = 75,
    minor_capability = 76,
    shared_opt_in_bytes = 97,
};
constexpr int function_shared_bytes = 8;  // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
constexpr int function_static_shared = 1;
constexpr int function_registers = 4;
constexpr int jit_info_log = 3, jit_info_log_bytes = 4, jit_error_log = 5, jit_error_log_bytes = 6;
constexpr Status not_ready = 600;
constexpr int capture_of_thread = 1;    // CU_STREAM_CAPTURE_MODE_THREAD_LOCAL
constexpr unsigned event_of_graph = 1;  // CU_EVENT_RECORD_EXTERNAL: each launch records it anew

// CUDA_MEMCPY2D: a copy of `height` rows of `width_bytes`.
struct CopyOfRows {
    enum Kind : unsigned { host = 1, device = 2 };
    struct End {
        std::size_t x_bytes = 0, y = 0;
        Kind kind = device;
        void* host = nullptr;
        DeviceAddress address = 0;
        void* array = nullptr;
        std::size_t pitch_bytes = 0;
    };
    End from, to;
    std::size_t width_bytes = 0, height = 0;
};

// Every entry point that the program calls, under its own name without "cu". Filled by driver().
struct Api {
    Status (*Init)(unsigned flags);
    Status (*DriverGetVersion)(int* version);
    Status (*DeviceGetCount)(int* count);
    Status (*DeviceGet)(DeviceNumber*, int ordinal);
    Status (*DeviceGetName)(char* name, int length, DeviceNumber);
    Status (*DeviceGetAttribute)(int* value, int attribute, DeviceNumber);
    Status (*DeviceTotalMem_v2)(std::size_t* bytes, DeviceNumber);
    Status (*DevicePrimaryCtxRetain)(Context*, DeviceNumber);
    Status (*DevicePrimaryCtxRelease_v2)(DeviceNumber);
    Status (*CtxSetCurrent)(Context);
    Status (*CtxSynchronize)();
    Status (*GetErrorName)(Status, const char** name);
    Status (*GetErrorString)(Status, const char** text);
    Status (*MemAlloc_v2)(DeviceAddress*, std::size_t bytes);
    Status (*MemFree_v2)(DeviceAddress);
    Status (*MemHostAlloc)(void**, std::size_t bytes, unsigned flags);
    Status (*MemFreeHost)(void*);
    Status (*MemGetInfo_v2)(std::size_t* free_bytes, std::size_t* total);
    Status (*MemcpyHtoDAsync_v2)(DeviceAddress, const void*, std::size_t bytes, Stream);
    Status (*MemcpyDtoHAsync_v2)(void*, DeviceAddress, std::size_t bytes, Stream);
    Status (*MemcpyDtoDAsync_v2)(DeviceAddress, DeviceAddress, std::size_t bytes, Stream);
    Status (*Memcpy2DAsync_v2)(const CopyOfRows*, Stream);
    Status (*MemsetD8Async)(DeviceAddress, unsigned char, std::size_t count, Stream);
    Status (*MemsetD16Async)(DeviceAddress, unsigned short, std::size_t count, Stream);
    Status (*MemsetD32Async)(DeviceAddress, unsigned, std::size_t count, Stream);
    Status (*MemsetD2D32Async)(DeviceAddress, std::size_t pitch_bytes, unsigned, std::size_t width,
                               std::size_t height, Stream);
    Status (*ModuleLoadDataEx)(Module*, const void* image, unsigned options, int* names,
                               void** values);
    Status (*ModuleUnload)(Module);
    Status (*ModuleGetFunction)(Function*, Module, const char* name);
    Status (*ModuleGetGlobal_v2)(DeviceAddress*, std::size_t* bytes, Module, const char* name);
    Status (*FuncGetAttribute)(int* value, int attribute, Function);
    Status (*FuncSetAttribute)(Function, int attribute, int value);
    Status (*LaunchKernel)(Function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                           unsigned block_x, unsigned block_y, unsigned block_z,
                           unsigned shared_bytes, Stream, void** parameters, void** extra);
    Status (*StreamCreate)(Stream*, unsigned flags);
    Status (*StreamSynchronize)(Stream);
    Status (*StreamQuery)(Stream);
    Status (*StreamDestroy_v2)(Stream);
    Status (*StreamBeginCapture_v2)(Stream, int mode);
    Status (*StreamEndCapture)(Stream, Graph*);
    Status (*GraphInstantiateWithFlags)(ReadyGraph*, Graph, unsigned long long flags);
    Status (*GraphLaunch)(ReadyGraph, Stream);
    Status (*GraphExecDestroy)(ReadyGraph);
    Status (*GraphDestroy)(Graph);
    Status (*EventCreate)(Event*, unsigned flags);
    Status (*EventRecord)(Event, Stream);
    Status (*EventRecordWithFlags)(Event, Stream, unsigned flags);
    Status (*EventSynchronize)(Event);
    Status (*EventElapsedTime)(float* milliseconds, Event start, Event end);
    Status (*EventDestroy_v2)(Event);
    Status (*GraphicsGLRegisterBuffer)(Graphics*, unsigned buffer, unsigned flags);
    Status (*GraphicsMapResources)(unsigned count, Graphics*, Stream);
    Status (*GraphicsUnmapResources)(unsigned count, Graphics*, Stream);
    Status (*GraphicsResourceGetMappedPointer_v2)(DeviceAddress*, std::size_t* bytes, Graphics);
    Status (*GraphicsUnregisterResource)(Graphics);
    Status (*GLGetDevices_v2)(unsigned* count, DeviceNumber* devices, unsigned wanted, int list);
};

// How often things happened since the program began: the proof that no field is copied to the host
// while it is shown.
struct Tally {
    std::uint64_t launches = 0, copies_to_host = 0, bytes_to_host = 0, copies_to_device = 0;
};

// A driver call that failed: "cuLaunchKernel: CUDA_ERROR_INVALID_VALUE (1), invalid argument".
class Error : public std::runtime_error {
public:
    Error(const std::string& call, Status status);
    Status status;
};

/// The driver, opened and initialised at the first call; nullptr where there is none, and why()
/// says so.
const Api* driver();
/// One sentence on what is missing, empty where driver() is there.
const std::string& why_no_driver();
Tally& tally();

/// Throws Error where `status` is not success.
void check(Status status, const char* call);

}  // namespace lab::cuda
