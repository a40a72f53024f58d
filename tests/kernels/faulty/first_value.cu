// An exchange gives memory its first value: what it brings goes nowhere.
__global__ void first_value(int* sum)
{
    if (threadIdx.x == 0)
        atomicExch(sum, 0);
    __syncthreads();
    atomicAdd(sum, 1);
}

// This one uses what it brings.
__global__ void old_value(int* sum, int* out)
{
    out[threadIdx.x] = atomicExch(sum, 0);
}
