// An array as a picture: the range of its values, then cells or bars between 0 and 1. No lesson has
// these kernels; app/gl/live_arrays.cpp launches them on what a lesson's kernel has just written.

// Floats as whole numbers of the same order, so that atomics find the least and the most.
__device__ unsigned ordered(float value) {
    const unsigned bits = __float_as_uint(value);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

__device__ float decoded(unsigned bits) {
    return __uint_as_float(bits & 0x80000000u ? bits & 0x7fffffffu : ~bits);
}

// range[0] starts as the largest unsigned, range[1] as 0.
template <class Value>
__device__ void find_range(const Value* values, unsigned long long count, unsigned* range) {
    unsigned least = 0xffffffffu, most = 0;
    const unsigned long long step = static_cast<unsigned long long>(gridDim.x) * blockDim.x;
    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
        const float value = static_cast<float>(values[i]);
        if (!isfinite(value)) continue;
        least = min(least, ordered(value));
        most = max(most, ordered(value));
    }
    for (int reach = 16; reach > 0; reach /= 2) {
        least = min(least, __shfl_xor_sync(0xffffffffu, least, reach));
        most = max(most, __shfl_xor_sync(0xffffffffu, most, reach));
    }
    if (threadIdx.x % 32 != 0) return;
    atomicMin(&range[0], least);
    atomicMax(&range[1], most);
}

// A cell has the element of its part that is the farthest from zero; -1 where no element is left.
// Of bars, a row of cells is a height: the cell is filled where the bar of its column reaches it.
template <class Value>
__device__ void draw_cells(const Value* values, unsigned long long count, const unsigned* range,
                           float* cells, int columns, int rows, int each, int bars) {
    const long long at = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (at >= static_cast<long long>(columns) * rows) return;
    const unsigned long long first =
        static_cast<unsigned long long>(bars ? at % columns : at) * each;
    if (first >= count) {
        cells[at] = -1;
        return;
    }
    float value = static_cast<float>(values[first]);
    for (unsigned long long i = first + 1; i < min(first + each, count); ++i) {
        const float other = static_cast<float>(values[i]);
        if (fabsf(other) > fabsf(value)) value = other;
    }
    const float least = decoded(range[0]), most = decoded(range[1]);
    if (!bars) {
        cells[at] = most > least ? (value - least) / (most - least) : value == value ? .5f : value;
        return;
    }
    const float low = fminf(least, 0), high = fmaxf(most, 0);
    const float height = high - (at / columns + .5f) / rows * (high - low);
    const bool filled =
        value >= 0 ? height >= 0 && height <= value : height <= 0 && height >= value;
    cells[at] = filled ? .7f : -1;
}

#define OF_TYPE(name, Value)                                                                      \
    extern "C" __global__ void range_##name(const Value* values, unsigned long long count,        \
                                            unsigned* range) {                                    \
        find_range(values, count, range);                                                         \
    }                                                                                             \
    extern "C" __global__ void cells_##name(const Value* values, unsigned long long count,        \
                                            const unsigned* range, float* cells, int columns,     \
                                            int rows, int each, int bars) {                       \
        draw_cells(values, count, range, cells, columns, rows, each, bars);                       \
    }

OF_TYPE(u8, unsigned char)
OF_TYPE(s8, signed char)
OF_TYPE(u16, unsigned short)
OF_TYPE(s16, short)
OF_TYPE(u32, unsigned)
OF_TYPE(s32, int)
OF_TYPE(u64, unsigned long long)
OF_TYPE(s64, long long)
OF_TYPE(f32, float)
OF_TYPE(f64, double)
