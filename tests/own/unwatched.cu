// The second block writes what the third reads, and nothing is between.
__global__ void unwatched(int* told)
{
    if (threadIdx.x > 0)
        return;
    if (blockIdx.x == 1)
        told[0] = 7;
    if (blockIdx.x == 2)
        told[1] = told[0];
}
