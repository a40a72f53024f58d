// Each thread adds its part of n floats, in orders that request the same sectors more than once.
// First lanes read side by side, `offset` floats further on. Then each thread walks along a row of
// its own. Then each block walks down a column. The first level that still has the sector answers:
// the L1 of the same multiprocessor, the L2 of all, or memory. Last the whole array is read again
// and again, then piece by piece.

// Side by side: in each round every lane moves on by `threads` floats.
__global__ void add_offset(const float* __restrict__ numbers, float* __restrict__ sums, int n,
                           int threads, int offset)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads)
        return;
    float sum = 0;
    // Not unrolled, here and below: a thread has one load in flight, and waits for its answer.
    #pragma unroll 1
    for (int i = t; i < n; i += threads)
        sum += numbers[i + offset];
    sums[t] = sum;
}

// A row a thread: neighbouring lanes are a row apart, and each reads on in its own sector.
__global__ void add_rows(const float* __restrict__ numbers, float* __restrict__ sums, int n,
                         int threads, int row)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads)
        return;
    int end = min(n, (t + 1) * row);
    float sum = 0;
    #pragma unroll 1
    for (int i = t * row; i < end; ++i)
        sum += numbers[i];
    sums[t] = sum;
}

// A column a block, over row * blockDim.x rows in `row` rounds. Lanes are a row apart as before,
// and the next seven blocks read the rest of each sector.
__global__ void add_columns(const float* __restrict__ numbers, float* __restrict__ sums, int n,
                            int row)
{
    int column = blockIdx.x % row;
    int first = blockIdx.x / row * row * blockDim.x + threadIdx.x;
    int step = row * blockDim.x;
    float sum = 0;
    int i = first * row + column;
    #pragma unroll 1
    for (int turn = 0; turn < row && i < n; ++turn, i += step)
        sum += numbers[i];
    sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// All floats, `passes` times. In each pass a block reads what its neighbour read in the pass
// before, so no multiprocessor has the floats that it needs next in its own L1.
__global__ void add_again(const float* __restrict__ numbers, float* __restrict__ sums, int n,
                          int passes)
{
    int threads = gridDim.x * blockDim.x;
    float sum = 0;
    #pragma unroll 1
    for (int pass = 0; pass < passes; ++pass) {
        int block = (blockIdx.x + pass) % gridDim.x;
        #pragma unroll 1
        for (int i = block * blockDim.x + threadIdx.x; i < n; i += threads)
            sum += numbers[i];
    }
    sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// The same in pieces: all passes over the first piece, then all over the next. Blocks do not wait
// for each other: all are resident from the start, and advance about equally fast.
__global__ void add_in_pieces(const float* __restrict__ numbers, float* __restrict__ sums, int n,
                              int passes, int piece)
{
    int threads = gridDim.x * blockDim.x;
    float sum = 0;
    #pragma unroll 1
    for (int first = 0; first < n; first += piece) {
        int end = min(n, first + piece);
        #pragma unroll 1
        for (int pass = 0; pass < passes; ++pass) {
            int block = (blockIdx.x + pass) % gridDim.x;
            #pragma unroll 1
            for (int i = first + block * blockDim.x + threadIdx.x; i < end; i += threads)
                sum += numbers[i];
        }
    }
    sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
