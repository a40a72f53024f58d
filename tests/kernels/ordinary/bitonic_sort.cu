// Sorts one block's numbers in shared memory by a bitonic network; the count is the block's
// threads.
__global__ void bitonic_sort(int* numbers)
{
    extern __shared__ int keys[];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    keys[t] = numbers[first + t];
    for (int size = 2; size <= blockDim.x; size *= 2) {
        for (int distance = size / 2; distance > 0; distance /= 2) {
            __syncthreads();        // the last round's exchanges are done
            int other = t ^ distance;
            if (other > t) {
                bool upwards = (t & size) == 0;
                int a = keys[t], b = keys[other];
                if ((a > b) == upwards) {
                    keys[t] = b;
                    keys[other] = a;
                }
            }
        }
    }
    __syncthreads();                // all are in order
    numbers[first + t] = keys[t];
}
