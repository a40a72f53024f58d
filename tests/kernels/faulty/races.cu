// Kernels that work by luck, each with one mistake.

// Nothing makes sure that the block before has written.
__global__ void block_before(int* totals)
{
    if (threadIdx.x == 0)
        totals[blockIdx.x] = blockIdx.x > 0 ? totals[blockIdx.x - 1] + 1 : 1;
}

// Threads of one warp write different values to one place, and so do warps.
__global__ void last_writer(int* place)
{
    place[threadIdx.x / 64] = threadIdx.x;
}

// All write the same: no result depends on who comes last.
__global__ void same_answer(int* place)
{
    *place = 7;
}

// Threads read what threads of other warps write, with no barrier in between.
__global__ void reversed(int* numbers)
{
    __shared__ int here[64];
    int t = threadIdx.x;
    here[t] = numbers[t];
    numbers[t] = here[63 - t];
}

// Reads a place in shared memory that nobody has written.
__global__ void unwritten_shared(int* out)
{
    __shared__ int part[33];
    int t = threadIdx.x;
    part[t] = t;
    __syncthreads();                // all but the last are in place
    out[t] = part[t + 1];
}

// Reads an array that nobody has written.
__global__ void unwritten_global(const float* in, float* out)
{
    out[threadIdx.x] = in[threadIdx.x] + 1;
}

// Half of a warp asks lanes of the other half.
__global__ void half_a_warp(int* out)
{
    int t = threadIdx.x, mine = t;
    if (t < 16)
        mine = __shfl_down_sync(0xffff, mine, 8);
    out[t] = mine;
}

// Half of a warp meets, and then reads what the other half wrote.
__global__ void half_meets(int* out)
{
    __shared__ int part[32];
    int t = threadIdx.x;
    part[t] = t * t;
    if (t < 16) {
        __syncwarp(0xffff);         // the other half is not waited for
        out[t] = part[t + 16] + part[15 - t];
    }
}

// One thread looks at a count before all others have counted.
__global__ void early_look(const int* numbers, int* out)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();                // the count begins at zero
    if (numbers[threadIdx.x] > 0)
        atomicAdd(&count, 1);
    if (threadIdx.x == 0)
        *out = count;
}

// A thread takes a lock, but no fence keeps what it guards inside.
__global__ void leaky_lock(int* lock, int* total)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        *total += 1;
        atomicExch(lock, 0);
    }
}

// Looking before swapping is no mistake: the swap finds out.
__global__ void largest_by_swap(const int* numbers, int* largest)
{
    int mine = numbers[blockIdx.x * blockDim.x + threadIdx.x], seen = *largest;
    while (mine > seen) {
        int found = atomicCAS(largest, seen, mine);
        if (found == seen)
            break;
        seen = found;
    }
    if (mine <= seen)
        atomicMax(largest, mine);
}
