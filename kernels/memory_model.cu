// The memory model: one warp writes a number and then a flag. Another warp waits for the flag and
// reads the number. What has to come between, so that the number is there when its flag is?
// Warps 0 and 1 are a pair, and so are 2 and 3: the even warp writes, the odd warp reads. A launch
// has the warps first, first + step, first + 2 * step and so on. With 0 and 1 it has all warps,
// with 0 and 2 the writing ones, with 1 and 2 the reading ones.
// A ladder: a plain flag, a volatile flag, a fence on both sides, release and acquire, the same for
// threads of one block only, and one flag for all lanes of a warp.
#include <cuda/atomic>

inline constexpr auto acquire = cuda::memory_order_acquire, release = cuda::memory_order_release;

// A flag for all threads of the device, and a flag for the threads of one block only.
using DeviceFlag = cuda::atomic_ref<int, cuda::thread_scope_device>;
using BlockFlag = cuda::atomic_ref<int, cuda::thread_scope_block>;

// The result of a reader that gave up.
inline constexpr float nothing = -1;

// The number of this thread's warp among all. Blocks start in any order. The first to start takes
// the first number, so the writer of a waiting warp is in the same block or in one that started
// before. Each of two launches has a ticket of its own.
__device__ int my_warp(int* tickets, int first, int step)
{
    __shared__ int block;
    if (threadIdx.x == 0)
        block = atomicAdd(&tickets[first], 1);
    __syncthreads();                // all threads know the number of their block
    int threads = block * blockDim.x + threadIdx.x;
    return first + step * (threads / 32);
}

// A plain flag: nothing says that another thread reads it. The compiler and the memory may store it
// before the number. The compiler may also load it once where the loop loads it a thousand times.
// So the loop ends after a thousand looks.
__global__ void pass_plain(const float* __restrict__ numbers, float* data, int* flag,
                           float* received, int* tickets, int pairs, int first, int step)
{
    int warp = my_warp(tickets, first, step);
    int i = warp / 2 * 32 + threadIdx.x % 32;
    if (warp / 2 >= pairs)
        return;
    if (warp % 2 == 0) {
        data[i] = numbers[i];
        flag[i] = 1;
    } else {
        bool there = false;
        for (int looks = 0; looks < 1000 && !there; ++looks)
            there = flag[i] == 1;
        received[i] = there ? data[i] : nothing;
    }
}

// A volatile flag: the compiler stores and loads it as often as the source does. It still gives no
// order between number and flag, and the memory may take them in either order.
__global__ void pass_volatile(const float* __restrict__ numbers, float* data, volatile int* flag,
                              float* received, int* tickets, int pairs, int first, int step)
{
    int warp = my_warp(tickets, first, step);
    int i = warp / 2 * 32 + threadIdx.x % 32;
    if (warp / 2 >= pairs)
        return;
    if (warp % 2 == 0) {
        data[i] = numbers[i];
        flag[i] = 1;
    } else {
        while (flag[i] == 0) {
        }
        received[i] = data[i];
    }
}

// A fence on both sides: what comes before it is seen before what comes after it.
__global__ void pass_fence(const float* __restrict__ numbers, float* data, volatile int* flag,
                           float* received, int* tickets, int pairs, int first, int step)
{
    int warp = my_warp(tickets, first, step);
    int i = warp / 2 * 32 + threadIdx.x % 32;
    if (warp / 2 >= pairs)
        return;
    if (warp % 2 == 0) {
        data[i] = numbers[i];
        __threadfence();            // the number is in place before its flag
        flag[i] = 1;
    } else {
        while (flag[i] == 0) {
        }
        __threadfence();            // the number is read after its flag
        received[i] = data[i];
    }
}

// Release and acquire: the store and the load of the flag themselves give the order.
__global__ void pass_release(const float* __restrict__ numbers, float* data, int* flag,
                             float* received, int* tickets, int pairs, int first, int step)
{
    int warp = my_warp(tickets, first, step);
    int i = warp / 2 * 32 + threadIdx.x % 32;
    if (warp / 2 >= pairs)
        return;
    DeviceFlag there(flag[i]);
    if (warp % 2 == 0) {
        data[i] = numbers[i];
        there.store(1, release);    // the number is in place before its flag
    } else {
        while (there.load(acquire) == 0) {
        }
        received[i] = data[i];      // read after its flag
    }
}

// The same for threads of one block: a pair in two blocks gets no order, and may never end.
__global__ void pass_in_block(const float* __restrict__ numbers, float* data, int* flag,
                              float* received, int* tickets, int pairs, int first, int step)
{
    int warp = my_warp(tickets, first, step);
    int i = warp / 2 * 32 + threadIdx.x % 32;
    if (warp / 2 >= pairs)
        return;
    BlockFlag there(flag[i]);
    if (warp % 2 == 0) {
        data[i] = numbers[i];
        there.store(1, release);    // the number is in place for this block before its flag
    } else {
        while (there.load(acquire) == 0) {
        }
        received[i] = data[i];      // read after its flag
    }
}

// One flag for a warp: all lanes synchronize, and then one lane's flag stands for the writes of
// all. Blocks in a chain do the same with a barrier.
__global__ void pass_together(const float* __restrict__ numbers, float* data, int* flag,
                              float* received, int* tickets, int pairs, int first, int step)
{
    int warp = my_warp(tickets, first, step), lane = threadIdx.x % 32;
    int i = warp / 2 * 32 + lane;
    if (warp / 2 >= pairs)
        return;
    DeviceFlag there(flag[warp / 2]);
    if (warp % 2 == 0) {
        data[i] = numbers[i];
        __syncwarp();               // every lane has written its number
        if (lane == 0)
            there.store(1, release);
    } else {
        if (lane == 0)
            while (there.load(acquire) == 0) {
            }
        __syncwarp();               // the flag was seen, by one lane for all
        received[i] = data[i];
    }
}
