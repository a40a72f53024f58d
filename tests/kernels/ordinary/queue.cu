// Blocks take pieces of work from a queue until it is empty; the pieces differ in size.
__global__ void queue(const int* sizes, int* next, unsigned* results, int pieces)
{
    __shared__ int piece;
    for (;;) {
        if (threadIdx.x == 0)
            piece = atomicAdd(next, 1);
        __syncthreads();            // all know the piece
        int mine = piece;
        __syncthreads();            // all have read it, before the next is taken
        if (mine >= pieces)
            return;
        unsigned sum = 0;
        for (int i = threadIdx.x; i < sizes[mine]; i += blockDim.x)
            sum += i * i;
        atomicAdd(&results[mine], sum);
    }
}
