// Laplace's equation on a box of nx * ny * nz points, x fastest: a Jacobi sweep gives every inner
// point the mean of its six neighbours. The faces of the box keep their values, in both arrays.

// One thread for each point.
__global__ void laplace_blocks(const float* __restrict__ u, float* __restrict__ next,
                               int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x == 0 || x >= nx - 1 || y == 0 || y >= ny - 1 || z == 0 || z >= nz - 1)
        return;
    int row = nx, plane = nx * ny;
    int p = x + y * row + z * plane;
    next[p] = (u[p - 1] + u[p + 1] + u[p - row] + u[p + row]
               + u[p - plane] + u[p + plane]) * (1 / 6.0f);
}

// A flat block marches through `planes` planes of z: thread (x, y) makes a column of points.
__global__ void laplace_marching(const float* __restrict__ u, float* __restrict__ next,
                                 int nx, int ny, int nz, int planes)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int first = blockIdx.z * planes + 1, end = min(first + planes, nz - 1);
    if (x == 0 || x >= nx - 1 || y == 0 || y >= ny - 1)
        return;
    int row = nx, plane = nx * ny;
    int p = x + y * row + first * plane;
    // Not unrolled: the compiler would keep points in registers by itself, and that is the next
    // kernel's idea.
    #pragma unroll 1
    for (int z = first; z < end; ++z) {
        next[p] = (u[p - 1] + u[p + 1] + u[p - row] + u[p + row]
                   + u[p - plane] + u[p + plane]) * (1 / 6.0f);
        p += plane;
    }
}

// Marching again, but a thread keeps three points of its column in registers: each is read once.
__global__ void laplace_queue(const float* __restrict__ u, float* __restrict__ next,
                              int nx, int ny, int nz, int planes)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int first = blockIdx.z * planes + 1, end = min(first + planes, nz - 1);
    if (x == 0 || x >= nx - 1 || y == 0 || y >= ny - 1)
        return;
    int row = nx, plane = nx * ny;
    int p = x + y * row + first * plane;
    float below = u[p - plane], here = u[p];
    // Four planes unrolled: the queue needs no moves of registers, and more loads are in flight.
    #pragma unroll 4
    for (int z = first; z < end; ++z) {
        float above = u[p + plane];
        next[p] = (u[p - 1] + u[p + 1] + u[p - row] + u[p + row]
                   + below + above) * (1 / 6.0f);
        below = here;
        here = above;
        p += plane;
    }
}

// Cell r of the ring around a block, as column and row of its tile: the row below the block, the
// row above it, then both sides.
__device__ int2 ring_cell(int r)
{
    int wide = blockDim.x, high = blockDim.y;
    if (r < wide)
        return make_int2(r + 1, 0);
    if (r < 2 * wide)
        return make_int2(r - wide + 1, high + 1);
    r -= 2 * wide;
    return r < high ? make_int2(0, r + 1) : make_int2(wide + 1, r - high + 1);
}

// The queue, with the block's points of one plane in shared memory and a halo one point wide around
// them. Two tiles take turns, so that one fills while the other is read.
__global__ void laplace_tile(const float* __restrict__ u, float* __restrict__ next,
                             int nx, int ny, int nz, int planes)
{
    extern __shared__ float tiles[];
    int left = blockIdx.x * blockDim.x, x = left + threadIdx.x;
    int low = blockIdx.y * blockDim.y, y = low + threadIdx.y;
    int first = blockIdx.z * planes + 1, end = min(first + planes, nz - 1);
    int row = nx, plane = nx * ny;
    int width = blockDim.x + 2, size = width * (blockDim.y + 2), turn = 0;
    int mine = (threadIdx.y + 1) * width + threadIdx.x + 1;
    bool there = x < nx && y < ny;
    bool inner = x > 0 && x < nx - 1 && y > 0 && y < ny - 1;
    int p = x + y * row + first * plane;
    float below = there ? u[p - plane] : 0, here = there ? u[p] : 0;
    #pragma unroll 1
    for (int z = first; z < end; ++z) {
        float* tile = tiles + turn;
        float above = there ? u[p + plane] : 0;
        tile[mine] = here;
        // All threads share the cells of the halo: in most blocks some threads load one cell each.
        #pragma unroll 1
        for (int r = threadIdx.y * blockDim.x + threadIdx.x; r < 2 * (blockDim.x + blockDim.y);
             r += blockDim.x * blockDim.y) {
            int2 cell = ring_cell(r);
            int i = left + cell.x - 1, j = low + cell.y - 1;
            if (i >= 0 && i < nx && j >= 0 && j < ny)
                tile[cell.y * width + cell.x] = u[i + j * row + z * plane];
        }
        __syncthreads();            // the plane and its halo are in place for all
        if (inner)
            next[p] = (tile[mine - 1] + tile[mine + 1] + tile[mine - width] + tile[mine + width]
                       + below + above) * (1 / 6.0f);
        below = here;
        here = above;
        turn = size - turn;
        p += plane;
    }
}

// Neighbouring points of a row that one load brings: 4 floats are 16 bytes.
template <int width>
struct alignas(4 * width) Points {
    float at[width];
};

// The points from place p on, which is a multiple of `width`; zeros where `there` is false.
template <int width>
__device__ Points<width> read(const float* __restrict__ u, int p, bool there)
{
    Points<width> none = {};
    return there ? *reinterpret_cast<const Points<width>*>(u + p) : none;
}

// The points from x on after a sweep; west and east are next to them. Faces keep their values.
template <int width>
__device__ Points<width> swept(Points<width> here, float west, float east, Points<width> south,
                               Points<width> north, Points<width> below, Points<width> above,
                               int x, int nx)
{
    Points<width> made;
    for (int k = 0; k < width; ++k) {
        float left = k > 0 ? here.at[k - 1] : west;
        float right = k < width - 1 ? here.at[k + 1] : east;
        made.at[k] = (left + right + south.at[k] + north.at[k]
                      + below.at[k] + above.at[k]) * (1 / 6.0f);
    }
    if (x == 0)
        made.at[0] = here.at[0];
    if (x + width == nx)
        made.at[width - 1] = here.at[width - 1];
    return made;
}

// The queue again, for as many neighbouring points as one load brings. nx is a multiple of `width`.
template <int width>
__global__ void laplace_wide(const float* __restrict__ u, float* __restrict__ next,
                             int nx, int ny, int nz, int planes)
{
    int x = (blockIdx.x * blockDim.x + threadIdx.x) * width;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int first = blockIdx.z * planes + 1, end = min(first + planes, nz - 1);
    if (x >= nx || y == 0 || y >= ny - 1)
        return;
    int row = nx, plane = nx * ny;
    int p = x + y * row + first * plane;
    Points<width> below = read<width>(u, p - plane, true), here = read<width>(u, p, true);
    #pragma unroll 1
    for (int z = first; z < end; ++z) {
        Points<width> above = read<width>(u, p + plane, true);
        Points<width> south = read<width>(u, p - row, true), north = read<width>(u, p + row, true);
        float west = u[p - 1], east = u[p + width];  // of another row at a face: not used
        *reinterpret_cast<Points<width>*>(next + p) =
            swept(here, west, east, south, north, below, above, x, nx);
        below = here;
        here = above;
        p += plane;
    }
}

// Two sweeps in one kernel: a block makes the first sweep's values itself, one thread wider on each
// side than the values that it keeps. So values between the sweeps never go to memory.
template <int width>
__global__ void laplace_two_sweeps(const float* __restrict__ u, float* __restrict__ next,
                                   int nx, int ny, int nz, int planes)
{
    extern __shared__ float4 room[];
    Points<width>* tile = reinterpret_cast<Points<width>*>(room);
    int x = (int(blockIdx.x * (blockDim.x - 2) + threadIdx.x) - 1) * width;
    int y = blockIdx.y * (blockDim.y - 2) + threadIdx.y;
    int first = blockIdx.z * planes + 1, end = min(first + planes, nz - 1);
    int row = nx, plane = nx * ny, pitch = blockDim.x;
    int mine = threadIdx.y * pitch + threadIdx.x;
    bool there = x >= 0 && x < nx && y < ny;
    bool inner = there && y > 0 && y < ny - 1;
    bool keeps = inner && threadIdx.x > 0 && threadIdx.x < blockDim.x - 1
                 && threadIdx.y > 0 && threadIdx.y < blockDim.y - 1;
    // The march begins a plane early and ends a plane late: the second sweep needs these planes.
    int p = x + y * row + (first - 1) * plane;
    Points<width> below = read<width>(u, p - plane, there && first > 1);
    Points<width> here = read<width>(u, p, there);
    Points<width> once_below = {}, once_here = {};
    #pragma unroll 1
    for (int z = first - 1; z <= end; ++z) {
        Points<width> above = read<width>(u, p + plane, there && z < nz - 1);
        Points<width> once_above = here;
        if (inner && z > 0 && z < nz - 1) {
            Points<width> south = read<width>(u, p - row, true);
            Points<width> north = read<width>(u, p + row, true);
            float west = u[p - 1], east = u[p + width];  // of another row at a face: not used
            once_above = swept(here, west, east, south, north, below, above, x, nx);
        }
        tile[mine] = once_here;
        __syncthreads();            // the plane below, swept once, is in place for all
        if (keeps && z > first)
            *reinterpret_cast<Points<width>*>(next + p - plane) =
                swept(once_here, tile[mine - 1].at[width - 1], tile[mine + 1].at[0],
                      tile[mine - pitch], tile[mine + pitch], once_below, once_above, x, nx);
        __syncthreads();            // all threads have read it before the next plane comes
        below = here;
        here = above;
        once_below = once_here;
        once_here = once_above;
        p += plane;
    }
}

// Two sweeps in one kernel again. A warp has a row of the block. Neighbours in x come from the
// lanes beside, by shuffles. Neighbours in y come from shared memory: the plane as it was, and the
// plane below swept once. Two tiles of each take turns, so one barrier a plane is enough. The plane
// after next is loaded before this one is swept. Two rows at either end of the block keep nothing,
// nor do the lanes with the first two and the last two points of a row.
template <int width>
__global__ void __launch_bounds__(1024)
    laplace_two_planes(const float* __restrict__ u, float* __restrict__ next, int nx, int ny,
                       int nz, int planes)
{
    extern __shared__ float4 room[];
    int lane = threadIdx.x, j = threadIdx.y, rows = blockDim.y, side = width == 1 ? 2 : 1;
    Points<width>* now = reinterpret_cast<Points<width>*>(room) + j * 32 + lane;
    Points<width>* once = now + 2 * rows * 32;
    int x = (int(blockIdx.x) * (32 - 2 * side) + lane - side) * width;
    int y = int(blockIdx.y) * (rows - 4) + j - 1;
    int first = blockIdx.z * planes + 1, end = min(first + planes, nz - 1);
    int row = nx, plane = nx * ny, turn = 0;
    bool there = x >= 0 && x < nx && y >= 0 && y < ny;
    bool inner = there && y > 0 && y < ny - 1 && j > 0 && j < rows - 1;
    bool keeps = inner && lane >= side && lane < 32 - side && j > 1 && j < rows - 2;
    int p = x + y * row + (first - 1) * plane;
    Points<width> below = read<width>(u, p - plane, there && first > 1);
    Points<width> here = read<width>(u, p, there), above = read<width>(u, p + plane, there);
    Points<width> once_below = {}, once_here = {};
    #pragma unroll 1
    for (int z = first - 1; z <= end; ++z) {
        Points<width> coming = read<width>(u, p + 2 * plane, there && z < end && z < nz - 2);
        now[turn] = here;
        once[turn] = once_here;
        __syncthreads();            // this plane, and the one below swept once, are in place
        float west = __shfl_up_sync(~0u, here.at[width - 1], 1);
        float east = __shfl_down_sync(~0u, here.at[0], 1);
        Points<width> once_above = here;
        if (inner && z > 0 && z < nz - 1)
            once_above = swept(here, west, east, now[turn - 32], now[turn + 32], below, above, x,
                               nx);
        west = __shfl_up_sync(~0u, once_here.at[width - 1], 1);
        east = __shfl_down_sync(~0u, once_here.at[0], 1);
        if (keeps && z > first)
            *reinterpret_cast<Points<width>*>(next + p - plane) =
                swept(once_here, west, east, once[turn - 32], once[turn + 32], once_below,
                      once_above, x, nx);
        turn = rows * 32 - turn;
        below = here;
        here = above;
        above = coming;
        once_below = once_here;
        once_here = once_above;
        p += plane;
    }
}

template __global__ void laplace_wide<1>(const float*, float*, int, int, int, int);
template __global__ void laplace_wide<2>(const float*, float*, int, int, int, int);
template __global__ void laplace_wide<4>(const float*, float*, int, int, int, int);
template __global__ void laplace_two_sweeps<1>(const float*, float*, int, int, int, int);
template __global__ void laplace_two_sweeps<2>(const float*, float*, int, int, int, int);
template __global__ void laplace_two_sweeps<4>(const float*, float*, int, int, int, int);
template __global__ void laplace_two_planes<1>(const float*, float*, int, int, int, int);
template __global__ void laplace_two_planes<2>(const float*, float*, int, int, int, int);
template __global__ void laplace_two_planes<4>(const float*, float*, int, int, int, int);
