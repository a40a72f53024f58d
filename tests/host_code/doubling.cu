// Doubling numbers.
// Build and run it:
//     nvcc -O3 -arch=native doubling.cu -o doubling
//     ./doubling
// It returns 0, or 2 if a CUDA call failed.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

__global__ void doubled(const float* numbers, float* twice, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        twice[i] = 2 * numbers[i];
}

// Ends the program at the first CUDA call that fails, and says which call it was.
#define CHECK(...) check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

void check(cudaError_t error, const char* call, const char* file, int line)
{
    if (error == cudaSuccess)
        return;
    std::fprintf(stderr, "%s:%d: %s\n    %s\n", file, line, call, cudaGetErrorString(error));
    std::exit(2);
}

// Numbers that look random, made from a seed and an index alone: the mixing steps of SplitMix64.
uint64_t hashed(uint64_t seed, uint64_t index)
{
    uint64_t z = seed * 0xD1342543DE82EF95 + (index + 1) * 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

// Every input has a seed of its own.
uint64_t seed_of(uint64_t input) { return 1 + input * 0xA24BAED4963EE407; }

// A whole number from `low` to `high`.
double digit(uint64_t seed, uint64_t index, double low, double high)
{
    uint64_t count = uint64_t(high - low) + 1;
    return low + double((hashed(seed, index) >> 32) * count >> 32);
}

// There is no reference here. Compare the outputs of two runs.
template <class T>
void describe(const char* name, const T* values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; ++i)
        sum += double(values[i]);
    std::printf("%s: %zu values, the sum of all is %.17g", name, count, sum);
    if (count > 0)
        std::printf(", the first %.9g, the last %.9g", double(values[0]),
                    double(values[count - 1]));
    std::printf("\n");
}

int main()
{
    // Host memory with the inputs.
    std::vector<float> numbers(100);
    for (size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = digit(seed_of(0), i, 0, 9);

    // Device memory.
    float* d_numbers;
    CHECK(cudaMalloc(&d_numbers, numbers.size() * sizeof(float)));
    float* d_twice;
    CHECK(cudaMalloc(&d_twice, 100 * sizeof(float)));
    CHECK(cudaMemcpy(
        d_numbers, numbers.data(), numbers.size() * sizeof(float), cudaMemcpyHostToDevice));

    // Events tell the time on the device. A clock of the host would stop too early without a wait,
    // since a launch returns before its kernel has ended.
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    std::vector<float> times;
    const int rounds = 9;
    for (int round = 0; round <= rounds; ++round) {
        const int blocks = 4, threads = 32;
        const int n = 100;

        CHECK(cudaEventRecord(start));
        doubled<<<blocks, threads>>>(d_numbers, d_twice, n);
        CHECK(cudaGetLastError());

        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        float milliseconds = 0;
        CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
        if (round > 0)  // the first one warms up
            times.push_back(milliseconds);
    }

    // The result goes to the host.
    std::vector<float> twice(100);
    CHECK(cudaMemcpy(twice.data(), d_twice, twice.size() * sizeof(float), cudaMemcpyDeviceToHost));
    describe("twice", twice.data(), 100);

    CHECK(cudaFree(d_numbers));
    CHECK(cudaFree(d_twice));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));

    cudaDeviceProp device;
    CHECK(cudaGetDeviceProperties(&device, 0));
    std::sort(times.begin(), times.end());
    std::printf("%s: %.4f ms, the middle one of %d rounds\n", device.name,
                times[rounds / 2], rounds);
    return 0;
}
