// The product c of two matrices: a has n rows of `inner` numbers, b has `inner` rows of n. Each
// number of c sums `inner` products. A thread makes one number: in a single block, then down a
// column, then along a row. Then tiles lie in shared memory: of a, then of both: transposed,
// padded, straight. Then a thread makes eight; eight by eight; these by loads of 16 bytes; with the
// next tile in flight; last, eight by sixteen. Places are ints, so n is at most 8192.

// The host makes whole numbers from 0 to 9. The device makes these numbers, which are a course's.
template <class Real>
__global__ void product_set_up(Real* a, Real* b, int n, int inner)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    double i = y, j = x;
    if (y < n && x < inner)
        a[y * inner + x] = Real((i - 0.1 * j + 1) / (i + j + 1));
    if (y < inner && x < n)
        b[y * n + x] = Real((j - 0.2 * i + 1) * (i + j + 1) / (i * i + j * j + 1));
}

// One block alone, which walks over all of c.
template <class Real>
__global__ void product_one_block(const Real* __restrict__ a, const Real* __restrict__ b,
                                  Real* __restrict__ c, int n, int inner)
{
    for (int row = threadIdx.y; row < n; row += blockDim.y)
        for (int column = threadIdx.x; column < n; column += blockDim.x) {
            Real sum = 0;
            for (int k = 0; k < inner; ++k)
                sum += a[row * inner + k] * b[k * n + column];
            c[row * n + column] = sum;
        }
}

// A thread for each number of c. Neighbouring threads have neighbouring rows: each reads a row of a
// of its own, and writes below the one before.
template <class Real>
__global__ void product_swapped(const Real* __restrict__ a, const Real* __restrict__ b,
                                Real* __restrict__ c, int n, int inner)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= n)
        return;
    Real sum = 0;
    for (int k = 0; k < inner; ++k)
        sum += a[row * inner + k] * b[k * n + column];
    c[row * n + column] = sum;
}

// x and y exchanged: neighbouring threads have neighbouring columns, and read the same number of a.
template <class Real>
__global__ void product_naive(const Real* __restrict__ a, const Real* __restrict__ b,
                              Real* __restrict__ c, int n, int inner)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= n)
        return;
    Real sum = 0;
    for (int k = 0; k < inner; ++k)
        sum += a[row * inner + k] * b[k * n + column];
    c[row * n + column] = sum;
}

// A number of a matrix, and 0 outside of it: the part of a tile past the edge adds nothing.
template <class Real>
__device__ Real inside(const Real* __restrict__ matrix, int row, int column, int rows, int columns)
{
    return row < rows && column < columns ? matrix[row * columns + column] : Real(0);
}

// A block of tile by tile threads. It keeps a tile of a in shared memory, each number read once.
template <class Real, int tile>
__global__ void product_tile_of_a(const Real* __restrict__ a, const Real* __restrict__ b,
                                  Real* __restrict__ c, int n, int inner)
{
    // Aligned, here and below, so that one load can read four neighbours.
    __shared__ __align__(16) Real as[tile][tile];
    int tx = threadIdx.x, ty = threadIdx.y;
    int column = blockIdx.x * tile + tx, row = blockIdx.y * tile + ty;
    const Real* of_b = b + min(column, n - 1);
    Real sum = 0;
    for (int first = 0; first < inner; first += tile) {
        as[ty][tx] = inside(a, row, first + tx, n, inner);
        __syncthreads();            // the tile is in place
        // Past the last row of b it reads the last row again: there the tile of a has zeros.
        for (int k = 0; k < tile; ++k)
            sum += as[ty][k] * of_b[min(first + k, inner - 1) * n];
        __syncthreads();            // no thread needs it any more
    }
    if (row < n && column < n)
        c[row * n + column] = sum;
}

// A tile of b as well. Both are transposed as they are stored. A thread walks along a row of b's
// tile, and its neighbour along the next row, a whole row further on.
template <class Real, int tile>
__global__ void product_transposed(const Real* __restrict__ a, const Real* __restrict__ b,
                                   Real* __restrict__ c, int n, int inner)
{
    __shared__ __align__(16) Real as[tile][tile], bs[tile][tile];
    int tx = threadIdx.x, ty = threadIdx.y;
    int column = blockIdx.x * tile + tx, row = blockIdx.y * tile + ty;
    Real sum = 0;
    for (int first = 0; first < inner; first += tile) {
        as[tx][ty] = inside(a, row, first + tx, n, inner);
        bs[tx][ty] = inside(b, first + ty, column, inner, n);
        __syncthreads();            // both tiles are in place
        for (int k = 0; k < tile; ++k)
            sum += as[k][ty] * bs[tx][k];
        __syncthreads();            // no thread needs them any more
    }
    if (row < n && column < n)
        c[row * n + column] = sum;
}

// The same with rows that are one number longer: numbers of a column lie in different banks.
template <class Real, int tile>
__global__ void product_padded(const Real* __restrict__ a, const Real* __restrict__ b,
                               Real* __restrict__ c, int n, int inner)
{
    __shared__ __align__(16) Real as[tile][tile + 1], bs[tile][tile + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int column = blockIdx.x * tile + tx, row = blockIdx.y * tile + ty;
    Real sum = 0;
    for (int first = 0; first < inner; first += tile) {
        as[tx][ty] = inside(a, row, first + tx, n, inner);
        bs[tx][ty] = inside(b, first + ty, column, inner, n);
        __syncthreads();            // both tiles are in place
        for (int k = 0; k < tile; ++k)
            sum += as[k][ty] * bs[tx][k];
        __syncthreads();            // no thread needs them any more
    }
    if (row < n && column < n)
        c[row * n + column] = sum;
}

// Both tiles as the matrices are: lanes read side by side in b's tile, and the same number of a's.
template <class Real, int tile>
__global__ void product_straight(const Real* __restrict__ a, const Real* __restrict__ b,
                                 Real* __restrict__ c, int n, int inner)
{
    __shared__ __align__(16) Real as[tile][tile], bs[tile][tile];
    int tx = threadIdx.x, ty = threadIdx.y;
    int column = blockIdx.x * tile + tx, row = blockIdx.y * tile + ty;
    Real sum = 0;
    for (int first = 0; first < inner; first += tile) {
        as[ty][tx] = inside(a, row, first + tx, n, inner);
        bs[ty][tx] = inside(b, first + ty, column, inner, n);
        __syncthreads();            // both tiles are in place
        for (int k = 0; k < tile; ++k)
            sum += as[ty][k] * bs[k][tx];
        __syncthreads();            // no thread needs them any more
    }
    if (row < n && column < n)
        c[row * n + column] = sum;
}

// Eight numbers of a column a thread: a number of b from shared memory serves all eight. A block of
// 512 threads makes 64 by 64.
template <class Real>
__global__ void __launch_bounds__(512)
    product_column(const Real* __restrict__ a, const Real* __restrict__ b, Real* __restrict__ c,
                   int n, int inner)
{
    constexpr int side = 64, depth = 8, each = 8;
    __shared__ __align__(16) Real as[side][depth], bs[depth][side];
    int t = threadIdx.x, tx = t % side, ty = t / side;
    int left = blockIdx.x * side, top = blockIdx.y * side;
    Real sum[each] = {};
    for (int first = 0; first < inner; first += depth) {
        as[t / depth][t % depth] = inside(a, top + t / depth, first + t % depth, n, inner);
        bs[ty][tx] = inside(b, first + ty, left + tx, inner, n);
        __syncthreads();            // both tiles are in place
        #pragma unroll
        for (int k = 0; k < depth; ++k) {
            Real of_b = bs[k][tx];
            #pragma unroll
            for (int i = 0; i < each; ++i)
                sum[i] += as[ty * each + i][k] * of_b;
        }
        __syncthreads();            // no thread needs them any more
    }
    #pragma unroll
    for (int i = 0; i < each; ++i) {
        int row = top + ty * each + i, column = left + tx;
        if (row < n && column < n)
            c[row * n + column] = sum[i];
    }
}

// From here on a block makes 128 by 128 numbers, from 128 rows of a and 128 columns of b.
constexpr int across = 128;
// Their tiles are 64 bytes deep, or 32 bytes where there are two tiles of each.
template <class Real>
constexpr int deep = 64 / sizeof(Real);
template <class Real>
constexpr int shallow = deep<Real> / 2;
// The tile of a is transposed, so that one load reads numbers of a column. Its rows have four
// numbers more, against bank conflicts when it is filled.
template <class Real, int depth>
using TileOfA = Real[depth][across + 4];
template <class Real, int depth>
using TileOfB = Real[depth][across];
// With their registers, two blocks of floats fit a multiprocessor, or one block of doubles.
template <class Real>
constexpr int at_once = 8 / sizeof(Real);

// A thread's sums: four rows from `row` on and four more 64 further on; four columns from `column`
// on and the next four `apart` further on.
template <class Real, int depth, int columns>
__device__ void multiply(const Real (&as)[depth][across + 4], const Real (&bs)[depth][across],
                         int row, int column, int apart, Real (&sum)[8][columns])
{
    #pragma unroll
    for (int k = 0; k < depth; ++k) {
        Real of_a[8], of_b[columns];
        #pragma unroll
        for (int i = 0; i < 8; ++i)
            of_a[i] = as[k][row + i / 4 * 64 + i % 4];
        #pragma unroll
        for (int j = 0; j < columns; ++j)
            of_b[j] = bs[k][column + j / 4 * apart + j % 4];
        #pragma unroll
        for (int i = 0; i < 8; ++i)
            #pragma unroll
            for (int j = 0; j < columns; ++j)
                sum[i][j] += of_a[i] * of_b[j];
    }
}

// Neighbours that one load reads or one store writes.
template <class Real, int width>
struct alignas(sizeof(Real) * width) Pack {
    Real at[width];
};

// `width` neighbours. With `whole` no block has a number outside; else numbers outside are zeros.
template <int width, bool whole, class Real>
__device__ Pack<Real, width> load(const Real* __restrict__ matrix, int row, int column, int rows,
                                  int columns)
{
    if (whole || (row < rows && column < columns))
        return *reinterpret_cast<const Pack<Real, width>*>(matrix + row * columns + column);
    return {};
}

// A thread's share of a tile, in registers.
template <class Real, int depth, int width, int threads>
using Share = Pack<Real, width>[across * depth / width / threads];

// From memory to registers.
template <bool whole, int depth, int threads, class Real, int width, int loads>
__device__ void fetch(const Real* __restrict__ a, const Real* __restrict__ b, int top, int left,
                      int first, int n, int inner, Pack<Real, width> (&of_a)[loads],
                      Pack<Real, width> (&of_b)[loads])
{
    constexpr int row_of_a = depth / width, row_of_b = across / width;
    #pragma unroll
    for (int i = 0; i < loads; ++i) {
        int t = threadIdx.x + i * threads;
        int y = top + t / row_of_a, x = left + t % row_of_b * width;
        of_a[i] = load<width, whole>(a, y, first + t % row_of_a * width, n, inner);
        of_b[i] = load<width, whole>(b, first + t / row_of_b, x, inner, n);
    }
}

// From registers to shared memory.
template <int threads, class Real, int depth, int width, int loads>
__device__ void keep(const Pack<Real, width> (&of_a)[loads], const Pack<Real, width> (&of_b)[loads],
                     Real (&as)[depth][across + 4], Real (&bs)[depth][across])
{
    constexpr int row_of_a = depth / width, row_of_b = across / width;
    #pragma unroll
    for (int i = 0; i < loads; ++i) {
        int t = threadIdx.x + i * threads;
        #pragma unroll
        for (int j = 0; j < width; ++j)
            as[t % row_of_a * width + j][t / row_of_a] = of_a[i].at[j];
        Real* to = &bs[t / row_of_b][t % row_of_b * width];
        *reinterpret_cast<Pack<Real, width>*>(to) = of_b[i];
    }
}

// A thread's sums go to c.
template <int width, bool whole, class Real, int columns>
__device__ void write(Real* __restrict__ c, int row, int column, int apart, int n,
                      const Real (&sum)[8][columns])
{
    #pragma unroll
    for (int i = 0; i < 8; ++i)
        #pragma unroll
        for (int j = 0; j < columns; j += width) {
            int y = row + i / 4 * 64 + i % 4, x = column + j / 4 * apart + j % 4;
            Pack<Real, width> pack;
            #pragma unroll
            for (int k = 0; k < width; ++k)
                pack.at[k] = sum[i][j + k];
            if (whole || (y < n && x < n))
                *reinterpret_cast<Pack<Real, width>*>(c + y * n + x) = pack;
        }
}

// Eight by eight numbers a thread: a number read for a row or a column serves eight sums, from a
// register.
template <class Real, bool whole>
__global__ void __launch_bounds__(256, at_once<Real>)
    product_square(const Real* __restrict__ a, const Real* __restrict__ b, Real* __restrict__ c,
                   int n, int inner)
{
    constexpr int depth = deep<Real>;
    __shared__ __align__(16) TileOfA<Real, depth> as;
    __shared__ __align__(16) TileOfB<Real, depth> bs;
    int row = threadIdx.x / 16 * 4, column = threadIdx.x % 16 * 4;
    int left = blockIdx.x * across, top = blockIdx.y * across;
    Real sum[8][8] = {};
    #pragma unroll 1
    for (int first = 0; first < inner; first += depth) {
        Share<Real, depth, 1, 256> of_a, of_b;
        fetch<whole, depth, 256>(a, b, top, left, first, n, inner, of_a, of_b);
        keep<256>(of_a, of_b, as, bs);
        __syncthreads();            // both tiles are in place
        multiply(as, bs, row, column, 64, sum);
        __syncthreads();            // no thread needs them any more
    }
    write<1, whole>(c, top + row, left + column, 64, n, sum);
}

// 16 bytes where whole blocks cover the matrices; else one number, since rows begin anywhere.
template <class Real, bool whole>
constexpr int wide = whole ? 16 / sizeof(Real) : 1;

// The same with 16 bytes a load and a store.
template <class Real, bool whole>
__global__ void __launch_bounds__(256, at_once<Real>)
    product_wide(const Real* __restrict__ a, const Real* __restrict__ b, Real* __restrict__ c,
             int n, int inner)
{
    constexpr int depth = deep<Real>, width = wide<Real, whole>;
    __shared__ __align__(16) TileOfA<Real, depth> as;
    __shared__ __align__(16) TileOfB<Real, depth> bs;
    int row = threadIdx.x / 16 * 4, column = threadIdx.x % 16 * 4;
    int left = blockIdx.x * across, top = blockIdx.y * across;
    Real sum[8][8] = {};
    #pragma unroll 1
    for (int first = 0; first < inner; first += depth) {
        Share<Real, depth, width, 256> of_a, of_b;
        fetch<whole, depth, 256>(a, b, top, left, first, n, inner, of_a, of_b);
        keep<256>(of_a, of_b, as, bs);
        __syncthreads();            // both tiles are in place
        multiply(as, bs, row, column, 64, sum);
        __syncthreads();            // no thread needs them any more
    }
    write<width, whole>(c, top + row, left + column, 64, n, sum);
}

// Two tiles of each matrix, half as deep: while one is multiplied, the next is in flight.
template <class Real, bool whole>
__global__ void __launch_bounds__(256, at_once<Real>)
    product_ahead(const Real* __restrict__ a, const Real* __restrict__ b, Real* __restrict__ c,
              int n, int inner)
{
    constexpr int depth = shallow<Real>, width = wide<Real, whole>;
    __shared__ __align__(16) TileOfA<Real, depth> as[2];
    __shared__ __align__(16) TileOfB<Real, depth> bs[2];
    int row = threadIdx.x / 16 * 4, column = threadIdx.x % 16 * 4;
    int left = blockIdx.x * across, top = blockIdx.y * across, now = 0;
    Real sum[8][8] = {};
    Share<Real, depth, width, 256> of_a, of_b;
    fetch<whole, depth, 256>(a, b, top, left, 0, n, inner, of_a, of_b);
    keep<256>(of_a, of_b, as[0], bs[0]);
    __syncthreads();                // the first tiles are in place
    #pragma unroll 1
    for (int next = depth; next < inner; next += depth) {
        fetch<whole, depth, 256>(a, b, top, left, next, n, inner, of_a, of_b);
        multiply(as[now], bs[now], row, column, 64, sum);
        now = 1 - now;
        keep<256>(of_a, of_b, as[now], bs[now]);
        __syncthreads();            // the next tiles are in place, and no thread needs the old ones
    }
    multiply(as[now], bs[now], row, column, 64, sum);
    write<width, whole>(c, top + row, left + column, 64, n, sum);
}

// Half the threads, and eight by sixteen numbers each: 24 numbers read serve 128 sums.
template <class Real, bool whole>
__global__ void __launch_bounds__(128, at_once<Real>)
    product_oblong(const Real* __restrict__ a, const Real* __restrict__ b, Real* __restrict__ c,
                   int n, int inner)
{
    constexpr int depth = shallow<Real>, width = wide<Real, whole>;
    __shared__ __align__(16) TileOfA<Real, depth> as[2];
    __shared__ __align__(16) TileOfB<Real, depth> bs[2];
    int row = threadIdx.x / 8 * 4, column = threadIdx.x % 8 * 4;
    int left = blockIdx.x * across, top = blockIdx.y * across, now = 0;
    Real sum[8][16] = {};
    Share<Real, depth, width, 128> of_a, of_b;
    fetch<whole, depth, 128>(a, b, top, left, 0, n, inner, of_a, of_b);
    keep<128>(of_a, of_b, as[0], bs[0]);
    __syncthreads();                // the first tiles are in place
    #pragma unroll 1
    for (int next = depth; next < inner; next += depth) {
        fetch<whole, depth, 128>(a, b, top, left, next, n, inner, of_a, of_b);
        multiply(as[now], bs[now], row, column, 32, sum);
        now = 1 - now;
        keep<128>(of_a, of_b, as[now], bs[now]);
        __syncthreads();            // the next tiles are in place, and no thread needs the old ones
    }
    multiply(as[now], bs[now], row, column, 32, sum);
    write<width, whole>(c, top + row, left + column, 32, n, sum);
}

template __global__ void product_one_block<float>(const float*, const float*, float*, int, int);
template __global__ void product_one_block<double>(const double*, const double*, double*, int, int);
template __global__ void product_swapped<float>(const float*, const float*, float*, int, int);
template __global__ void product_swapped<double>(const double*, const double*, double*, int, int);
template __global__ void product_naive<float>(const float*, const float*, float*, int, int);
template __global__ void product_naive<double>(const double*, const double*, double*, int, int);
template __global__ void product_column<float>(const float*, const float*, float*, int, int);
template __global__ void product_column<double>(const double*, const double*, double*, int, int);
template __global__ void product_square<float, true>(const float*, const float*, float*, int, int);
template __global__ void product_square<float, false>(const float*, const float*, float*, int, int);
template __global__ void product_square<double, true>(const double*, const double*, double*, int,
                                                      int);
template __global__ void product_square<double, false>(const double*, const double*, double*, int,
                                                       int);
template __global__ void product_tile_of_a<float, 4>(const float*, const float*, float*, int, int);
template __global__ void product_tile_of_a<float, 8>(const float*, const float*, float*, int, int);
template __global__ void product_tile_of_a<float, 16>(const float*, const float*, float*, int, int);
template __global__ void product_tile_of_a<float, 32>(const float*, const float*, float*, int, int);
template __global__ void product_tile_of_a<double, 4>(const double*, const double*, double*, int,
                                                      int);
template __global__ void product_tile_of_a<double, 8>(const double*, const double*, double*, int,
                                                      int);
template __global__ void product_tile_of_a<double, 16>(const double*, const double*, double*, int,
                                                       int);
template __global__ void product_tile_of_a<double, 32>(const double*, const double*, double*, int,
                                                       int);
template __global__ void product_transposed<float, 4>(const float*, const float*, float*, int, int);
template __global__ void product_transposed<float, 8>(const float*, const float*, float*, int, int);
template __global__ void product_transposed<float, 16>(const float*, const float*, float*, int,
                                                       int);
template __global__ void product_transposed<float, 32>(const float*, const float*, float*, int,
                                                       int);
template __global__ void product_transposed<double, 4>(const double*, const double*, double*, int,
                                                       int);
template __global__ void product_transposed<double, 8>(const double*, const double*, double*, int,
                                                       int);
template __global__ void product_transposed<double, 16>(const double*, const double*, double*, int,
                                                        int);
template __global__ void product_transposed<double, 32>(const double*, const double*, double*, int,
                                                        int);
template __global__ void product_padded<float, 4>(const float*, const float*, float*, int, int);
template __global__ void product_padded<float, 8>(const float*, const float*, float*, int, int);
template __global__ void product_padded<float, 16>(const float*, const float*, float*, int, int);
template __global__ void product_padded<float, 32>(const float*, const float*, float*, int, int);
template __global__ void product_padded<double, 4>(const double*, const double*, double*, int, int);
template __global__ void product_padded<double, 8>(const double*, const double*, double*, int, int);
template __global__ void product_padded<double, 16>(const double*, const double*, double*, int,
                                                    int);
template __global__ void product_padded<double, 32>(const double*, const double*, double*, int,
                                                    int);
template __global__ void product_straight<float, 4>(const float*, const float*, float*, int, int);
template __global__ void product_straight<float, 8>(const float*, const float*, float*, int, int);
template __global__ void product_straight<float, 16>(const float*, const float*, float*, int, int);
template __global__ void product_straight<float, 32>(const float*, const float*, float*, int, int);
template __global__ void product_straight<double, 4>(const double*, const double*, double*, int,
                                                     int);
template __global__ void product_straight<double, 8>(const double*, const double*, double*, int,
                                                     int);
template __global__ void product_straight<double, 16>(const double*, const double*, double*, int,
                                                      int);
template __global__ void product_straight<double, 32>(const double*, const double*, double*, int,
                                                      int);
template __global__ void product_wide<float, true>(const float*, const float*, float*, int, int);
template __global__ void product_wide<float, false>(const float*, const float*, float*, int, int);
template __global__ void product_wide<double, true>(const double*, const double*, double*, int,
                                                    int);
template __global__ void product_wide<double, false>(const double*, const double*, double*, int,
                                                     int);
template __global__ void product_ahead<float, true>(const float*, const float*, float*, int, int);
template __global__ void product_ahead<float, false>(const float*, const float*, float*, int, int);
template __global__ void product_ahead<double, true>(const double*, const double*, double*, int,
                                                     int);
template __global__ void product_ahead<double, false>(const double*, const double*, double*, int,
                                                      int);
template __global__ void product_oblong<double, true>(const double*, const double*, double*, int,
                                                      int);
template __global__ void product_oblong<double, false>(const double*, const double*, double*, int,
                                                       int);
template __global__ void product_oblong<float, true>(const float*, const float*, float*, int, int);
template __global__ void product_oblong<float, false>(const float*, const float*, float*, int, int);
template __global__ void product_set_up<float>(float*, float*, int, int);
template __global__ void product_set_up<double>(double*, double*, int, int);
