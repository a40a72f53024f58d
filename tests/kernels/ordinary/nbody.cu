// The pull of all bodies on each: x, y, z and mass in one float4, a tile of bodies at a time.
__global__ void nbody(const float4* bodies, float3* pull, int n)
{
    extern __shared__ float4 others[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
    float3 sum = make_float3(0, 0, 0);
    for (int first = 0; first < n; first += blockDim.x) {
        int j = first + threadIdx.x;
        others[threadIdx.x] = j < n ? bodies[j] : make_float4(0, 0, 0, 0);
        __syncthreads();            // the tile is complete
        for (int k = 0; k < blockDim.x; ++k) {
            float4 other = others[k];
            float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
            float near = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            float strength = other.w * near * near * near;
            sum.x += dx * strength;
            sum.y += dy * strength;
            sum.z += dz * strength;
        }
        __syncthreads();            // nobody reads this tile any more
    }
    if (i < n)
        pull[i] = sum;
}
