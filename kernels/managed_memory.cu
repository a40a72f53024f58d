// y = a x + y, over and over. The kernel is the same in every kind of memory: only the host's
// program says where x and y are.
//   copied      memory of the device, and copies there and back
//   managed     one array for both sides, whose pages move when a side touches them
//   prefetched  the same, and the pages move before that
//   advised     x is mostly read: its pages are on both sides then
//   mapped      page-locked memory of the host, which the kernel reaches over the bus

// Adds a multiple of x to the first `touched` elements of y.
__global__ void add_multiple(const float* x, float* y, float a, int touched)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < touched)
        y[i] = a * x[i] + y[i];
}
