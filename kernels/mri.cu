// Reconstructs a slice of an image from a scan. A scanner measures the image's Fourier transform: a
// sample has a place (kx, ky) in cycles across the image, and a complex value. Every voxel is a sum
// over all samples of value * e^(2 pi i (kx x + ky y)), and a thread makes one voxel. First the
// sums are in global memory. Then they are in registers. Then the samples are in constant memory,
// a chunk for each launch. Then sine and cosine come from the special function units. Then whole
// turns are taken off each angle first. Last the loop is unrolled.

constexpr double pi = 3.14159265358979324;
constexpr float two_pi = 6.2831853f;
constexpr int most_samples = 2048;          // of a chunk

// ---- The scan. The image is known: these ellipses, whose values add up where they overlap.

struct Ellipse {
    float x, y;                             // of its centre; the image is from -1/2 to 1/2
    float a, b;                             // half its width and half its height, before its turn
    float cosine, sine;                     // of the angle by which it is turned
    float value;
};

constexpr int ellipses = 8;
__constant__ Ellipse phantom[ellipses] = {
    {0, 0, .36f, .45f, 1, 0, 1},                        // a head: bone
    {0, 0, .32f, .41f, 1, 0, -.6f},                     // brain
    {-.1f, -.03f, .05f, .16f, .96f, -.28f, -.3f},       // two spaces of water in it
    {.1f, -.03f, .06f, .18f, .96f, .28f, -.3f},
    {0, -.24f, .1f, .08f, 1, 0, .25f},                  // a denser region
    {.13f, .23f, .05f, .05f, 1, 0, .5f},                // three small things to find
    {-.06f, .3f, .03f, .016f, 1, 0, .5f},
    {-.16f, .2f, .018f, .03f, .8f, .6f, .5f},
};

// The Fourier transform of an ellipse around the middle, from that of a disc.
__device__ double transform(const Ellipse& e, double kx, double ky)
{
    double along = e.a * (kx * e.cosine + ky * e.sine);
    double across = e.b * (ky * e.cosine - kx * e.sine);
    double q = 2 * pi * sqrt(along * along + across * across);
    return e.value * 2 * pi * e.a * e.b * (q > 0 ? j1(q) / q : .5);
}

// Scans the phantom: a thread a sample. Samples lie on a spiral from the middle outwards, one for
// each cell of equal size, and their values are multiplied by that size. kx and ky are multiples of
// 1/256, since a scanner has steps. What is stored after the last sample is 0.
__global__ void scan_phantom(float4* scan, int samples, int stored, double reach, double turns)
{
    int m = blockIdx.x * blockDim.x + threadIdx.x;
    if (m >= stored)
        return;
    double out = sqrt((m + .5) / samples), sine, cosine, real = 0, imaginary = 0;
    sincospi(2 * turns * out, &sine, &cosine);
    double kx = rint(256 * reach * out * cosine) / 256;
    double ky = rint(256 * reach * out * sine) / 256;
    #pragma unroll 1
    for (int i = 0; i < ellipses; ++i) {
        double size = transform(phantom[i], kx, ky);
        sincospi(-2 * (kx * phantom[i].x + ky * phantom[i].y), &sine, &cosine);
        real += size * cosine;
        imaginary += size * sine;
    }
    double cell = pi * reach * reach / samples;
    scan[m] = m < samples ? make_float4(kx, ky, cell * real, cell * imaginary) : float4{};
}

// ---- The image.

// Where voxel i of a row or column lies, between -1/2 and 1/2.
__device__ float place(int i, int side)
{
    return (2 * i + 1 - side) / (2.f * side);
}

// The sums are in global memory. They might overlap the scan, so every iteration loads and stores.
__global__ void image_global(const float4* scan, float* real, float* imaginary, int side,
                             int samples)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= side * side)
        return;
    float x = place(i % side, side), y = place(i / side, side);
    // Not unrolled, so that its rounds can be counted.
    #pragma unroll 1
    for (int m = 0; m < samples; ++m) {
        float4 sample = scan[m];
        float angle = two_pi * (sample.x * x + sample.y * y);
        float cosine = cosf(angle), sine = sinf(angle);
        real[i] += sample.z * cosine - sample.w * sine;
        imaginary[i] += sample.z * sine + sample.w * cosine;
    }
}

// The sums are in registers, and stored once.
__global__ void image_registers(const float4* __restrict__ scan, float* __restrict__ real,
                                float* __restrict__ imaginary, int side, int samples)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= side * side)
        return;
    float x = place(i % side, side), y = place(i / side, side);
    float sum_real = 0, sum_imaginary = 0;
    #pragma unroll 1
    for (int m = 0; m < samples; ++m) {
        float4 sample = scan[m];
        float angle = two_pi * (sample.x * x + sample.y * y);
        float cosine = cosf(angle), sine = sinf(angle);
        sum_real += sample.z * cosine - sample.w * sine;
        sum_imaginary += sample.z * sine + sample.w * cosine;
    }
    real[i] = sum_real;
    imaginary[i] = sum_imaginary;
}

// The host puts a chunk of the scan here before each launch.
__constant__ float4 constant_scan[most_samples];

// The samples come from constant memory, and a launch adds those of one chunk.
__global__ void image_constant(float* __restrict__ real, float* __restrict__ imaginary, int side,
                               int samples)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= side * side)
        return;
    float x = place(i % side, side), y = place(i / side, side);
    float sum_real = real[i], sum_imaginary = imaginary[i];
    #pragma unroll 1
    for (int m = 0; m < samples; ++m) {
        float4 sample = constant_scan[m];
        float angle = two_pi * (sample.x * x + sample.y * y);
        float cosine = cosf(angle), sine = sinf(angle);
        sum_real += sample.z * cosine - sample.w * sine;
        sum_imaginary += sample.z * sine + sample.w * cosine;
    }
    real[i] = sum_real;
    imaginary[i] = sum_imaginary;
}

// Sine and cosine are one instruction each, of the special function units. Their error grows with
// the angle.
__global__ void image_special(float* __restrict__ real, float* __restrict__ imaginary, int side,
                              int samples)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= side * side)
        return;
    float x = place(i % side, side), y = place(i / side, side);
    float sum_real = real[i], sum_imaginary = imaginary[i];
    #pragma unroll 1
    for (int m = 0; m < samples; ++m) {
        float4 sample = constant_scan[m];
        float angle = two_pi * (sample.x * x + sample.y * y);
        float cosine = __cosf(angle), sine = __sinf(angle);
        sum_real += sample.z * cosine - sample.w * sine;
        sum_imaginary += sample.z * sine + sample.w * cosine;
    }
    real[i] = sum_real;
    imaginary[i] = sum_imaginary;
}

// Whole turns change neither sine nor cosine. Without them the angle is between -pi and pi, where
// the special function units are most exact. The subtraction is exact.
__global__ void image_within_a_turn(float* __restrict__ real, float* __restrict__ imaginary,
                                    int side, int samples)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= side * side)
        return;
    float x = place(i % side, side), y = place(i / side, side);
    float sum_real = real[i], sum_imaginary = imaginary[i];
    #pragma unroll 1
    for (int m = 0; m < samples; ++m) {
        float4 sample = constant_scan[m];
        float turns = sample.x * x + sample.y * y;
        float angle = two_pi * (turns - rintf(turns));
        float cosine = __cosf(angle), sine = __sinf(angle);
        sum_real += sample.z * cosine - sample.w * sine;
        sum_imaginary += sample.z * sine + sample.w * cosine;
    }
    real[i] = sum_real;
    imaginary[i] = sum_imaginary;
}

// Four samples an iteration: counter, comparison and branch are needed once for all four.
__global__ void image_unrolled(float* __restrict__ real, float* __restrict__ imaginary, int side,
                               int samples)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= side * side)
        return;
    float x = place(i % side, side), y = place(i / side, side);
    float sum_real = real[i], sum_imaginary = imaginary[i];
    #pragma unroll 4
    for (int m = 0; m < samples; ++m) {
        float4 sample = constant_scan[m];
        float turns = sample.x * x + sample.y * y;
        float angle = two_pi * (turns - rintf(turns));
        float cosine = __cosf(angle), sine = __sinf(angle);
        sum_real += sample.z * cosine - sample.w * sine;
        sum_imaginary += sample.z * sine + sample.w * cosine;
    }
    real[i] = sum_real;
    imaginary[i] = sum_imaginary;
}
