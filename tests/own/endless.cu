// Never ends: the loop waits for a value that no thread writes.
__global__ void wait_for_one(volatile int* flag, int* seen) {
    while (flag[0] == 0) {
    }
    seen[threadIdx.x] = flag[0];
}
