// A structure among the parameters: CUDA copies its bytes.
struct Line {
    float slope, offset;
    int first, count;
};

__global__ void values_of(Line line, float* values) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < line.count) values[i] = line.slope * static_cast<float>(line.first + i) + line.offset;
}
