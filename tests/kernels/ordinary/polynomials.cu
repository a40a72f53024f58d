// Functions that stay functions: called with numbers, with a structure and a pointer, by a
// template.
struct Cubic {
    float a, b, c, d;
};

__device__ __noinline__ float value_at(Cubic p, float x)
{
    return ((p.a * x + p.b) * x + p.c) * x + p.d;
}

__device__ __noinline__ float slope_at(const Cubic* p, float x)
{
    return (3 * p->a * x + 2 * p->b) * x + p->c;
}

// Newton's steps towards a root; it calls the other two.
template <int Steps>
__device__ __noinline__ float root_near(Cubic p, float x)
{
    for (int i = 0; i < Steps; ++i)
        x -= value_at(p, x) / slope_at(&p, x);
    return x;
}

template <int Steps>
__global__ void polynomials(const Cubic* cubics, const float* starts, float* roots, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && starts[i] > -100)
        roots[i] = root_near<Steps>(cubics[i], starts[i]);
}
template __global__ void polynomials<3>(const Cubic*, const float*, float*, int);
template __global__ void polynomials<8>(const Cubic*, const float*, float*, int);
