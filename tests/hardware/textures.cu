// What a texture unit answers: coordinates inside, at edges and far outside, for each way to read.
// Prints one line a sample: texture, address mode, linear, normalized, coordinates, and the bits of
// the answer. The test of textures holds the simulator's answers beside them.
//   nvcc -arch=native -o textures textures.cu && ./textures > textures.tsv
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

constexpr int width = 8, height = 5, depth = 3, samples = 28;

// The same as in the test: bits that look like chance, by the texel's number.
unsigned bits_of(unsigned index) { return (index * 2654435761u) ^ (index * 40503u << 7); }

void check(cudaError_t status) {
    if (status == cudaSuccess) return;
    fprintf(stderr, "%s\n", cudaGetErrorString(status));
    exit(1);
}

template <class T>
T texel(unsigned index) {
    if constexpr (sizeof(T) < 4) return T(bits_of(index) >> 16);
    return T((bits_of(index) >> 16) / 32768.0f - 1);
}

template <class T>
cudaTextureObject_t make(int dimensions, int mode, bool linear, bool normalized, bool parts) {
    std::vector<T> texels(width * height * depth);
    for (unsigned i = 0; i < texels.size(); ++i) texels[i] = texel<T>(i);
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    cudaArray_t array;
    check(cudaMalloc3DArray(&array, &format,
                            make_cudaExtent(width, dimensions > 1 ? height : 0,
                                            dimensions > 2 ? depth : 0)));
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(texels.data(), width * sizeof(T), width,
                                      dimensions > 1 ? height : 1);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(width, dimensions > 1 ? height : 1, dimensions > 2 ? depth : 1);
    copy.kind = cudaMemcpyHostToDevice;
    check(cudaMemcpy3D(&copy));
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc how{};
    for (cudaTextureAddressMode& each : how.addressMode) each = cudaTextureAddressMode(mode);
    how.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
    how.readMode = parts ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    how.normalizedCoords = normalized;
    cudaTextureObject_t made = 0;
    check(cudaCreateTextureObject(&made, &resource, &how, nullptr));
    return made;
}

__global__ void read(cudaTextureObject_t texture, int dimensions, bool whole, const float* at,
                     unsigned* answers) {
    const int i = threadIdx.x;
    const float x = at[3 * i], y = at[3 * i + 1], z = at[3 * i + 2];
    if (whole)
        answers[i] = unsigned(tex2D<short>(texture, x, y));
    else
        answers[i] = __float_as_uint(dimensions == 1   ? tex1D<float>(texture, x)
                                     : dimensions == 2 ? tex2D<float>(texture, x, y)
                                                       : tex3D<float>(texture, x, y, z));
}

// A texel of a texture of one channel, read as four.
__global__ void read_four(cudaTextureObject_t texture, unsigned* answers) {
    const float4 all = tex2D<float4>(texture, 2.5f, 1.5f);
    const float parts[4] = {all.x, all.y, all.z, all.w};
    for (int i = 0; i < 4; ++i) answers[i] = __float_as_uint(parts[i]);
}

int main() {
    std::vector<float> at(3 * samples);
    for (unsigned i = 0; i < samples; ++i)
        for (unsigned axis = 0; axis < 3; ++axis) {
            const float size = axis == 0 ? width : axis == 1 ? height : depth;
            at[3 * i + axis] = (bits_of(977 * i + axis) >> 8) / 16777216.0f * 2.2f * size - 0.6f * size;
        }
    for (unsigned axis = 0; axis < 3; ++axis) {  // edges, and what is no number
        at[axis] = 0;
        at[3 + axis] = 0.5f;
        at[6 + axis] = axis == 0 ? width : axis == 1 ? height : depth;
        at[9 + axis] = -1e9f;
        at[12 + axis] = 3e30f;
        at[15 + axis] = 0.0f / at[axis];
    }
    float* coordinates;
    unsigned* answers;
    check(cudaMalloc(&coordinates, at.size() * sizeof(float)));
    check(cudaMalloc(&answers, samples * sizeof(unsigned)));
    std::vector<unsigned> brought(samples);
    const auto bring = [&] {
        check(cudaMemcpy(brought.data(), answers, samples * sizeof(unsigned),
                         cudaMemcpyDeviceToHost));
    };
    printf("texture\tmode\tlinear\tnormalized\tx\ty\tz\tanswer\n");
    for (const bool normalized : {false, true})
        for (const bool linear : {false, true})
            for (int mode = 0; mode < 4; ++mode) {
                if (!normalized && (mode == 0 || mode == 2)) continue;  // wrap, mirror
                std::vector<float> given = at;
                for (int i = 0; i < 3 * samples && normalized; ++i)
                    given[i] /= i % 3 == 0 ? width : i % 3 == 1 ? height : depth;
                check(cudaMemcpy(coordinates, given.data(), given.size() * sizeof(float),
                                 cudaMemcpyHostToDevice));
                const auto sample = [&](const char* name, cudaTextureObject_t texture,
                                        int dimensions, bool whole) {
                    if (dimensions == 1 && linear && mode == 3) return;
                    read<<<1, samples>>>(texture, dimensions, whole, coordinates, answers);
                    bring();
                    for (int i = 0; i < samples; ++i)
                        printf("%s\t%d\t%d\t%d\t%.9g\t%.9g\t%.9g\t%08x\n", name, mode, linear,
                               normalized, given[3 * i], given[3 * i + 1], given[3 * i + 2],
                               brought[i]);
                };
                sample("f32_1d", make<float>(1, mode, linear, normalized, false), 1, false);
                sample("f32_2d", make<float>(2, mode, linear, normalized, false), 2, false);
                sample("f32_3d", make<float>(3, mode, linear, normalized, false), 3, false);
                sample("u8_2d", make<unsigned char>(2, mode, linear, normalized, true), 2, false);
                sample("i16_2d", make<short>(2, mode, linear, normalized, true), 2, false);
                sample("u16_2d", make<unsigned short>(2, mode, linear, normalized, true), 2, false);
                sample("i8_2d", make<signed char>(2, mode, linear, normalized, true), 2, false);
                if (!linear)
                    sample("i16_whole", make<short>(2, mode, false, normalized, false), 2, true);
            }
    read_four<<<1, 1>>>(make<float>(2, 1, false, false, false), answers);
    bring();
    for (int i = 0; i < 4; ++i) printf("channel_%d\t1\t0\t0\t2.5\t1.5\t0\t%08x\n", i, brought[i]);
}
