// Control flow: lanes that part and meet, barriers, waits.
#include <cassert>
#include <cstdio>

__global__ void turns(int* out) {  // every lane leaves the loop at another turn
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i < threadIdx.x; ++i) sum += i;
    out[threadIdx.x] = sum;
}
__global__ void nested(const int* in, int* out) {
    int x = in[threadIdx.x], y = 0;
#pragma unroll 1
    for (int i = 0; i < 20; ++i) {
        if (x == 1) break;
        if (x % 2) {
            if (x % 3 == 0) {
                x = x / 3;
                continue;
            }
            x = 3 * x + 1;
            if (x > 1000) goto out_of_here;
        } else {
            x /= 2;
        }
        y += x & __activemask() & 1;
    }
out_of_here:
    out[threadIdx.x] = x * 100 + y;
}
__global__ void collatz(const int* in, int* out) {
    int x = in[threadIdx.x], steps = 0;
#pragma unroll 1
    while (x != 1) {
        if (x % 2)
            x = 3 * x + 1;
        else
            x /= 2;
        ++steps;
    }
    out[threadIdx.x] = steps;
}
__global__ void early_return(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = in[i] + 1;
}
__device__ int case_of(int x) {
    switch (x) {
        case 0:
            return 7;
        case 1:
            return x * 11;
        case 2:
            return x * x + 1;
        case 3:
            return -x;
        case 4:
            return x << 4;
        case 5:
            return x ^ 99;
        default:
            return 1000;
    }
}
__global__ void switches(const int* in, int* out) { out[threadIdx.x] = case_of(in[threadIdx.x]); }

__global__ void rotate(float* data) {  // correct only if all threads meet
    __shared__ float part[256];
#pragma unroll 1
    for (int turn = 0; turn < 3; ++turn) {
        part[threadIdx.x] = data[threadIdx.x];
        __syncthreads();
        data[threadIdx.x] = part[(threadIdx.x + 1) % blockDim.x];
        __syncthreads();
    }
}
__global__ void barrier_in_branch(float* data) {
    if (threadIdx.x < 16) __syncthreads();
    data[threadIdx.x] = 1;
}
__global__ void return_before_barrier(float* data, int n) {
    if (threadIdx.x >= n) return;
    data[threadIdx.x] = 1;
    __syncthreads();
    data[threadIdx.x] += 1;
}
__global__ void counts(const int* in, int* out) {
    out[threadIdx.x * 3] = __syncthreads_count(in[threadIdx.x]);
    out[threadIdx.x * 3 + 1] = __syncthreads_and(in[threadIdx.x]);
    out[threadIdx.x * 3 + 2] = __syncthreads_or(in[threadIdx.x]);
}
__global__ void never_met(float* data) {  // 32 threads wait for 64
    if (threadIdx.x < 32) asm volatile("bar.sync 1, 96;");
    data[threadIdx.x] = 1;
}
__global__ void handed_over(float* data) {  // one warp produces, the other waits for it
    __shared__ float part[32];
    if (threadIdx.x < 32) {
        part[threadIdx.x] = threadIdx.x * 2;
        asm volatile("bar.arrive 1, 64;");
    } else {
        asm volatile("bar.sync 1, 64;");
        data[threadIdx.x - 32] = part[threadIdx.x - 32];
    }
}

__global__ void lane_lock(int* lock, int* sum) {  // lanes of one warp take turns
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            *(volatile int*)sum += 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}
__global__ void spinning_lock(int* lock, int* sum) {  // the lane that has the lock needs its turn
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    *(volatile int*)sum += 1;
    __threadfence();
    atomicExch(lock, 0);
}
__global__ void chain(volatile int* flags, int* out,
                      int direction) {  // each block waits for a neighbour
    if (threadIdx.x == 0) {
        int wanted = blockIdx.x + direction;
        if (wanted >= 0 && wanted < gridDim.x)
            while (flags[wanted] == 0) {
            }
        out[blockIdx.x] = blockIdx.x;
        __threadfence();
        flags[blockIdx.x] = 1;
    }
}
__global__ void wait_for_ever(volatile int* flag) {
    while (*flag == 0) {
    }
}
__global__ void warps_in_turn(volatile int* turn, int* order) {
    if (threadIdx.x % 32 == 0) {
        int mine = blockDim.x / 32 - 1 - threadIdx.x / 32;  // the last warp first
        while (*turn != mine) {
        }
        order[mine] = threadIdx.x / 32;
        __threadfence();
        *turn = mine + 1;
    }
}
__global__ void endless(int* out) {
    int i = 0;
    while (*(volatile int*)out == 0) ++i;
    out[1] = i;
}

__global__ void shuffle_apart(int* out) {  // both halves reach the same shuffle by different ways
    int v = threadIdx.x;
    if (threadIdx.x < 16)
        v += 100;
    else {
        for (int i = 0; i < v % 4; ++i) v += 1000;
    }
    out[threadIdx.x] = __shfl_xor_sync(~0u, v, 16);
}
__global__ void lanes_meet(
    int* out) {  // handing over through shared memory inside a divergent warp
    __shared__ volatile int cell[32];
    int t = threadIdx.x;
    if (t < 16) {
        cell[t] = t * t;
        __syncwarp();
        out[t] = cell[t + 16];
    } else {
        cell[t] = 2 * t;
        __syncwarp();
        out[t] = cell[t - 16];
    }
}
__global__ void lane_that_left(int* out) {
    if (threadIdx.x == 5) return;
    out[threadIdx.x] = __popc(__ballot_sync(~0u, 1));
}
__global__ void half_shuffle(int* out) {  // the other half never comes
    if (threadIdx.x < 16)
        out[threadIdx.x] = __shfl_sync(~0u, threadIdx.x, 3);
    else {
        volatile int* wait = out + 64;
        while (*wait == 0) {
        }
    }
}

__global__ void order_of_blocks(int* next, int* order) {
    if (threadIdx.x == 0) order[atomicAdd(next, 1)] = blockIdx.x;
}
__global__ void interleaved(int* next, int* log) {
#pragma unroll 1
    for (int i = 0; i < 100; ++i) log[atomicAdd(next, 1)] = blockIdx.x;
}
__global__ void prints(int n) {
    if (threadIdx.x < n)
        printf("thread %d of %s: %5.2f%% %c %lld\n", threadIdx.x, "a block", 1.5 * threadIdx.x, 'x',
               1ll << 40);
}
__global__ void asserts(const int* in) { assert(in[threadIdx.x] < 40); }
__global__ void traps(const int* in) {
    if (in[threadIdx.x] == 9) __trap();
}
__global__ void assert_in_loop(const int* in, int* out) {  // must not keep lanes apart
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i < 8; ++i) {
        assert(in[i] < 1000);
        sum += in[(threadIdx.x + i) % 32];
    }
    out[threadIdx.x] = sum;
}
__global__ void clocks(long long* out) {
    long long begin = clock64();
    int x = threadIdx.x;
#pragma unroll 1
    for (int i = 0; i < 10; ++i) x = x * 3 + 1;
    out[threadIdx.x] = clock64() - begin + (x == 12345);
}
