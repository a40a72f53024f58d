// Sequence locks: a writer makes a number odd, writes, and makes it even; readers look at it, read,
// look again, and read once more where it was odd or has changed. Which block writes is an argument.
#include <cuda/atomic>

__device__ void write(unsigned* lock, volatile int* data, int turn)
{
    volatile unsigned* number = lock;
    const unsigned before = *number;
    *number = before + 1;
    __threadfence();
    data[0] = turn;
    data[1] = 10 * turn;
    __threadfence();
    *number = before + 2;
}

__global__ void only_volatile(unsigned* lock, volatile int* data, int* out, int writer)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == writer) {
        for (int turn = 1; turn <= 4; ++turn)
            write(lock, data, turn);
        return;
    }
    volatile unsigned* number = lock;
    unsigned before, behind;
    int a, b;
    do {
        before = *number;
        __threadfence();
        a = data[0];
        b = data[1];
        __threadfence();
        behind = *number;
    } while (before != behind || (before & 1));
    out[blockIdx.x] = b - 10 * a;
}

// The data is plain, and so it is a race.
__global__ void plain(unsigned* lock, int* data, int* out, int writer)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == writer) {
        for (int turn = 1; turn <= 4; ++turn)
            write(lock, data, turn);
        return;
    }
    volatile unsigned* number = lock;
    unsigned before, behind;
    int a, b;
    do {
        before = *number;
        __threadfence();
        a = data[0];
        b = data[1];
        __threadfence();
        behind = *number;
    } while (before != behind || (before & 1));
    out[blockIdx.x] = b - 10 * a;
}

using Number = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
using Datum = cuda::atomic_ref<int, cuda::thread_scope_device>;

template <class Store>
__device__ void write_atomically(Number number, Store store)
{
    for (int turn = 1; turn <= 4; ++turn) {
        const unsigned before = number.load(cuda::memory_order_relaxed);
        number.store(before + 1, cuda::memory_order_relaxed);
        cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
        store(turn);
        number.store(before + 2, cuda::memory_order_release);
    }
}

template <class Load>
__device__ int read_atomically(Number number, Load load)
{
    unsigned before, behind;
    int found;
    do {
        before = number.load(cuda::memory_order_acquire);
        found = load();
        cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
        behind = number.load(cuda::memory_order_relaxed);
    } while (before != behind || (before & 1));
    return found;
}

__global__ void plain_by_atomics(unsigned* lock, int* data, int* out, int writer)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == writer)
        write_atomically(Number(*lock), [&](int turn) { data[0] = turn, data[1] = 10 * turn; });
    else
        out[blockIdx.x] =
            read_atomically(Number(*lock), [&] { return data[1] - 10 * data[0]; });
}

__global__ void relaxed(unsigned* lock, int* data, int* out, int writer)
{
    if (threadIdx.x != 0) return;
    Datum a(data[0]), b(data[1]);
    if (blockIdx.x == writer)
        write_atomically(Number(*lock), [&](int turn) {
            a.store(turn, cuda::memory_order_relaxed);
            b.store(10 * turn, cuda::memory_order_relaxed);
        });
    else
        out[blockIdx.x] = read_atomically(Number(*lock), [&] {
            return b.load(cuda::memory_order_relaxed) - 10 * a.load(cuda::memory_order_relaxed);
        });
}

// Nobody looks again: what was read may be torn.
__global__ void looks_once(unsigned* lock, volatile int* data, int* out, int writer)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == writer) {
        for (int turn = 1; turn <= 4; ++turn)
            write(lock, data, turn);
        return;
    }
    volatile unsigned* number = lock;
    unsigned before;
    do
        before = *number;
    while (before & 1);
    __threadfence();
    out[blockIdx.x] = data[1] - 10 * data[0];
}

// A number that counts what was written, and that one waits to change, is no such lock.
__global__ void waits(unsigned* lock, volatile int* data, int* out, int writer)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == writer) {
        for (int turn = 1; turn <= 4; ++turn)
            write(lock, data, turn);
        return;
    }
    volatile unsigned* number = lock;
    unsigned last = 0;
    int sum = 0;
#pragma unroll
    for (int turn = 0; turn < 3; ++turn) {
        unsigned now = last;
#pragma unroll 1
        for (int tries = 0; tries < 20 && now == last; ++tries)
            now = *number;
        last = now;
        __threadfence();
        sum += data[0] + data[1];
    }
    out[blockIdx.x] = sum;
}
