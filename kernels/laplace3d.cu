// Laplace's equation on a box of nx * ny * nz points, x fastest: a Jacobi sweep gives every inner
// point the mean of its six neighbours. The faces of the box keep their values, in both arrays.

// A block of threads in x and y marches through z: thread (x, y) makes a whole column of points.
__global__ void laplace_marching(const float* __restrict__ u, float* __restrict__ next,
                                 int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x == 0 || x >= nx - 1 || y == 0 || y >= ny - 1)
        return;
    int row = nx, plane = nx * ny;
    int p = x + y * row;
    // Not unrolled in any march: the compiler would keep points in registers by itself, and the
    // loads of one point are what this ladder counts.
    #pragma unroll 1
    for (int z = 1; z < nz - 1; ++z) {
        p += plane;
        next[p] = (u[p - 1] + u[p + 1] + u[p - row] + u[p + row]
                   + u[p - plane] + u[p + plane]) * (1 / 6.0f);
    }
}

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

// Marching again, but a thread keeps three points of its column in registers: each is read once.
__global__ void laplace_queue(const float* __restrict__ u, float* __restrict__ next,
                              int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x == 0 || x >= nx - 1 || y == 0 || y >= ny - 1)
        return;
    int row = nx, plane = nx * ny;
    int p = x + y * row;
    float below = u[p], here = u[p + plane];
    #pragma unroll 1
    for (int z = 1; z < nz - 1; ++z) {
        p += plane;
        float above = u[p + plane];
        next[p] = (u[p - 1] + u[p + 1] + u[p - row] + u[p + row]
                   + below + above) * (1 / 6.0f);
        below = here;
        here = above;
    }
}

// The block's points of one plane stand in shared memory, with a halo one point wide around them.
__global__ void laplace_tile(const float* __restrict__ u, float* __restrict__ next,
                             int nx, int ny, int nz)
{
    extern __shared__ float tile[];
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int row = nx, plane = nx * ny, width = blockDim.x + 2;
    int mine = (threadIdx.y + 1) * width + threadIdx.x + 1;
    bool there = x < nx && y < ny;
    bool inner = x > 0 && x < nx - 1 && y > 0 && y < ny - 1;
    int p = x + y * row;
    float below = there ? u[p] : 0, here = there ? u[p + plane] : 0;
    #pragma unroll 1
    for (int z = 1; z < nz - 1; ++z) {
        p += plane;
        float above = there ? u[p + plane] : 0;
        tile[mine] = here;
        if (inner) {
            if (threadIdx.x == 0)
                tile[mine - 1] = u[p - 1];
            if (threadIdx.x == blockDim.x - 1)
                tile[mine + 1] = u[p + 1];
            if (threadIdx.y == 0)
                tile[mine - width] = u[p - row];
            if (threadIdx.y == blockDim.y - 1)
                tile[mine + width] = u[p + row];
        }
        __syncthreads();            // the plane and its halo are in place for all
        if (inner)
            next[p] = (tile[mine - 1] + tile[mine + 1] + tile[mine - width] + tile[mine + width]
                       + below + above) * (1 / 6.0f);
        __syncthreads();            // everyone has read this plane before the next one comes
        below = here;
        here = above;
    }
}

// Two sweeps in one: the block makes the first sweep's values for itself, one ring wider than it
// keeps, so that what lies between the sweeps never goes to memory. The ring's threads only help.
__global__ void laplace_two_sweeps(const float* __restrict__ u, float* __restrict__ next,
                                   int nx, int ny, int nz)
{
    extern __shared__ float tile[];
    int x = blockIdx.x * (blockDim.x - 2) + threadIdx.x;
    int y = blockIdx.y * (blockDim.y - 2) + threadIdx.y;
    int row = nx, plane = nx * ny, width = blockDim.x;
    int mine = threadIdx.y * width + threadIdx.x;
    bool there = x < nx && y < ny;
    bool inner = x > 0 && x < nx - 1 && y > 0 && y < ny - 1;
    bool keeps = inner && threadIdx.x > 0 && threadIdx.x < blockDim.x - 1
                 && threadIdx.y > 0 && threadIdx.y < blockDim.y - 1;
    int p = x + y * row;
    float below = there ? u[p] : 0, here = there ? u[p + plane] : 0;
    float once_below = 0, once_here = below;
    #pragma unroll 1
    for (int z = 1; z < nz; ++z) {
        p += plane;
        float above = there && z < nz - 1 ? u[p + plane] : 0;
        float once_above = here;
        if (inner && z < nz - 1)
            once_above = (u[p - 1] + u[p + 1] + u[p - row] + u[p + row]
                          + below + above) * (1 / 6.0f);
        tile[mine] = once_here;
        __syncthreads();            // the plane below, swept once, is in place for all
        if (keeps && z > 1)
            next[p - plane] = (tile[mine - 1] + tile[mine + 1]
                               + tile[mine - width] + tile[mine + width]
                               + once_below + once_above) * (1 / 6.0f);
        __syncthreads();            // everyone has read it before the next plane comes
        below = here;
        here = above;
        once_below = once_here;
        once_here = once_above;
    }
}
