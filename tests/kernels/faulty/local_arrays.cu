// Arrays of each thread: what goes from one into the next, and what looks as if it did.
__global__ void past(const int* in, int* out, int n)
{
    int a[8], b[8];
    for (int i = 0; i < 8; ++i)
        a[i] = b[i] = in[i];
    for (int i = 0; i < n; ++i)
        a[i] = i * in[i & 7];
    out[threadIdx.x] = a[(n - 3) & 7] + b[in[1] & 7];
}

__global__ void before(const int* in, int* out, int n)
{
    int a[8], b[8];
    for (int i = 0; i < 8; ++i)
        a[i] = b[i] = in[i];
    out[threadIdx.x] = a[in[1] & 7] + b[n];
}

// What a thread keeps of its own, as a function that is called sees it.
__device__ __noinline__ int sum_of(const int* numbers, int n)
{
    int sum = 0;
    for (int i = 0; i < n; ++i)
        sum += numbers[i * 5 % n];
    return sum;
}

__global__ void called(const int* in, int* out, int n)
{
    int a[8], b[8];
    for (int i = 0; i < 8; ++i)
        a[i] = in[i], b[in[i] & 7] = i;
    out[threadIdx.x] = sum_of(a, n) + sum_of(b, 1);
}

// Right ones: an array is chosen, walked from its end, addressed from before its first element,
// reached by a pointer that was stored, or a part of a structure.
__global__ void chosen(const int* in, int* out, int n)
{
    int a[8], b[8];
    for (int i = 0; i < 8; ++i)
        a[i] = in[i], b[in[i] & 7] = i;
    int* p = n & 1 ? a : b;
    for (int i = 0; i < 8; ++i)
        p[i] += in[i];
    out[threadIdx.x] = a[n] + b[n];
}

__global__ void from_the_end(const int* in, int* out, int n)
{
    int a[64], b[64], sum = 0;
    for (int i = 0; i < 64; ++i)
        a[i] = in[i & 7], b[63 - i] = in[i & 7];
#pragma unroll 1
    for (int* p = b + 63; p >= b; --p)
        sum = sum * 2 + *p;
#pragma unroll 1
    for (int i = 8; i < 64; ++i)
        sum = sum * 3 + b[i - 8] * a[64 - i];
    const int* one_based = b - 1;
#pragma unroll 1
    for (int i = n; i > 0; --i)
        sum = sum * 5 + one_based[i];
    out[threadIdx.x] = sum + a[n];
}

__global__ void stored(const int* in, int* out, int n)
{
    int a[8], b[8];
    int* table[3] = {a + 1, b + 2, a};
    for (int i = 0; i < 8; ++i)
        a[i] = in[i], b[i] = in[7 - i];
    for (int i = 0; i < 5; ++i)
        table[(i + n) % 3][i] = in[i];
    int* p = table[1];
    p[b + 3 - p] = n;
    out[threadIdx.x] = a[n] + b[n];
}

struct Pair {
    int first[4], second[4];
};

__global__ void parts(const int* in, int* out, int n)
{
    Pair pairs[3];
    double beside[4];
    for (int i = 0; i < 12; ++i) {
        pairs[i % 3].first[i & 3] = in[i & 7];
        pairs[i % 3].second[(i + n) & 3] = i;
        beside[in[i & 7] & 3] = i;
    }
    for (int i = 0; i < 4; ++i)
        beside[(i + n) & 3] = i;
    out[threadIdx.x] = pairs[n % 3].first[n & 3] + pairs[1].second[n & 3] + int(beside[n & 3]);
}
