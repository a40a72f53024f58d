// Many steps of heat along a pipe within one block, between two halves of shared memory.
__global__ void heat_pipe(float* pipe, int steps)
{
    __shared__ float halves[2][130];
    int t = threadIdx.x + 1, now = 0;
    halves[0][t] = pipe[t];
    if (threadIdx.x < 2) {
        int end = threadIdx.x * (blockDim.x + 1);
        halves[0][end] = halves[1][end] = pipe[end];
    }
    __syncthreads();                // the pipe is in place
    for (int step = 0; step < steps; ++step) {
        const float* pipe_now = halves[now];
        halves[1 - now][t] = 0.25f * (pipe_now[t - 1] + pipe_now[t + 1]) + 0.5f * pipe_now[t];
        now = 1 - now;
        __syncthreads();            // this step is complete
    }
    pipe[t] = halves[now][t];
}
