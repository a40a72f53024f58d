// Convolution of n numbers with a filter of m: out[i] = filter[0] signal[i] + filter[1] signal[i -
// 1] + ..., n + m - 1 outputs. First each product by itself: from global memory, from shared
// memory, then four outputs a thread. Then a product of spectra, by one block: Fourier transforms
// in the order of textbooks; with a table of turns; without putting anything in order; with signal
// and filter in one transform. Last by many blocks, with pieces of the signal each; with two rounds
// between two barriers; with numbers spread over the banks. A transform has `points` numbers, a
// power of two.

// Every product by itself: each thread computes one output.
__global__ void convolve_direct(const float* __restrict__ signal, const float* __restrict__ filter,
                                float* __restrict__ out, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n + m - 1)
        return;
    int first = max(0, i - n + 1), last = min(i, m - 1);  // where the signal has a number
    float sum = 0;
    // Not unrolled, so that products can be counted.
    #pragma unroll 1
    for (int j = first; j <= last; ++j)
        sum += filter[j] * signal[i - j];
    out[i] = sum;
}

// The block's dynamic shared memory as numbers of one type, as many as the launch gave room for.
template <class Number>
__device__ Number* block_memory()
{
    extern __shared__ __align__(16) unsigned char part[];  // bytes, aligned for the widest type
    return reinterpret_cast<Number*>(part);
}

// Number i of an array, and 0 outside of it.
__device__ float padded(const float* __restrict__ numbers, int i, int count)
{
    return i >= 0 && i < count ? numbers[i] : 0.0f;
}

// A block loads as many weights of the filter as it has threads, and the stretch of the signal that
// its outputs need for them. All its threads use them from shared memory.
__global__ void convolve_tile(const float* __restrict__ signal, const float* __restrict__ filter,
                              float* __restrict__ out, int n, int m)
{
    int t = threadIdx.x, threads = blockDim.x, i = blockIdx.x * threads + t;
    float* weights = block_memory<float>();
    float* stretch = weights + threads;     // twice as many
    float sum = 0;
    #pragma unroll 1
    for (int from = 0; from < m; from += threads) {
        weights[t] = padded(filter, from + t, m);
        stretch[t] = padded(signal, i - from - threads, n);
        stretch[threads + t] = padded(signal, i - from, n);
        __syncthreads();            // weights and stretch are in place
        int count = min(threads, m - from);
        #pragma unroll 4
        for (int j = 0; j < count; ++j)
            sum += weights[j] * stretch[threads + t - j];
        __syncthreads();            // all have read: both may be overwritten
    }
    if (i < n + m - 1)
        out[i] = sum;
}

// Four outputs a thread, side by side: four weights and eight numbers of the signal, in registers,
// make sixteen products.
__global__ void convolve_four(const float* __restrict__ signal, const float* __restrict__ filter,
                              float* __restrict__ out, int n, int m)
{
    int t = threadIdx.x, threads = blockDim.x, width = 4 * threads;
    int first = blockIdx.x * width;         // of the block's outputs
    float* weights = block_memory<float>();
    float* stretch = weights + width;       // twice as many
    float sum[4] = {};
    #pragma unroll 1
    for (int from = 0; from < m; from += width) {
        #pragma unroll 4
        for (int k = t; k < width; k += threads) {
            weights[k] = padded(filter, from + k, m);
            stretch[k] = padded(signal, first - from - width + k, n);
            stretch[width + k] = padded(signal, first - from + k, n);
        }
        __syncthreads();            // weights and stretch are in place
        const float4* four_weights = reinterpret_cast<const float4*>(weights);
        const float4* own = reinterpret_cast<const float4*>(stretch + width) + t;
        float4 after = own[0];
        int count = min(threads, (m - from + 3) / 4);
        #pragma unroll 4
        for (int j = 0; j < count; ++j) {
            float4 w = four_weights[j], before = own[-j - 1];
            sum[0] += w.x * after.x + w.y * before.w + w.z * before.z + w.w * before.y;
            sum[1] += w.x * after.y + w.y * after.x + w.z * before.w + w.w * before.z;
            sum[2] += w.x * after.z + w.y * after.y + w.z * after.x + w.w * before.w;
            sum[3] += w.x * after.w + w.y * after.z + w.z * after.y + w.w * after.x;
            after = before;
        }
        __syncthreads();            // all have read: both may be overwritten
    }
    for (int k = 0; k < 4; ++k)
        if (first + 4 * t + k < n + m - 1)
            out[first + 4 * t + k] = sum[k];
}

// ---- Complex numbers: x is the real part, y the imaginary one.

__device__ float2 sum_of(float2 a, float2 b) { return {a.x + b.x, a.y + b.y}; }
__device__ float2 difference(float2 a, float2 b) { return {a.x - b.x, a.y - b.y}; }
__device__ float2 conjugate(float2 a) { return {a.x, -a.y}; }
__device__ float2 product(float2 a, float2 b)
{
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}

// The number 1, turned by `half_turns` half turns.
__device__ float2 turn(float half_turns)
{
    float2 turned;
    sincospif(half_turns, &turned.y, &turned.x);
    return turned;
}

// ---- Transforms in the order of textbooks.

// The place whose bits are those of `place` in reverse order.
__device__ int reversed(int place, int points) { return __brev(place) >> (__clz(points) + 1); }

// From numbers in bit-reversed order to their spectrum: each round combines the two halves of a
// group, and groups are twice as long in the next round. `way`: -1 forward, 1 back, which
// multiplies by `points`.
__device__ void transform(float2* z, int points, float way)
{
    // Not unrolled, so that rounds and butterflies can be counted.
    #pragma unroll 1
    for (int apart = 1; apart < points; apart *= 2) {
        #pragma unroll 1
        for (int k = threadIdx.x; k < points / 2; k += blockDim.x) {
            int at = k & (apart - 1), i = 2 * k - at;
            float2 other = product(z[i + apart], turn(way * at / apart)), own = z[i];
            z[i] = sum_of(own, other);
            z[i + apart] = difference(own, other);
        }
        __syncthreads();            // every butterfly of this round is made
    }
}

// The products of two spectra, put in bit-reversed order for the way back. One thread has both
// places of a pair that it exchanges.
__device__ void multiply_reversed(float2* z, const float2* by, int points)
{
    for (int k = threadIdx.x; k < points; k += blockDim.x) {
        int other = reversed(k, points);
        if (other < k)
            continue;
        float2 here = product(z[k], by[k]), there = product(z[other], by[other]);
        z[k] = there;
        z[other] = here;
    }
    __syncthreads();                // every product is in place
}

// One block: transforms of signal and filter, the product, and the way back. Each butterfly
// computes the turn that it needs.
__global__ void convolve_fft(const float* __restrict__ signal, const float* __restrict__ filter,
                             float* __restrict__ out, int n, int m, int points)
{
    float2* z = block_memory<float2>();
    float2* by = z + points;
    #pragma unroll 1
    for (int k = threadIdx.x; k < points; k += blockDim.x) {
        int to = reversed(k, points);
        z[to] = {padded(signal, k, n), 0};
        by[to] = {padded(filter, k, m), 0};
    }
    __syncthreads();                // signal and filter are in place
    transform(z, points, -1);
    transform(by, points, -1);
    multiply_reversed(z, by, points);
    transform(z, points, 1);
    float scale = 1.0f / points;
    for (int k = threadIdx.x; k < n + m - 1; k += blockDim.x)
        out[k] = z[k].x * scale;
}

// ---- A table of turns.

// table[apart + at] is the turn of place `at` of a group, in the round of distance `apart`:
// neighbours find theirs side by side in every round. Entry 0 stays empty.
__device__ void fill_turns(float2* table, int points)
{
    #pragma unroll 1
    for (int k = threadIdx.x + 1; k < points; k += blockDim.x) {
        int apart = 1 << (31 - __clz(k));
        table[k] = turn(-float(k - apart) / apart);
    }
}

// As `transform`, with the table. The way back turns in the other direction.
__device__ void transform_by_table(float2* z, const float2* table, int points, bool back)
{
    #pragma unroll 1
    for (int apart = 1; apart < points; apart *= 2) {
        #pragma unroll 1
        for (int k = threadIdx.x; k < points / 2; k += blockDim.x) {
            int at = k & (apart - 1), i = 2 * k - at;
            float2 by = table[apart + at];
            float2 other = product(z[i + apart], back ? conjugate(by) : by), own = z[i];
            z[i] = sum_of(own, other);
            z[i + apart] = difference(own, other);
        }
        __syncthreads();            // every butterfly of this round is made
    }
}

// The same, but each turn is computed once.
__global__ void convolve_table(const float* __restrict__ signal, const float* __restrict__ filter,
                               float* __restrict__ out, int n, int m, int points)
{
    float2* z = block_memory<float2>();
    float2* by = z + points;
    float2* table = by + points;
    fill_turns(table, points);
    #pragma unroll 1
    for (int k = threadIdx.x; k < points; k += blockDim.x) {
        int to = reversed(k, points);
        z[to] = {padded(signal, k, n), 0};
        by[to] = {padded(filter, k, m), 0};
    }
    __syncthreads();                // signal, filter and table are in place
    transform_by_table(z, table, points, false);
    transform_by_table(by, table, points, false);
    multiply_reversed(z, by, points);
    transform_by_table(z, table, points, true);
    float scale = 1.0f / points;
    for (int k = threadIdx.x; k < n + m - 1; k += blockDim.x)
        out[k] = z[k].x * scale;
}

// ---- Nothing is put in order.

// From numbers in their order to a spectrum in bit-reversed order: the rounds of `transform` from
// the last to the first, each reversed.
__device__ void forward(float2* z, const float2* table, int points)
{
    #pragma unroll 1
    for (int apart = points / 2; apart > 0; apart /= 2) {
        #pragma unroll 1
        for (int k = threadIdx.x; k < points / 2; k += blockDim.x) {
            int at = k & (apart - 1), i = 2 * k - at;
            float2 own = z[i], other = z[i + apart];
            z[i] = sum_of(own, other);
            z[i + apart] = product(difference(own, other), table[apart + at]);
        }
        __syncthreads();            // every butterfly of this round is made
    }
}

// A product needs no order: forward leaves both spectra in bit-reversed order, and the way back
// begins with it.
__global__ void convolve_unordered(const float* __restrict__ signal,
                                   const float* __restrict__ filter, float* __restrict__ out, int n,
                                   int m, int points)
{
    float2* z = block_memory<float2>();
    float2* by = z + points;
    float2* table = by + points;
    fill_turns(table, points);
    #pragma unroll 1
    for (int k = threadIdx.x; k < points; k += blockDim.x) {
        z[k] = {padded(signal, k, n), 0};
        by[k] = {padded(filter, k, m), 0};
    }
    __syncthreads();                // signal, filter and table are in place
    forward(z, table, points);
    forward(by, table, points);
    #pragma unroll 1
    for (int k = threadIdx.x; k < points; k += blockDim.x)
        z[k] = product(z[k], by[k]);
    __syncthreads();                // every product is in place
    transform_by_table(z, table, points, true);
    float scale = 1.0f / points;
    for (int k = threadIdx.x; k < n + m - 1; k += blockDim.x)
        out[k] = z[k].x * scale;
}

// ---- Signal and filter in one transform.

// The place of the frequency of the other sign, in a spectrum in bit-reversed order.
__device__ int mirrored(int place)
{
    return place == 0 ? 0 : (3 << (31 - __clz(place))) - 1 - place;
}

// The spectrum Z of s + i f contains the spectra of s and f, since both are real. Their product at
// a frequency is (Z^2 - conjugate(Z at the mirrored frequency)^2) / 4i.
__device__ void multiply_parts(float2* z, int points)
{
    #pragma unroll 1
    for (int k = threadIdx.x; k < points; k += blockDim.x) {
        int other = mirrored(k);
        if (other < k)
            continue;
        float2 own = product(z[k], z[k]), far = conjugate(product(z[other], z[other]));
        float2 both = {(own.y - far.y) / 4, (far.x - own.x) / 4};
        z[k] = both;
        z[other] = conjugate(both);
    }
    __syncthreads();                // every product is in place
}

// The filter stands in the imaginary parts of the signal: two transforms in place of three.
__global__ void convolve_together(const float* __restrict__ signal,
                                  const float* __restrict__ filter, float* __restrict__ out, int n,
                                  int m, int points)
{
    float2* z = block_memory<float2>();
    float2* table = z + points;
    fill_turns(table, points);
    #pragma unroll 1
    for (int k = threadIdx.x; k < points; k += blockDim.x)
        z[k] = {padded(signal, k, n), padded(filter, k, m)};
    __syncthreads();                // signal, filter and table are in place
    forward(z, table, points);
    multiply_parts(z, points);
    transform_by_table(z, table, points, true);
    float scale = 1.0f / points;
    for (int k = threadIdx.x; k < n + m - 1; k += blockDim.x)
        out[k] = z[k].x * scale;
}

// ---- Many blocks.

// One block prepares the table for all blocks, and the filter's spectrum in bit-reversed order,
// divided by `points`.
__global__ void filter_spectrum(const float* __restrict__ filter, float2* __restrict__ spectrum,
                                float2* __restrict__ turns, int m, int points)
{
    float2* z = block_memory<float2>();
    float2* table = z + points;
    if (threadIdx.x == 0)
        table[0] = {1, 0};
    fill_turns(table, points);
    float scale = 1.0f / points;
    #pragma unroll 1
    for (int k = threadIdx.x; k < points; k += blockDim.x)
        z[k] = {padded(filter, k, m) * scale, 0};
    __syncthreads();                // filter and table are in place
    forward(z, table, points);
    for (int k = threadIdx.x; k < points; k += blockDim.x) {
        spectrum[k] = z[k];
        turns[k] = table[k];
    }
}

// A block has two pieces of the signal, one as real parts and one as imaginary parts. The filter is
// real, so they stay apart. A piece begins m - 1 numbers before its outputs. Its first m - 1
// results are thrown away, since the end of the piece has wrapped around into them.
__global__ void convolve_pieces(const float* __restrict__ signal,
                                const float2* __restrict__ spectrum,
                                const float2* __restrict__ turns, float* __restrict__ out, int n,
                                int m, int points)
{
    float2* z = block_memory<float2>();
    float2* table = z + points;
    int step = points - m + 1, first = 2 * blockIdx.x * step - m + 1;
    #pragma unroll 1
    for (int k = threadIdx.x; k < points; k += blockDim.x) {
        z[k] = {padded(signal, first + k, n), padded(signal, first + step + k, n)};
        table[k] = turns[k];
    }
    __syncthreads();                // both pieces and the table are in place
    forward(z, table, points);
    #pragma unroll 1
    for (int k = threadIdx.x; k < points; k += blockDim.x)
        z[k] = product(z[k], spectrum[k]);
    __syncthreads();                // every product is in place
    transform_by_table(z, table, points, true);
    for (int k = m - 1 + threadIdx.x; k < points; k += blockDim.x) {
        if (first + k < n + m - 1)
            out[first + k] = z[k].x;
        if (first + step + k < n + m - 1)
            out[first + step + k] = z[k].y;
    }
}

// ---- Two rounds between two barriers.

// The place of number i in shared memory. In rounds by four, up to four lanes share a bank. With
// `spread`, no two of the 16 lanes that read at once share a bank.
template <bool spread>
__device__ int place(int i)
{
    return spread ? i ^ 5 * (i / 16 % 4) : i;
}

// Combines four numbers in registers, which does the work of two rounds.
template <bool spread>
__device__ void forward_by_four(float2* z, const float2* table, int points)
{
    #pragma unroll 1
    for (int apart = points / 4; apart > 0; apart /= 4) {
        #pragma unroll 1
        for (int k = threadIdx.x; k < points / 4; k += blockDim.x) {
            int at = k & (apart - 1), i = 4 * k - 3 * at, at_a = place<spread>(i);
            int at_b = place<spread>(i + apart), at_c = place<spread>(i + 2 * apart);
            int at_d = place<spread>(i + 3 * apart);
            float2 once = table[2 * apart + at], twice = table[apart + at];
            float2 a = z[at_a], b = z[at_b], c = z[at_c], d = z[at_d];
            float2 ac = sum_of(a, c), bd = sum_of(b, d), p = product(difference(a, c), once);
            float2 q = product(difference(b, d), once), turned = {q.y, -q.x};
            z[at_a] = sum_of(ac, bd);
            z[at_b] = product(difference(ac, bd), twice);
            z[at_c] = sum_of(p, turned);
            z[at_d] = product(difference(p, turned), twice);
        }
        __syncthreads();            // every four of this round are in place
    }
}

// The same on the way back, with turns in the other direction. It begins at distance `apart`.
template <bool spread>
__device__ void back_by_four(float2* z, const float2* table, int points, int apart)
{
    #pragma unroll 1
    for (; apart < points; apart *= 4) {
        #pragma unroll 1
        for (int k = threadIdx.x; k < points / 4; k += blockDim.x) {
            int at = k & (apart - 1), i = 4 * k - 3 * at, at_a = place<spread>(i);
            int at_b = place<spread>(i + apart), at_c = place<spread>(i + 2 * apart);
            int at_d = place<spread>(i + 3 * apart);
            float2 once = conjugate(table[2 * apart + at]), twice = conjugate(table[apart + at]);
            float2 a = z[at_a], b = product(z[at_b], twice);
            float2 c = z[at_c], d = product(z[at_d], twice);
            float2 p = product(sum_of(c, d), once), q = product(difference(c, d), once);
            float2 left = sum_of(a, b), right = difference(a, b), turned = {-q.y, q.x};
            z[at_a] = sum_of(left, p);
            z[at_b] = sum_of(right, turned);
            z[at_c] = difference(left, p);
            z[at_d] = difference(right, turned);
        }
        __syncthreads();            // every four of this round are in place
    }
}

// One round of neighbours, where the number of rounds is odd. Their turn is 1.
template <bool spread>
__device__ void meet_neighbours(float2* z, int points)
{
    for (int k = threadIdx.x; k < points / 2; k += blockDim.x) {
        int left = place<spread>(2 * k), right = place<spread>(2 * k + 1);
        float2 own = z[left], other = z[right];
        z[left] = sum_of(own, other);
        z[right] = difference(own, other);
    }
    __syncthreads();                // every pair is in place
}

// As convolve_pieces, with half the barriers and half the accesses to shared memory.
template <bool spread>
__global__ void convolve_by_four(const float* __restrict__ signal,
                                 const float2* __restrict__ spectrum,
                                 const float2* __restrict__ turns, float* __restrict__ out, int n,
                                 int m, int points)
{
    float2* z = block_memory<float2>();
    float2* table = z + points;
    int step = points - m + 1, first = 2 * blockIdx.x * step - m + 1;
    bool odd = __clz(points) % 2 == 0;      // points is 2, 8, 32...
    #pragma unroll 1
    for (int k = threadIdx.x; k < points; k += blockDim.x) {
        z[place<spread>(k)] = {padded(signal, first + k, n), padded(signal, first + step + k, n)};
        table[k] = turns[k];
    }
    __syncthreads();                // both pieces and the table are in place
    forward_by_four<spread>(z, table, points);
    if (odd)
        meet_neighbours<spread>(z, points);
    #pragma unroll 1
    for (int k = threadIdx.x; k < points; k += blockDim.x)
        z[place<spread>(k)] = product(z[place<spread>(k)], spectrum[k]);
    __syncthreads();                // every product is in place
    if (odd)
        meet_neighbours<spread>(z, points);
    back_by_four<spread>(z, table, points, odd ? 2 : 1);
    for (int k = threadIdx.x; k < points; k += blockDim.x) {
        if (k < m - 1)
            continue;
        float2 both = z[place<spread>(k)];
        if (first + k < n + m - 1)
            out[first + k] = both.x;
        if (first + step + k < n + m - 1)
            out[first + step + k] = both.y;
    }
}
template __global__ void convolve_by_four<false>(const float*, const float2*, const float2*, float*,
                                                 int, int, int);
template __global__ void convolve_by_four<true>(const float*, const float2*, const float2*, float*,
                                                int, int, int);
