// Our declarations of the CUDA driver against the toolkit's own header, where that is found.
#include "lab/cuda/driver.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <type_traits>

#include "simulator/texture.h"

#if __has_include(<cuda.h>)
#include <cuda.h>
#define WARPLENS_HAS_CUDA_HEADER 1
#endif

namespace {

TEST(CudaDriver, AbsenceIsASentence) {
    if (lab::cuda::driver()) {
        EXPECT_TRUE(lab::cuda::why_no_driver().empty());
    } else {
        EXPECT_NE(lab::cuda::why_no_driver().find("NVIDIA driver"), std::string::npos);
    }
}

TEST(CudaDriver, FailedCallsNameTheCallAndTheStatus) {
    try {
        lab::cuda::check(1, "cuLaunchKernel");
        FAIL() << "status 1 passed as success";
    } catch (const lab::cuda::Error& problem) {
        EXPECT_NE(std::string{problem.what()}.find("cuLaunchKernel"), std::string::npos);
        EXPECT_NE(std::string{problem.what()}.find("(1)"), std::string::npos);
        EXPECT_EQ(problem.status, 1);
    }
    EXPECT_NO_THROW(lab::cuda::check(0, "cuInit"));
}

#ifdef WARPLENS_HAS_CUDA_HEADER

// Two functions that can be called in each other's place: as many arguments, each as large and of
// the same kind.
template <class A, class B>
struct Alike : std::false_type {};
template <class T>
constexpr std::array<std::size_t, 3> form{sizeof(T), std::is_pointer_v<T>,
                                          std::is_floating_point_v<T>};
template <class A, class B>
constexpr bool alike = form<A> == form<B>;
template <class R, class... As, class S, class... Bs>
struct Alike<R (*)(As...), S (*)(Bs...)> {
    static constexpr bool same_count = sizeof...(As) == sizeof...(Bs);
    static constexpr bool value = [] {
        if constexpr (same_count) return alike<R, S> && (alike<As, Bs> && ...);
        return false;
    }();
};

#define SAME_AS_HEADER(name) \
    static_assert(Alike<decltype(lab::cuda::Api::name.at), decltype(&cu##name)>::value, #name)

SAME_AS_HEADER(Init);
SAME_AS_HEADER(DriverGetVersion);
SAME_AS_HEADER(DeviceGetCount);
SAME_AS_HEADER(DeviceGet);
SAME_AS_HEADER(DeviceGetName);
SAME_AS_HEADER(DeviceGetPCIBusId);
SAME_AS_HEADER(DeviceGetAttribute);
SAME_AS_HEADER(DeviceTotalMem_v2);
SAME_AS_HEADER(DevicePrimaryCtxRetain);
SAME_AS_HEADER(DevicePrimaryCtxRelease_v2);
SAME_AS_HEADER(CtxSetCurrent);
SAME_AS_HEADER(CtxSynchronize);
SAME_AS_HEADER(GetErrorName);
SAME_AS_HEADER(GetErrorString);
SAME_AS_HEADER(MemAlloc_v2);
SAME_AS_HEADER(MemFree_v2);
SAME_AS_HEADER(MemHostAlloc);
SAME_AS_HEADER(MemFreeHost);
SAME_AS_HEADER(MemAllocManaged);
#if CUDA_VERSION < 13000  // later headers give these names to functions with a place in memory
SAME_AS_HEADER(MemPrefetchAsync);
SAME_AS_HEADER(MemAdvise);
#endif
SAME_AS_HEADER(MemAllocAsync);
SAME_AS_HEADER(MemFreeAsync);
SAME_AS_HEADER(DeviceGetDefaultMemPool);
SAME_AS_HEADER(MemPoolSetAttribute);
SAME_AS_HEADER(MemPoolGetAttribute);
SAME_AS_HEADER(MemGetInfo_v2);
SAME_AS_HEADER(MemcpyHtoDAsync_v2);
SAME_AS_HEADER(MemcpyDtoHAsync_v2);
SAME_AS_HEADER(MemcpyDtoDAsync_v2);
SAME_AS_HEADER(Memcpy2DAsync_v2);
SAME_AS_HEADER(Memcpy3D_v2);
SAME_AS_HEADER(Array3DCreate_v2);
SAME_AS_HEADER(ArrayDestroy);
SAME_AS_HEADER(TexObjectCreate);
SAME_AS_HEADER(TexObjectDestroy);
static_assert(sizeof(lab::cuda::CopyOfPlanes) == sizeof(CUDA_MEMCPY3D));
static_assert(offsetof(lab::cuda::CopyOfPlanes, to) == offsetof(CUDA_MEMCPY3D, dstXInBytes));
static_assert(offsetof(lab::cuda::CopyOfPlanes, to.array) == offsetof(CUDA_MEMCPY3D, dstArray));
static_assert(sizeof(lab::cuda::ArrayShape) == sizeof(CUDA_ARRAY3D_DESCRIPTOR));
static_assert(sizeof(lab::cuda::TextureSource) == sizeof(CUDA_RESOURCE_DESC));
static_assert(offsetof(lab::cuda::TextureSource, what.linear.bytes) ==
              offsetof(CUDA_RESOURCE_DESC, res.linear.sizeInBytes));
static_assert(sizeof(lab::cuda::TextureWays) == sizeof(CUDA_TEXTURE_DESC));
static_assert(offsetof(lab::cuda::TextureWays, border) == offsetof(CUDA_TEXTURE_DESC, borderColor));
static_assert(lab::cuda::TextureWays::normalized == CU_TRSF_NORMALIZED_COORDINATES);
static_assert(lab::cuda::TextureWays::as_integers == CU_TRSF_READ_AS_INTEGER);
static_assert(unsigned(lab::cuda::ArrayFormat::f32) == CU_AD_FORMAT_FLOAT);
static_assert(int(simulator::AddressMode::mirror) == CU_TR_ADDRESS_MODE_MIRROR);
SAME_AS_HEADER(MemsetD8Async);
SAME_AS_HEADER(MemsetD16Async);
SAME_AS_HEADER(MemsetD32Async);
SAME_AS_HEADER(MemsetD2D32Async);
SAME_AS_HEADER(ModuleLoadDataEx);
SAME_AS_HEADER(ModuleUnload);
SAME_AS_HEADER(LinkCreate_v2);
SAME_AS_HEADER(LinkAddData_v2);
SAME_AS_HEADER(LinkComplete);
SAME_AS_HEADER(LinkDestroy);
SAME_AS_HEADER(ModuleGetFunction);
SAME_AS_HEADER(ModuleGetGlobal_v2);
SAME_AS_HEADER(FuncGetAttribute);
SAME_AS_HEADER(FuncSetAttribute);
SAME_AS_HEADER(LaunchKernel);
SAME_AS_HEADER(StreamCreate);
SAME_AS_HEADER(StreamSynchronize);
SAME_AS_HEADER(StreamWaitEvent);
SAME_AS_HEADER(StreamQuery);
SAME_AS_HEADER(StreamDestroy_v2);
SAME_AS_HEADER(StreamBeginCapture_v2);
SAME_AS_HEADER(StreamEndCapture);
SAME_AS_HEADER(GraphInstantiateWithFlags);
SAME_AS_HEADER(GraphLaunch);
SAME_AS_HEADER(GraphExecDestroy);
SAME_AS_HEADER(GraphDestroy);
SAME_AS_HEADER(EventCreate);
SAME_AS_HEADER(EventRecord);
SAME_AS_HEADER(EventRecordWithFlags);
SAME_AS_HEADER(EventSynchronize);
SAME_AS_HEADER(EventElapsedTime);
SAME_AS_HEADER(EventDestroy_v2);
SAME_AS_HEADER(GraphicsMapResources);
SAME_AS_HEADER(GraphicsUnmapResources);
SAME_AS_HEADER(GraphicsResourceGetMappedPointer_v2);
SAME_AS_HEADER(GraphicsUnregisterResource);

TEST(CudaDriver, NumbersAreTheHeaders) {
    using namespace lab::cuda;
    EXPECT_EQ(int{max_threads_per_block}, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    EXPECT_EQ(int{max_block_z}, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z);
    EXPECT_EQ(int{max_grid_x}, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X);
    EXPECT_EQ(int{multiprocessors}, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    EXPECT_EQ(int{warp_lanes}, CU_DEVICE_ATTRIBUTE_WARP_SIZE);
    EXPECT_EQ(int{registers_of_block}, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
    EXPECT_EQ(int{clock_khz}, CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
    EXPECT_EQ(int{memory_clock_khz}, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
    EXPECT_EQ(int{memory_bus_bits}, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
    EXPECT_EQ(int{threads_on_each}, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
    EXPECT_EQ(int{shared_of_each}, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
    EXPECT_EQ(int{registers_of_each}, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
    EXPECT_EQ(int{blocks_on_each}, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
    EXPECT_EQ(int{shared_reserved_bytes}, CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK);
    EXPECT_EQ(int{l2_bytes}, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
    EXPECT_EQ(int{shared_opt_in_bytes}, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    EXPECT_EQ(int{concurrent_managed}, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS);
    EXPECT_EQ(int{memory_pools}, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED);
    EXPECT_EQ(pool_release_threshold, int{CU_MEMPOOL_ATTR_RELEASE_THRESHOLD});
    EXPECT_EQ(managed_for_all, unsigned{CU_MEM_ATTACH_GLOBAL});
    EXPECT_EQ(mapped_for_device, unsigned{CU_MEMHOSTALLOC_DEVICEMAP});
    EXPECT_EQ(advise_read_mostly, CU_MEM_ADVISE_SET_READ_MOSTLY);
    EXPECT_EQ(the_host, CU_DEVICE_CPU);
    EXPECT_EQ(int{major_capability}, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    EXPECT_EQ(function_shared_bytes, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
    EXPECT_EQ(function_registers, CU_FUNC_ATTRIBUTE_NUM_REGS);
    EXPECT_EQ(jit_error_log, CU_JIT_ERROR_LOG_BUFFER);
    EXPECT_EQ(jit_error_log_bytes, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
    EXPECT_EQ(not_ready, CUDA_ERROR_NOT_READY);
    EXPECT_EQ(capture_of_thread, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
    EXPECT_EQ(event_of_graph, unsigned{CU_EVENT_RECORD_EXTERNAL});
}

#endif

}  // namespace
