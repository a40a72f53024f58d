// Never ends: from 2^24 on, adding 1 to a float changes nothing, and the loop waits for more.
__global__ void count_up(float* numbers, int n) {
    while (numbers[threadIdx.x] < 1e9f) numbers[threadIdx.x] += 1;
    if (threadIdx.x < n) numbers[threadIdx.x] = 0;
}
