// The CUDA driver's C interface, opened at run time: every build can use a GPU, and none needs the
// toolkit. The declarations are our own; tests/lab/cuda/cuda_driver.cpp compares them with the
// toolkit's header, if found. Used in lab/cuda and by app/gl/interop.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "lab/time/awaited.h"
#include "lab/time/gpu_failed.h"

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
struct ArrayObject;
struct PoolObject;
struct LinkingObject;
using Context = ContextObject*;
using Module = ModuleObject*;
using Function = FunctionObject*;
using Stream = StreamObject*;
using Event = EventObject*;
using Graph = GraphObject*;
using ReadyGraph = ReadyGraphObject*;  // CUgraphExec
using Graphics = GraphicsObject*;
using Array = ArrayObject*;      // CUarray
using Pool = PoolObject*;        // CUmemoryPool
using Linking = LinkingObject*;  // CUlinkState

// Values of CUdevice_attribute and other enumerations that we pass.
enum Attribute : int {
    max_threads_per_block = 1,
    max_block_x = 2,
    max_block_y = 3,
    max_block_z = 4,
    max_grid_x = 5,
    max_grid_y = 6,
    max_grid_z = 7,
    warp_lanes = 10,
    registers_of_block = 12,
    clock_khz = 13,
    multiprocessors = 16,
    memory_clock_khz = 36,
    memory_bus_bits = 37,
    l2_bytes = 38,
    threads_on_each = 39,  // multiprocessor
    major_capability = 75,
    minor_capability = 76,
    shared_of_each = 81,
    registers_of_each = 82,
    concurrent_managed = 89,
    shared_opt_in_bytes = 97,
    blocks_on_each = 106,
    shared_reserved_bytes = 111,
    memory_pools = 115,
};
constexpr unsigned managed_for_all = 1;    // CU_MEM_ATTACH_GLOBAL
constexpr unsigned mapped_for_device = 2;  // CU_MEMHOSTALLOC_DEVICEMAP
constexpr int advise_read_mostly = 1;      // CU_MEM_ADVISE_SET_READ_MOSTLY
constexpr DeviceNumber the_host = -1;      // CU_DEVICE_CPU
constexpr int pool_release_threshold = 4;  // CU_MEMPOOL_ATTR_RELEASE_THRESHOLD: a 64-bit number
constexpr int function_shared_bytes = 8;   // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
constexpr int function_static_shared = 1;
constexpr int function_local_bytes = 3;
constexpr int function_registers = 4;
constexpr int link_ptx = 1;  // CU_JIT_INPUT_PTX
constexpr int jit_info_log = 3, jit_info_log_bytes = 4, jit_error_log = 5, jit_error_log_bytes = 6;
constexpr Status out_of_memory = 2;
constexpr Status invalid_image = 200, no_binary_for_gpu = 209, unsupported_ptx_version = 222;
constexpr Status not_ready = 600;
constexpr Status lost = -1;             // our own: the program makes no more calls
constexpr int capture_of_thread = 1;    // CU_STREAM_CAPTURE_MODE_THREAD_LOCAL
constexpr unsigned event_of_graph = 1;  // CU_EVENT_RECORD_EXTERNAL: each launch records it again

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

// CUarray_format.
enum class ArrayFormat : unsigned {
    u8 = 0x01,
    u16 = 0x02,
    u32 = 0x03,
    s8 = 0x08,
    s16 = 0x09,
    s32 = 0x0a,
    f32 = 0x20
};

// CUDA_ARRAY3D_DESCRIPTOR, in texels; a height or depth of 0 where there is no such dimension.
struct ArrayShape {
    std::size_t width = 0, height = 0, depth = 0;
    ArrayFormat format{};
    unsigned channels = 1, flags = 0;
};

// CUDA_MEMCPY3D: a copy of `depth` planes of `height` rows.
struct CopyOfPlanes {
    enum Kind : unsigned { host = 1, device = 2, array = 3 };
    struct End {
        std::size_t x_bytes = 0, y = 0, z = 0, level = 0;
        Kind kind = device;
        void* host = nullptr;
        DeviceAddress address = 0;
        Array array = nullptr;
        void* unused = nullptr;
        std::size_t pitch_bytes = 0, height = 0;
    };
    End from, to;
    std::size_t width_bytes = 0, height = 0, depth = 0;
};

// CUDA_RESOURCE_DESC: the memory that a texture object reads.
struct TextureSource {
    enum Kind : unsigned { array = 0, linear = 2 };
    struct Linear {
        DeviceAddress address;
        ArrayFormat format;
        unsigned channels;
        std::size_t bytes;
    };
    Kind kind = array;
    union What {
        Array array;
        Linear linear;
        int all[32] = {};
    } what;
    unsigned flags = 0;
};

// CUDA_TEXTURE_DESC: addressing, filter and number format of the reads.
struct TextureWays {
    static constexpr unsigned as_integers = 1, normalized = 2;
    int address_modes[3] = {};
    int filter = 0;
    unsigned flags = 0, anisotropy = 0;
    int level_filter = 0;
    float level_bias = 0, least_level = 0, most_level = 0;
    float border[4] = {};
    int reserved[12] = {};
};

template <class Signature>
struct EntryPoint;

// A function of the driver. Each call has a time limit (lab/time/awaited.h). After the device is
// lost, no call is made.
template <class... Arguments>
struct EntryPoint<Status(Arguments...)> {
    Status (*at)(Arguments...) = nullptr;
    const char* name = "";
    Status operator()(Arguments... arguments) const {
        if (device_is_lost()) return lost;
        const Awaited waits(name);
        return at(arguments...);
    }
};

// All entry points that the program calls, by their names without "cu". Filled by driver().
struct Api {
    EntryPoint<Status(unsigned flags)> Init;
    EntryPoint<Status(int* version)> DriverGetVersion;
    EntryPoint<Status(int* count)> DeviceGetCount;
    EntryPoint<Status(DeviceNumber*, int ordinal)> DeviceGet;
    EntryPoint<Status(char* name, int length, DeviceNumber)> DeviceGetName;
    EntryPoint<Status(char* bus_id, int length, DeviceNumber)> DeviceGetPCIBusId;
    EntryPoint<Status(int* value, int attribute, DeviceNumber)> DeviceGetAttribute;
    EntryPoint<Status(std::size_t* bytes, DeviceNumber)> DeviceTotalMem_v2;
    EntryPoint<Status(Context*, DeviceNumber)> DevicePrimaryCtxRetain;
    EntryPoint<Status(DeviceNumber)> DevicePrimaryCtxRelease_v2;
    EntryPoint<Status(Context)> CtxSetCurrent;
    EntryPoint<Status()> CtxSynchronize;
    EntryPoint<Status(Status, const char** name)> GetErrorName;
    EntryPoint<Status(Status, const char** text)> GetErrorString;
    EntryPoint<Status(DeviceAddress*, std::size_t bytes)> MemAlloc_v2;
    EntryPoint<Status(DeviceAddress)> MemFree_v2;
    EntryPoint<Status(void**, std::size_t bytes, unsigned flags)> MemHostAlloc;
    EntryPoint<Status(void*)> MemFreeHost;
    // Managed memory. The prefetch and the advice are those of before CUDA 13, whose header gives
    // their names to other functions. A side is a device's number, or `the_host`.
    EntryPoint<Status(DeviceAddress*, std::size_t bytes, unsigned flags)> MemAllocManaged;
    EntryPoint<Status(DeviceAddress, std::size_t bytes, DeviceNumber, Stream)> MemPrefetchAsync;
    EntryPoint<Status(DeviceAddress, std::size_t bytes, int advice, DeviceNumber)> MemAdvise;
    // Memory in the order of a stream, from a pool. The default pool is that of the device.
    EntryPoint<Status(DeviceAddress*, std::size_t bytes, Stream)> MemAllocAsync;
    EntryPoint<Status(DeviceAddress, Stream)> MemFreeAsync;
    EntryPoint<Status(Pool*, DeviceNumber)> DeviceGetDefaultMemPool;
    EntryPoint<Status(Pool, int attribute, void* value)> MemPoolSetAttribute;
    EntryPoint<Status(Pool, int attribute, void* value)> MemPoolGetAttribute;
    EntryPoint<Status(std::size_t* free_bytes, std::size_t* total)> MemGetInfo_v2;
    EntryPoint<Status(DeviceAddress, const void*, std::size_t bytes, Stream)> MemcpyHtoDAsync_v2;
    EntryPoint<Status(void*, DeviceAddress, std::size_t bytes, Stream)> MemcpyDtoHAsync_v2;
    EntryPoint<Status(DeviceAddress, DeviceAddress, std::size_t bytes, Stream)> MemcpyDtoDAsync_v2;
    EntryPoint<Status(const CopyOfRows*, Stream)> Memcpy2DAsync_v2;
    EntryPoint<Status(const CopyOfPlanes*)> Memcpy3D_v2;
    EntryPoint<Status(Array*, const ArrayShape*)> Array3DCreate_v2;
    EntryPoint<Status(Array)> ArrayDestroy;
    EntryPoint<Status(unsigned long long* object, const TextureSource*, const TextureWays*,
                      const void* view)>
        TexObjectCreate;
    EntryPoint<Status(unsigned long long object)> TexObjectDestroy;
    EntryPoint<Status(DeviceAddress, unsigned char, std::size_t count, Stream)> MemsetD8Async;
    EntryPoint<Status(DeviceAddress, unsigned short, std::size_t count, Stream)> MemsetD16Async;
    EntryPoint<Status(DeviceAddress, unsigned, std::size_t count, Stream)> MemsetD32Async;
    EntryPoint<Status(DeviceAddress, std::size_t pitch_bytes, unsigned, std::size_t width,
                      std::size_t height, Stream)>
        MemsetD2D32Async;
    EntryPoint<Status(Module*, const void* image, unsigned options, int* names, void** values)>
        ModuleLoadDataEx;
    EntryPoint<Status(Module)> ModuleUnload;
    EntryPoint<Status(unsigned options, int* names, void** values, Linking*)> LinkCreate_v2;
    EntryPoint<Status(Linking, int kind, void* data, std::size_t bytes, const char* name,
                      unsigned options, int* names, void** values)>
        LinkAddData_v2;
    EntryPoint<Status(Linking, void** image, std::size_t* bytes)> LinkComplete;
    EntryPoint<Status(Linking)> LinkDestroy;
    EntryPoint<Status(Function*, Module, const char* name)> ModuleGetFunction;
    EntryPoint<Status(DeviceAddress*, std::size_t* bytes, Module, const char* name)>
        ModuleGetGlobal_v2;
    EntryPoint<Status(int* value, int attribute, Function)> FuncGetAttribute;
    EntryPoint<Status(Function, int attribute, int value)> FuncSetAttribute;
    EntryPoint<Status(Function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                      unsigned block_y, unsigned block_z, unsigned shared_bytes, Stream,
                      void** parameters, void** extra)>
        LaunchKernel;
    EntryPoint<Status(Stream*, unsigned flags)> StreamCreate;
    EntryPoint<Status(Stream)> StreamSynchronize;
    EntryPoint<Status(Stream, Event, unsigned flags)> StreamWaitEvent;
    EntryPoint<Status(Stream)> StreamQuery;
    EntryPoint<Status(Stream)> StreamDestroy_v2;
    EntryPoint<Status(Stream, int mode)> StreamBeginCapture_v2;
    EntryPoint<Status(Stream, Graph*)> StreamEndCapture;
    EntryPoint<Status(ReadyGraph*, Graph, unsigned long long flags)> GraphInstantiateWithFlags;
    EntryPoint<Status(ReadyGraph, Stream)> GraphLaunch;
    EntryPoint<Status(ReadyGraph)> GraphExecDestroy;
    EntryPoint<Status(Graph)> GraphDestroy;
    EntryPoint<Status(Event*, unsigned flags)> EventCreate;
    EntryPoint<Status(Event, Stream)> EventRecord;
    EntryPoint<Status(Event, Stream, unsigned flags)> EventRecordWithFlags;
    EntryPoint<Status(Event)> EventSynchronize;
    EntryPoint<Status(float* milliseconds, Event start, Event end)> EventElapsedTime;
    EntryPoint<Status(Event)> EventDestroy_v2;
    EntryPoint<Status(Graphics*, unsigned buffer, unsigned flags)> GraphicsGLRegisterBuffer;
    EntryPoint<Status(unsigned count, Graphics*, Stream)> GraphicsMapResources;
    EntryPoint<Status(unsigned count, Graphics*, Stream)> GraphicsUnmapResources;
    EntryPoint<Status(DeviceAddress*, std::size_t* bytes, Graphics)>
        GraphicsResourceGetMappedPointer_v2;
    EntryPoint<Status(Graphics)> GraphicsUnregisterResource;
    EntryPoint<Status(unsigned* count, DeviceNumber* devices, unsigned wanted, int list)>
        GLGetDevices_v2;
};

// Counts since the program began. They prove that no field is copied to the host while it is shown.
struct Tally {
    std::uint64_t launches = 0, copies_to_host = 0, bytes_to_host = 0, copies_to_device = 0;
};

// A driver call that failed: "The GPU failed: cuLaunchKernel: CUDA_ERROR_INVALID_VALUE (1), invalid
// argument."
class Error : public GpuFailed {
public:
    Error(const std::string& call, Status status, const std::string& more = {});
    Status status;
};

/// The driver, opened and initialised at the first call, which may wait; nullptr where there is no
/// driver.
const Api* driver();
/// One sentence on what is missing; empty where driver() is not nullptr.
const std::string& why_no_driver();
/// Whether there is a driver and it failed.
bool driver_fails();
/// Whether all later calls in this process fail too: after an illegal address, a trap, or where the
/// device is gone.
bool is_lasting(Status status);
Tally& tally();

/// Throws Error where `status` is not success.
void check(Status status, const char* call);

}  // namespace lab::cuda
