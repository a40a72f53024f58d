// Sweeps.
// Build and run it:
//     nvcc -O3 -arch=native sweeps.cu -o sweeps
//     ./sweeps
// It returns 0 if its result is right, 1 if it is wrong, 2 if a CUDA call failed.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

// A sweep that does nothing.
__global__ void sweep(const double* u, const double* noise, double* v,
                      int nx, int ny)
{
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
uint64_t seed_of(uint64_t input) { return 3 + input * 0xA24BAED4963EE407; }

// A real number from `low` up to `high`: 24 random bits between them.
double uniform(uint64_t seed, uint64_t index, double low, double high)
{
    return low + (high - low) * (double(hashed(seed, index) >> 40) / (1 << 24));
}

// How hot element `index` of a box of nx * ny * nz values, x fastest, is: 1 on the faces and in the
// middle of some spots, 0 between them.
double heat(uint64_t index, uint64_t nx, uint64_t ny, uint64_t nz)
{
    const double spots[][4] = {{.30, .34, .40, .26}, {.70, .62, .56, .32},
                               {.34, .80, .30, .20}, {.76, .20, .34, .20}};
    uint64_t x = index % nx, y = index / nx % ny, z = index / nx / ny;
    if (x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1)
        return 1;
    double warmest = 0;
    for (const auto& spot : spots) {
        double dx = double(x) / double(nx - 1) - spot[0];
        double dy = double(y) / double(ny - 1) - spot[1];
        double dz = double(z) / double(nz - 1) - spot[2];
        warmest = std::max(warmest, 1 - (dx * dx + dy * dy + dz * dz) / (spot[3] * spot[3]));
    }
    return warmest;
}

// Compares with the reference, whose values are at the end of the file.
bool is_right(const double* v_result);

int main()
{
    // Host memory, page-locked where copies are timed: faster to copy.
    std::vector<double> u(32);
    for (size_t i = 0; i < u.size(); ++i)
        u[i] = heat(i, 4, 4, 2);
    std::vector<double> v(32);
    for (size_t i = 0; i < v.size(); ++i)
        v[i] = heat(i, 4, 4, 2);
    double* v_result;
    CHECK(cudaMallocHost(&v_result, v.size() * sizeof(double)));
    double* noise;
    CHECK(cudaMallocHost(&noise, 32 * sizeof(double)));
    for (size_t i = 0; i < 32; ++i)
        noise[i] = uniform(seed_of(2), i, -1, 1);

    // Device memory.
    double* d_u;
    CHECK(cudaMalloc(&d_u, u.size() * sizeof(double)));
    double* d_v;
    CHECK(cudaMalloc(&d_v, v.size() * sizeof(double)));
    double* d_noise;
    CHECK(cudaMalloc(&d_noise, 32 * sizeof(double)));

    // Events tell the time on the device. A clock of the host would stop too early without a wait,
    // since a launch returns before its kernel has ended.
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    std::vector<float> times;
    const int rounds = 9;
    for (int round = 0; round <= rounds; ++round) {
        // Every round begins with the same values.
        CHECK(cudaMemcpy(d_u, u.data(), u.size() * sizeof(double), cudaMemcpyHostToDevice));
        CHECK(cudaMemcpy(d_v, v.data(), v.size() * sizeof(double), cudaMemcpyHostToDevice));

        CHECK(cudaEventRecord(start));
        CHECK(cudaMemcpyAsync(d_noise, noise, 32 * sizeof(double), cudaMemcpyHostToDevice));

        const dim3 grid(1, 1, 2), block(4, 4);
        const int nx = 4, ny = 4;
        double *from = d_u, *to = d_v;  // they take turns
        for (int turn = 0; turn < 3; ++turn) {
            sweep<<<grid, block>>>(from, d_noise, to, nx, ny);
            CHECK(cudaGetLastError());
            std::swap(from, to);
        }

        CHECK(cudaMemcpyAsync(v_result, d_v, v.size() * sizeof(double), cudaMemcpyDeviceToHost));

        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        float milliseconds = 0;
        CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
        if (round > 0)  // the first one warms up
            times.push_back(milliseconds);
    }

    // The result goes to the host and is compared with the reference.
    const bool right = is_right(v_result);

    CHECK(cudaFree(d_u));
    CHECK(cudaFree(d_v));
    CHECK(cudaFree(d_noise));
    CHECK(cudaFreeHost(v_result));
    CHECK(cudaFreeHost(noise));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));

    cudaDeviceProp device;
    CHECK(cudaGetDeviceProperties(&device, 0));
    std::sort(times.begin(), times.end());
    std::printf("%s: %.4f ms, the middle one of %d rounds\n", device.name,
                times[rounds / 2], rounds);
    return right ? 0 : 1;
}

// The reference: nothing.
// Allowed rounding: none.
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

const Sample expected_v_result[] = {
    {0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 1}, {7, 1}, {8, 1}, {9, 1}, {10, 1},
    {11, 1}, {12, 1}, {13, 1}, {14, 1}, {15, 1}, {16, 1}, {17, 1}, {18, 1}, {19, 1}, {20, 1},
    {21, 1}, {22, 1}, {23, 1}, {24, 1}, {25, 1}, {26, 1}, {27, 1}, {28, 1}, {29, 1}, {30, 1},
    {31, 1},
};

bool is_right(const double* v_result)
{
    bool right = true;
    right &= agrees("v_result", v_result, 32, expected_v_result, 0, 0);
    return right;
}
