// Accesses that are wrong.
__constant__ float fixed[4];
__global__ void past_the_end(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + 1];
}
__global__ void before_the_start(float* out) {
    out[(int)threadIdx.x - 3] = 1;
}
__global__ void misaligned(const char* in, float* out) {
    out[threadIdx.x] = *(const float*)(in + threadIdx.x * 4 + 2);
}
__global__ void shared_past_the_end(float* out) {
    __shared__ float part[64];
    part[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = part[threadIdx.x + 40];
}
__global__ void plain_copy(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void writes_constant(float* in) {
    float* target = threadIdx.x == 7 ? (float*)fixed : in;
    *target = 1;
}
