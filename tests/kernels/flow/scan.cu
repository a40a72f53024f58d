// Prefix sums, tridiagonal equations and sorting in shared memory.

__global__ void scan_hillis(const float* input, float* output)
{
    extern __shared__ float a[];
    int t = threadIdx.x;
    a[t] = input[t];
    for (int reach = 1; reach < blockDim.x; reach *= 2) {
        __syncthreads();
        float left = t >= reach ? a[t - reach] : 0;
        __syncthreads();
        a[t] += left;
    }
    output[t] = a[t];
}

// The second barrier is missing: some lanes read what others have written already.
__global__ void scan_race(const float* input, float* output)
{
    extern __shared__ float a[];
    int t = threadIdx.x;
    a[t] = input[t];
    for (int reach = 1; reach < blockDim.x; reach *= 2) {
        __syncthreads();
        float left = t >= reach ? a[t - reach] : 0;
        a[t] += left;
    }
    __syncthreads();
    output[t] = a[t];
}

__global__ void scan_pingpong(const float* input, float* output)
{
    extern __shared__ float a[];
    int t = threadIdx.x, n = blockDim.x, from = 0;
    a[t] = input[t];
    for (int reach = 1; reach < n; reach *= 2) {
        __syncthreads();
        int to = 1 - from;
        if (t >= reach)
            a[to * n + t] = a[from * n + t] + a[from * n + t - reach];
        else
            a[to * n + t] = a[from * n + t];
        from = to;
    }
    output[t] = a[from * n + t];
}

__global__ void scan_blelloch(const float* input, float* output)
{
    extern __shared__ float a[];
    int t = threadIdx.x, n = 2 * blockDim.x, reach = 1;
    a[2 * t] = input[2 * t];
    a[2 * t + 1] = input[2 * t + 1];
    for (int pairs = n / 2; pairs > 0; pairs /= 2) {
        __syncthreads();
        if (t < pairs)
            a[reach * (2 * t + 2) - 1] += a[reach * (2 * t + 1) - 1];
        reach *= 2;
    }
    if (t == 0)
        a[n - 1] = 0;
    for (int pairs = 1; pairs < n; pairs *= 2) {
        reach /= 2;
        __syncthreads();
        if (t < pairs) {
            int left = reach * (2 * t + 1) - 1, right = reach * (2 * t + 2) - 1;
            float old = a[left];
            a[left] = a[right];
            a[right] += old;
        }
    }
    __syncthreads();
    output[2 * t] = a[2 * t];
    output[2 * t + 1] = a[2 * t + 1];
}

__global__ void pcr_shared(const float* below, const float* diagonal, const float* above,
                           const float* right, float* x)
{
    __shared__ float sa[64], sb[64], sc[64], sd[64];
    int t = threadIdx.x, n = blockDim.x;
    sa[t] = below[t];
    sb[t] = diagonal[t];
    sc[t] = above[t];
    sd[t] = right[t];
    __syncthreads();
    for (int reach = 1; reach < n; reach *= 2) {
        int up = max(t - reach, 0), down = min(t + reach, n - 1);
        float k1 = t >= reach ? sa[t] / sb[up] : 0;
        float k2 = t + reach < n ? sc[t] / sb[down] : 0;
        float a = -k1 * sa[up], c = -k2 * sc[down];
        float b = sb[t] - k1 * sc[up] - k2 * sa[down];
        float d = sd[t] - k1 * sd[up] - k2 * sd[down];
        __syncthreads();
        sa[t] = a;
        sb[t] = b;
        sc[t] = c;
        sd[t] = d;
        __syncthreads();
    }
    x[t] = sd[t] / sb[t];
}

__global__ void bitonic(unsigned* data)
{
    extern __shared__ unsigned keys[];
    int t = threadIdx.x;
    keys[t] = data[t];
    for (int size = 2; size <= blockDim.x; size *= 2)
        for (int reach = size / 2; reach > 0; reach /= 2) {
            __syncthreads();
            int partner = t ^ reach;
            if (partner > t) {
                unsigned x = keys[t], y = keys[partner];
                bool ascending = (t & size) == 0;
                if ((x > y) == ascending) {
                    keys[t] = y;
                    keys[partner] = x;
                }
            }
        }
    __syncthreads();
    data[t] = keys[t];
}

__global__ void bitonic_select(unsigned* data)
{
    extern __shared__ unsigned keys[];
    int t = threadIdx.x;
    keys[t] = data[t];
    for (int size = 2; size <= blockDim.x; size *= 2)
        for (int reach = size / 2; reach > 0; reach /= 2) {
            __syncthreads();
            unsigned x = keys[t], y = keys[t ^ reach];
            bool low = ((t & size) == 0) == ((t & reach) == 0);
            __syncthreads();
            keys[t] = low ? min(x, y) : max(x, y);
        }
    __syncthreads();
    data[t] = keys[t];
}

// One launch a step, in global memory.
__global__ void bitonic_step(int* data, int reach, int size)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, partner = i ^ reach;
    if (partner > i) {
        int a = data[i], b = data[partner];
        if ((a > b) == ((i & size) == 0)) {
            data[i] = b;
            data[partner] = a;
        }
    }
}

// Maximum, sum of exponentials, division: three phases over one array.
__global__ void softmax(const float* input, float* output)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    float x = input[t];
    s[t] = x;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            s[t] = fmaxf(s[t], s[t + stride]);
        __syncthreads();
    }
    float e = exp2f(x - s[0]);
    __syncthreads();
    s[t] = e;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            s[t] += s[t + stride];
        __syncthreads();
    }
    output[t] = e / s[0];
}
