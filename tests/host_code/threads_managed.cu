// Threads and blocks: Global index. Each thread writes its number among all threads.
// Written by Warplens for threads/global_index blocks=2 block=4 block_x=2 block_y=2 n=8 guard=on
// type=int length=4 checking=unseen memory=managed --seed 1
// Build and run it:
//     nvcc -O3 -arch=native threads_global_index.cu -o threads_global_index
//     ./threads_global_index
// It returns 0 if its result is right, 1 if it is wrong. It does not check its CUDA calls for
// errors.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

// Threads and blocks: all threads run the same code, and each finds its element by its numbers.
// First a thread writes its number in its block, then its number among all threads. Then two
// numbers give its place in a table. Then a template sets the type of the values. Last, a template
// sets the length of an array that each thread has in registers or in local memory.

// The number of a thread among all. The last block may have more threads than elements are left.
__global__ void write_global_index(int* values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] = i;
}

// Compares with the reference, whose values are at the end of the file.
bool is_right(const int* values);

int main()
{
    // Managed memory: host and device use it, and it moves to the side that touches it.
    int* values;
    cudaMallocManaged(&values, 8 * sizeof(int));

    // Events tell the time on the device. A clock of the host would stop too early without a wait,
    // since a launch returns before its kernel has ended.
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    std::vector<float> times;
    const int rounds = 9;
    for (int round = 0; round <= rounds; ++round) {
        // Every round begins with the same values.
        cudaMemset(values, 0, 8 * sizeof(int));

        const int blocks = 2, threads = 4;
        const int n = 8;

        cudaEventRecord(start);
        write_global_index<<<blocks, threads>>>(values, n);

        cudaEventRecord(stop);
        cudaEventSynchronize(stop);
        float milliseconds = 0;
        cudaEventElapsedTime(&milliseconds, start, stop);
        if (round > 0)  // the first one warms up
            times.push_back(milliseconds);
    }

    // The host waits for the device, and compares the result.
    cudaDeviceSynchronize();
    const bool right = is_right(values);

    cudaFree(values);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);

    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    std::sort(times.begin(), times.end());
    std::printf("%s: %.4f ms, the middle one of %d rounds\n", device.name,
                times[rounds / 2], rounds);
    return right ? 0 : 1;
}

// The reference: what each thread should write, on the CPU, all 8 elements.
// Allowed rounding: none: numbers below 2^24 and their halves are exact in every type.
struct Sample {
    size_t element;
    double value;
};

// Whether the sampled values are right, within the allowed rounding.
template <class T, size_t samples>
bool agrees(const char* name, const T* found, size_t count, const Sample (&expected)[samples],
            double relative, double absolute)
{
    size_t wrong = 0;
    double largest = 0, errors = 0, values = 0;
    for (const Sample& sample : expected) {
        double value = double(found[sample.element]);
        bool same = value == sample.value || (std::isnan(value) && std::isnan(sample.value));
        double error = same ? 0 : std::fabs(value - sample.value);
        double allowed = absolute + relative * std::fabs(sample.value);
        if (error > largest)
            largest = error;
        errors += error * error;
        values += sample.value * sample.value;
        if (same || (std::isfinite(error) && error <= allowed))
            continue;
        if (wrong++ == 0)
            std::printf("%s[%zu] is %.9g, and should be %.9g\n", name, sample.element, value,
                        sample.value);
    }
    std::printf("%s: %zu of %zu values compared, %zu are wrong, the largest error is %.3g\n", name,
                samples, count, wrong, largest);
    if (errors > 0 && values > 0)
        std::printf("%s: the norm of the errors is %.3g of the norm of the values\n", name,
                    std::sqrt(errors / values));
    return wrong == 0;
}

const Sample expected_values[] = {
    {0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}, {6, 6}, {7, 7},
};

bool is_right(const int* values)
{
    bool right = true;
    right &= agrees("values", values, 8, expected_values, 0, 0);
    return right;
}
