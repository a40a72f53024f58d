// Functions that call themselves: each lane has its own depth, its own values behind each call, and
// its own array where one is declared. Lanes that called together go on together.
__device__ __noinline__ unsigned ways(unsigned steps)
{
    return steps < 2 ? 1 : ways(steps - 1) + ways(steps - 2);
}

// Two that call each other, with a truth that is needed behind the call.
__device__ __noinline__ int odd(int n, int seed);
__device__ __noinline__ int even(int n, int seed)
{
    const bool fifth = (n + seed) % 5 == 0;
    if (n == 0)
        return seed;
    const int below = odd(n - 1, seed + 1);
    return fifth ? below - n : below + 1;
}
__device__ __noinline__ int odd(int n, int seed)
{
    if (n == 0)
        return -seed;
    return even(n - 1, seed) * 2 + n;
}

// The digits of n in base 3, kept in an array of each call.
__device__ __noinline__ int digits(int n, int depth)
{
    volatile int mine[3];
    for (int i = 0; i < 3; ++i)
        mine[i] = n % (i + 2) + depth;
    const int below = n < 3 ? n : digits(n / 3, depth + 1);
    return below + mine[n % 3] * (depth + 1);
}

// What two functions pass has other sizes at the same places.
struct Tree {
    int key;
    Tree* below[2];
};
__device__ __noinline__ Tree* with(Tree* tree, int key)
{
    if (!tree)
        return new Tree{key, {nullptr, nullptr}};
    Tree*& below = tree->below[key >= tree->key];
    below = with(below, key);
    return tree;
}
__device__ __noinline__ int listed(const Tree* tree, int* out, int at)
{
    if (!tree)
        return at;
    at = listed(tree->below[0], out, at);
    out[at++] = tree->key;
    return listed(tree->below[1], out, at);
}
__global__ void sorted(const int* in, int* out, int n)
{
    Tree* tree = nullptr;
    for (int i = 0; i < n; ++i)
        tree = with(tree, in[threadIdx.x * n + i]);
    listed(tree, out + threadIdx.x * n, 0);
}

// Structures by value, whose padding is passed byte by byte.
struct Walk {
    double x, y;
    int steps;
};
__device__ __noinline__ Walk walked(Walk from, int depth)
{
    if (depth == 0)
        return {from.x, from.y, 1};
    const Walk rest = walked({from.x + 1, from.y * 2, from.steps}, depth - 1);
    return {rest.x + from.x, rest.y, rest.steps + 1};
}
__global__ void structures(double* out)
{
    const Walk walk = walked({double(threadIdx.x), 1, 0}, threadIdx.x % 4);
    out[threadIdx.x] = walk.x * 100 + walk.y + walk.steps * 0.5;
}

__global__ void recursion(unsigned* counts, int* turns, int* sums, int n)
{
    __shared__ int together[64];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        counts[i] = ways(i % 9);
        turns[i] = even(i % 12, i);
    }
    together[threadIdx.x] = i < n ? digits(i * 7, 0) : 0;
    __syncthreads();
    if (i < n)
        sums[i] = together[threadIdx.x] + together[threadIdx.x ^ 1];
}

// A kernel beside it that does not.
__global__ void no_recursion(unsigned* counts, int n)
{
    int i = threadIdx.x;
    if (i < n)
        counts[i] = i;
}

// Deeper than a thread's stack.
__device__ __noinline__ int down(int n, volatile int* p)
{
    return n == 0 ? p[0] : down(n + 1, p) + p[0];
}
__global__ void too_deep(int* out, int n)
{
    out[0] = down(n, out);
}
