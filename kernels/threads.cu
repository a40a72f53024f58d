// Threads and blocks: all threads run the same code, and each finds its element by its numbers.
// First a thread writes its number in its block, then its number among all threads. Then two
// numbers give its place in a table. Then a template sets the type of the values. Last, a template
// sets the length of an array that each thread has in registers or in local memory.

// The number of a thread in its block: every block begins with 0 again.
__global__ void write_thread_index(int* values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] = threadIdx.x;
}

// The number of a thread among all. The last block may have more threads than elements are left.
__global__ void write_global_index(int* values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] = i;
}

// The same for an array with an element for every thread: no test for its end.
__global__ void write_unguarded(int* values)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    values[i] = i;
}

// Columns along x, rows along y. In memory a row begins where the row above it ends.
__global__ void write_table_index(int* values, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int columns = gridDim.x * blockDim.x;
    int i = y * columns + x;
    if (i < n)
        values[i] = i;
}

// Written once, compiled for each type that is instantiated below.
template <class Number>
__global__ void write_half(Number* values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] = Number(i) / 2;
}

// Each thread has an array of its own. The compiler knows its length and every index, so every
// element can be a register.
template <int length>
__global__ void pick_known(int* values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int own[length];
    #pragma unroll
    for (int k = 0; k < length; ++k)
        own[k] = i + k;
    if (i < n)
        values[i] = own[length - 1];
}

// The same array, but the index is known only when the kernel runs. Registers have no index, so the
// array lies in local memory: each thread's own part of the memory that all kernels use.
template <int length>
__global__ void pick_at_run_time(int* values, int n, int element)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int own[length];
    #pragma unroll
    for (int k = 0; k < length; ++k)
        own[k] = i + k;
    if (i < n)
        values[i] = own[element];
}

template __global__ void write_half<int>(int*, int);
template __global__ void write_half<float>(float*, int);
template __global__ void write_half<double>(double*, int);
template __global__ void pick_known<4>(int*, int);
template __global__ void pick_known<8>(int*, int);
template __global__ void pick_known<16>(int*, int);
template __global__ void pick_known<32>(int*, int);
template __global__ void pick_at_run_time<4>(int*, int, int);
template __global__ void pick_at_run_time<8>(int*, int, int);
template __global__ void pick_at_run_time<16>(int*, int, int);
template __global__ void pick_at_run_time<32>(int*, int, int);

// Wrong: each thread writes one place to the left, and thread 0 has no such place. An unsigned
// number has no sign, so 0 - 1 is 4294967295: an address 16 GiB behind the array.
__global__ void write_left(int* values, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i - 1] = i;
}
