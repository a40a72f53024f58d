// Kernels whose lanes part and meet in every way that C++ has. tests/hardware/record runs them on a
// GPU under Nsight Compute; test_simulator compares its counts and results with what came out.
// Each is launched with 2 blocks of 64 threads; x has 256 numbers from 0 to 63, out has 256 zeros.
// Conditions such as x[t] < 0 never hold: an exit that nobody takes.

#define KERNEL extern "C" __global__ void
#define HERE const int t = blockIdx.x * blockDim.x + threadIdx.x

// An exit within a branch.

KERNEL return_in_if(const int* x, int* out) {
    HERE;
    int sum = t;
    if (t % 32 < 14) {
        if (x[t] > 40) {
            out[t] = -1;
            return;
        }
        out[t + 128] = x[t] * 2;
    }
    for (int k = 0; k < 4; ++k) sum = sum * 3 + x[(sum + k) & 63];
    out[t] = sum;
}

KERNEL return_nobody(const int* x, int* out) {
    HERE;
    int sum = t;
    if (t % 32 < 14) {
        if (x[t] < 0) {
            out[t] = -1;
            return;
        }
        out[t + 128] = x[t] * 2;
    }
    for (int k = 0; k < 4; ++k) sum = sum * 3 + x[(sum + k) & 63];
    out[t] = sum;
}

KERNEL return_first(const int* x, int* out) {
    HERE;
    if (x[t] > 30) return;
    int sum = x[t + 64];
    if (sum & 1) sum += x[(sum * 7) & 63];
    out[t] = sum;
}

KERNEL return_both_sides(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if (t & 1) {
        if (sum > 50) {
            out[t] = 1;
            return;
        }
        sum += x[(sum * 5) & 63];
    } else {
        if (sum < 9) {
            out[t] = 2;
            return;
        }
        sum += x[(sum * 3 + 1) & 63];
    }
    sum += x[(sum + t) & 127];
    out[t] = sum;
}

KERNEL return_two_deep(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if (t & 1) {
        if (t & 2) {
            if (sum > 32) {
                out[t] = 7;
                return;
            }
            sum += x[(sum * 5) & 63];
        }
        sum += x[(sum * 3 + 1) & 63];
    }
    sum += x[(sum + t) & 127];
    out[t] = sum;
}

KERNEL return_and(const int* x, int* out) {
    HERE;
    const int v = x[t];
    if (v > 10 && x[(v * 3) & 63] > 30) return;
    int sum = x[(v + 1) & 63];
    sum += x[(sum * 5 + t) & 127];
    out[t] = sum;
}

KERNEL return_or(const int* x, int* out) {
    HERE;
    const int v = x[t];
    if (v > 50 || x[(v * 3) & 63] > 40) return;
    int sum = x[(v + 1) & 63];
    sum += x[(sum * 5 + t) & 127];
    out[t] = sum;
}

KERNEL return_and_in_if(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if (t % 3 == 0) {
        if (sum > 10 && x[(sum * 3) & 63] > 30) return;
        sum += x[(sum + 1) & 63];
    }
    sum += x[(sum * 5 + t) & 127];
    out[t] = sum;
}

KERNEL return_ladder(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if (sum < 8) {
        out[t] = 1;
        return;
    }
    sum += x[(sum * 3) & 63];
    if (sum < 30) {
        out[t] = 2;
        return;
    }
    sum += x[(sum * 5) & 63];
    if (sum < 60) {
        out[t] = 3;
        return;
    }
    sum += x[(sum * 7) & 63];
    out[t] = sum;
}

// Barriers behind an exit.

KERNEL barrier_after_nobody(const int* x, int* out) {
    __shared__ int s[64];
    HERE;
    const int i = threadIdx.x;
    s[i] = t;
    if (i % 32 < 14) {
        if (x[t] < 0) {
            out[t] = -1;
            return;
        }
        s[i] = x[t] * 2;
    }
    __syncthreads();
    out[t] = s[63 - i] + x[(s[63 - i] + 3) & 63];
}

KERNEL barrier_after_goto(const int* x, int* out) {
    __shared__ int s[64];
    HERE;
    const int i = threadIdx.x;
    s[i] = t;
    if (i % 32 < 14) {
        if (x[t] < 0) goto end;
        s[i] = x[t] * 2;
    }
    __syncthreads();
    out[t + 128] = s[63 - i] + x[(s[63 - i] + 3) & 63];
end:
    out[t] = x[(t * 3) & 63];
}

KERNEL barrier_in_loop(const int* x, int* out) {
    __shared__ int s[64];
    HERE;
    const int i = threadIdx.x;
    s[i] = t;
    __syncthreads();
    for (int k = 0; k < 3; ++k) {
        if (i % 32 < 14) {
            if (x[t] + k < 0) break;
            s[i] += k;
        }
        __syncthreads();
        const int v = s[63 - i];
        __syncthreads();
        s[i] = v + x[(v + k) & 63];
        __syncthreads();
    }
    out[t] = s[i];
}

KERNEL barrier_after_whole_warp(const int* x, int* out) {
    __shared__ int s[64];
    HERE;
    const int i = threadIdx.x;
    s[i] = x[t];
    if (i >= 32) {
        out[t] = s[i];
        return;
    }
    __syncthreads();
    if (i & 1) s[i] += x[(t * 3) & 63];
    __syncthreads();
    out[t] = s[i] + s[31 - i];
}

KERNEL barrier_after_trap(const int* x, int* out) {
    __shared__ int s[64];
    HERE;
    const int i = threadIdx.x;
    s[i] = t;
    if (i % 32 < 14) {
        if (x[t] < 0) __trap();
        s[i] = x[t] * 2;
    }
    __syncthreads();
    out[t] = s[63 - i] + x[(s[63 - i] + 3) & 63];
}

KERNEL barrier_after_tree(const int* x, int* out) {
    __shared__ int s[64];
    HERE;
    const int i = threadIdx.x;
    s[i] = x[t];
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (i < d) {
            if (s[i + d] > 1000000) return;
            s[i] += s[i + d];
        }
        __syncthreads();
    }
    if (i == 0) out[blockIdx.x] = s[0];
}

// Breaks and continues.

KERNEL break_in_if(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int k = 0; k < 8; ++k) {
        if (t & 1) {
            if (x[(t + k) & 63] > 55) break;
            sum += k;
        }
        sum = sum * 3 + x[(sum + k) & 63];
    }
    out[t] = sum;
}

KERNEL break_nobody(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int k = 0; k < 8; ++k) {
        if (t & 1) {
            if (x[(sum + k) & 63] < 0) break;
            sum += k;
        }
        sum = sum * 3 + x[(sum + k) & 63];
    }
    out[t] = sum;
}

KERNEL break_plain(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int k = 0; k < 12; ++k) {
        const int v = x[(t * 3 + k) & 63];
        if (v > 50) break;
        sum = sum * 3 + x[(sum + v) & 63];
    }
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL break_of_two(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int k = 0; k < 12; ++k) {
        const int v = x[(t * 3 + k) & 63];
        if (v > 50) break;
        sum = sum * 3 + x[(sum + v) & 63];
        if ((sum & 15) == 3) break;
        sum += x[(sum + k) & 63];
    }
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL break_with_work(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int k = 0; k < 12; ++k) {
        const int v = x[(t * 3 + k) & 63];
        if (v > 50) {
            sum += x[(sum * 5) & 63];
            out[t + 128] = sum;
            break;
        }
        sum = sum * 3 + x[(sum + v) & 63];
    }
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL break_both_sides(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int k = 0; k < 8; ++k) {
        if (t & 1) {
            if (x[(t + k) & 63] > 58) break;
            sum += k;
        } else {
            if (x[(t * 5 + k) & 63] < 4) break;
            sum -= x[(sum + 3) & 63];
        }
        sum = sum * 3 + x[(sum + k) & 63];
    }
    out[t] = sum;
}

KERNEL return_in_loop(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int k = 0; k < 8; ++k) {
        if (t & 1) {
            if (x[(t + k) & 63] > 60) {
                out[t] = -1;
                return;
            }
            sum += k;
        }
        sum = sum * 3 + x[(sum + k) & 63];
    }
    out[t] = sum;
}

KERNEL return_in_plain_loop(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int k = 0; k < 8; ++k) {
        if (x[(t + k) & 63] > 60) {
            out[t] = k;
            return;
        }
        sum = sum * 3 + x[(sum + k) & 63];
    }
    out[t] = sum;
}

KERNEL return_and_break(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int k = 0; k < 10; ++k) {
        const int v = x[(t * 7 + k) & 63];
        if (v > 60) {
            out[t] = -k;
            return;
        }
        if (v < 5) break;
        sum = sum * 3 + x[(sum + k) & 63];
    }
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL continue_in_if(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int k = 0; k < 8; ++k) {
        if (t & 1) {
            if (x[(t + k) & 63] > 50) continue;
            sum += k;
        }
        sum = sum * 3 + x[(sum + k) & 63];
    }
    out[t] = sum;
}

KERNEL continue_plain(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int k = 0; k < 8; ++k) {
        const int v = x[(t + k) & 63];
        if (v > 40) continue;
        sum = sum * 3 + x[(sum + k) & 63];
        if (sum & 1) continue;
        sum += x[(sum * 5) & 63];
        out[128 + t] = 5;
    }
    out[t] = sum;
}

KERNEL continue_and_break(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int k = 0; k < 10; ++k) {
        const int v = x[(t * 5 + k) & 63];
        if (v > 48) continue;
        sum = sum * 3 + x[(sum + k) & 63];
        if (v < 3) break;
        sum += x[(sum * 5) & 63];
    }
    out[t] = sum;
}

KERNEL continue_to_outer(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int j = 0; j < 4; ++j) {
#pragma unroll 1
        for (int k = 0; k < 6; ++k) {
            const int v = x[(t * 5 + j * 6 + k) & 63];
            if (v > 56) goto next;
            sum = sum * 3 + x[(sum + k) & 63];
        }
        sum += x[(sum * 7) & 63];
    next:
        sum ^= x[(sum + j) & 63];
    }
    out[t] = sum;
}

KERNEL break_of_outer(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int j = 0; j < 4; ++j) {
#pragma unroll 1
        for (int k = 0; k < 6; ++k) {
            const int v = x[(t * 5 + j * 6 + k) & 63];
            if (v > 60) goto done;
            sum = sum * 3 + x[(sum + k) & 63];
        }
        sum += x[(sum * 7) & 63];
    }
done:
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL nested_break(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int j = 0; j < 4; ++j) {
#pragma unroll 1
        for (int k = 0; k < 6; ++k) {
            const int v = x[(t * 5 + j * 6 + k) & 63];
            if (v > 52) break;
            sum = sum * 3 + x[(sum + k) & 63];
        }
        sum += x[(sum * 7) & 63];
    }
    out[t] = sum;
}

KERNEL nested_break_in_if(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int j = 0; j < 3; ++j) {
        if (x[(t + j) & 63] & 1) {
#pragma unroll 1
            for (int k = 0; k < 6; ++k) {
                const int v = x[(t * 5 + j * 6 + k) & 63];
                if (v > 52) break;
                sum = sum * 3 + x[(sum + k) & 63];
            }
        }
        sum += x[(sum * 7) & 63];
    }
    out[t] = sum;
}

KERNEL return_of_nested(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int j = 0; j < 3; ++j) {
#pragma unroll 1
        for (int k = 0; k < 6; ++k) {
            const int v = x[(t * 5 + j * 6 + k) & 63];
            if (v > 61) {
                out[t] = sum;
                return;
            }
            sum = sum * 3 + x[(sum + k) & 63];
        }
        sum += x[(sum * 7) & 63];
    }
    out[t] = sum;
}

// Loops whose lanes turn unlike often.

KERNEL turns_for(const int* x, int* out) {
    HERE;
    int sum = t;
    const int n = x[t] & 7;
#pragma unroll 1
    for (int k = 0; k < n; ++k) sum = sum * 3 + x[(sum + k) & 63];
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL turns_for_free(const int* x, int* out) {
    HERE;
    int sum = t;
    const int n = x[t] & 7;
    for (int k = 0; k < n; ++k) sum = sum * 3 + x[(sum + k) & 63];
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL turns_while(const int* x, int* out) {
    HERE;
    int v = x[t], turns = 0;
#pragma unroll 1
    while (v > 5 && turns < 9) {
        v = x[(v * 3 + turns) & 63];
        ++turns;
    }
    out[t] = turns + x[(v + t) & 63];
}

KERNEL turns_do_while(const int* x, int* out) {
    HERE;
    int v = x[t], turns = 0;
#pragma unroll 1
    do {
        v = x[(v * 3 + turns) & 63];
        ++turns;
    } while (v > 9 && turns < 9);
    out[t] = turns + x[(v + t) & 63];
}

KERNEL turns_do_while_break(const int* x, int* out) {
    HERE;
    int v = x[t], turns = 0;
#pragma unroll 1
    do {
        v = x[(v * 3 + turns) & 63];
        if (v == 17) break;
        if (v & 1) v += x[(v + 5) & 63];
        ++turns;
    } while (v > 9 && turns < 9);
    out[t] = turns + x[(v + t) & 63];
}

KERNEL turns_collatz(const int* x, int* out) {
    HERE;
    int v = x[t] + 1, turns = 0;
#pragma unroll 1
    while (v != 1 && turns < 40) {
        if (v & 1)
            v = 3 * v + 1 + (x[v & 63] >> 6);
        else
            v /= 2;
        ++turns;
    }
    out[t] = turns;
}

KERNEL turns_stride(const int* x, int* out) {
    HERE;
    int sum = 0;
    for (int i = t; i < 250; i += 96) sum += x[i];
    out[t] = sum;
}

KERNEL turns_search(const int* x, int* out) {
    HERE;
    int low = 0, high = 64;
    const int wanted = x[t];
#pragma unroll 1
    while (low < high) {
        const int middle = (low + high) / 2;
        const int v = x[middle + 64] * 0 + middle;
        if (v == wanted) {
            low = middle;
            break;
        }
        if (v < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    out[t] = low + x[low & 63];
}

KERNEL turns_triangle(const int* x, int* out) {
    HERE;
    int sum = 0;
#pragma unroll 1
    for (int j = 0; j < (t & 3); ++j) {
#pragma unroll 1
        for (int k = 0; k <= (x[(t + j) & 63] & 3); ++k) sum += x[(sum + k * 5) & 63];
        sum += x[(sum + 7) & 63];
    }
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL turns_of_one_lane(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if (threadIdx.x % 32 == 5) {
#pragma unroll 1
        for (int k = 0; k < 5; ++k) sum += x[(sum + k) & 63];
    }
    out[t] = sum + x[(sum + 1) & 63];
}

// Conditions of several parts.

KERNEL either(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if (sum > 40 || x[(sum * 3) & 63] < 20) {
        sum += x[(sum * 5) & 63];
        out[128 + t] = 5;
    }
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL both(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if (sum > 20 && x[(sum * 3) & 63] < 40) {
        sum += x[(sum * 5) & 63];
        out[128 + t] = 5;
    }
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL either_else(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if (sum > 40 || x[(sum * 3) & 63] < 20) {
        sum += x[(sum * 5) & 63];
        out[128 + t] = 5;
    } else {
        sum -= x[(sum * 7) & 63];
        out[128 + t] = 5;
    }
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL both_or_either(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if ((sum > 20 && x[(sum * 3) & 63] < 40) || (x[(sum * 9) & 63] > 50 && (t & 1))) {
        sum += x[(sum * 5) & 63];
        out[128 + t] = 5;
    } else {
        sum -= x[(sum * 7) & 63];
        out[128 + t] = 5;
    }
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL three_of_them(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if (sum > 10 && x[(sum * 3) & 63] > 10 && x[(sum * 5) & 63] > 10) {
        sum += x[(sum * 7) & 63];
        out[128 + t] = 5;
    }
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL chosen(const int* x, int* out) {
    HERE;
    int sum = x[t];
    sum += sum > 31 ? x[(sum * 3) & 63] : x[(sum * 5 + 64) & 127];
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL else_chain(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if (sum < 10) {
        sum += x[(sum * 3) & 63];
        out[128 + t] = 5;
    } else if (sum < 30) {
        sum -= x[(sum * 5) & 63];
        out[128 + t] = 5;
    } else if (sum < 50) {
        sum ^= x[(sum * 7) & 63];
        out[128 + t] = 5;
    } else {
        sum |= x[(sum * 9) & 63];
    }
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL either_in_loop(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int k = 0; k < 6; ++k) {
        if (x[(t + k) & 63] > 50 || x[(t * 3 + k) & 63] < 10) {
            sum += x[(sum + k) & 63];
            out[128 + t] = 5;
        }
        sum = sum * 3 + x[(sum + k) & 127];
    }
    out[t] = sum;
}

KERNEL break_on_either(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int k = 0; k < 9; ++k) {
        if (x[(t + k) & 63] > 58 || x[(t * 3 + k) & 63] < 4) break;
        sum = sum * 3 + x[(sum + k) & 127];
    }
    out[t] = sum;
}

KERNEL break_on_both(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int k = 0; k < 9; ++k) {
        if (x[(t + k) & 63] > 30 && x[(t * 3 + k) & 63] < 30) break;
        sum = sum * 3 + x[(sum + k) & 127];
    }
    out[t] = sum;
}

// Switches.

KERNEL switch_few(const int* x, int* out) {
    HERE;
    int sum = x[t];
    switch (sum & 3) {
        case 0: sum += x[(sum * 3) & 63]; break;
        case 1: sum -= x[(sum * 5 + 1) & 63]; break;
        case 2: sum ^= x[(sum * 7 + 2) & 63]; break;
        default: out[128 + t] = 5;
    }
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL switch_many(const int* x, int* out) {
    HERE;
    int sum = x[t];
    switch (sum & 15) {
        case 0: sum += x[(sum * 3) & 63]; break;
        case 1: sum -= x[(sum * 5 + 1) & 63]; break;
        case 2: sum ^= x[(sum * 7 + 2) & 63] * 3; break;
        case 3: sum *= x[(sum * 9 + 2) & 63]; break;
        case 4: sum |= x[(sum * 11 + 3) & 63]; break;
        case 5: out[128 + t] = 5; break;
        case 6: sum += x[(sum * 13 + 5) & 63] / 3; break;
        case 7: sum -= x[(sum * 3 + 6) & 63] % 5; break;
        case 9: sum += x[(sum + 7) & 63] << 2; break;
        case 11: sum -= x[(sum + 8) & 127]; break;
        default: sum = x[(sum + 9) & 63];
    }
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL switch_falls(const int* x, int* out) {
    HERE;
    int sum = x[t];
    switch (sum & 7) {
        case 0: sum += x[(sum * 3) & 63];
        case 1: sum -= x[(sum * 5 + 1) & 63];
        case 2: sum ^= x[(sum * 7 + 2) & 63]; break;
        case 3: sum += x[(sum * 9 + 2) & 63];
        case 4: sum += x[(sum * 11 + 3) & 63]; break;
        default: out[128 + t] = 5;
    }
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL switch_returns(const int* x, int* out) {
    HERE;
    int sum = x[t];
    switch (sum & 3) {
        case 0: sum += x[(sum * 3) & 63]; break;
        case 1: out[t] = x[(sum * 5 + 1) & 63]; return;
        case 2: sum ^= x[(sum * 7 + 2) & 63]; break;
        default: out[128 + t] = 5;
    }
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL switch_in_loop(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int k = 0; k < 6; ++k) {
        switch (x[(t + k) & 63] & 3) {
            case 0: sum += x[(sum * 3) & 63]; break;
            case 1: sum -= x[(sum * 5 + 1) & 63]; break;
            case 2: continue;
            default: out[128 + t] = 5;
        }
        sum = sum * 3 + x[(sum + k) & 127];
    }
    out[t] = sum;
}

KERNEL switch_machine(const int* x, int* out) {
    HERE;
    int state = t & 3, sum = 0;
#pragma unroll 1
    for (int k = 0; k < 10 && state < 4; ++k) {
        switch (state) {
            case 0: state = x[(t + k) & 63] > 20 ? 1 : 2; break;
            case 1: sum += x[(sum + k) & 63]; state = 3; break;
            case 2: sum -= x[(sum + k) & 127]; state = sum & 1 ? 0 : 3; break;
            default: state = x[(sum + t) & 63] > 55 ? 4 : 0;
        }
    }
    out[t] = sum * 8 + state;
}

// Gotos.

KERNEL goto_forward(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if (sum > 45) goto third;
    sum += x[(sum * 3) & 63];
    if (sum > 60) goto second;
    sum += x[(sum * 5) & 63];
    goto last;
second:
    sum -= x[(sum * 7) & 63];
third:
    sum ^= x[(sum * 9 + 1) & 63];
last:
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL goto_into_side(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if (t & 1) {
        if (sum > 40) goto other;
        sum += x[(sum * 3) & 63];
        out[128 + t] = 5;
    } else {
        sum -= x[(sum * 5) & 63];
    other:
        sum ^= x[(sum * 9 + 1) & 63];
        out[128 + t] = 5;
    }
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL goto_back(const int* x, int* out) {
    HERE;
    int sum = x[t], turns = 0;
again:
    sum += x[(sum * 3) & 63];
    if ((sum & 3) == 0 && turns < 5) {
        ++turns;
        goto again;
    }
    sum ^= x[(sum * 9 + 1) & 63];
    if ((sum & 7) == 1 && turns < 5) {
        ++turns;
        goto again;
    }
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL goto_common_end(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if (t & 1) {
        if (sum > 40) goto end;
        sum += x[(sum * 3) & 63];
        if (sum > 80) goto end;
        sum += x[(sum * 5) & 63];
    }
    sum += x[(sum * 7 + t) & 127];
    if (sum > 150) goto end;
    sum ^= x[(sum * 9 + 1) & 63];
end:
    out[t] = sum + x[(sum + 1) & 63];
}

// Functions that are called.

__device__ __noinline__ int early(const int* x, int v, int t) {
    if (v > 40) return x[(v * 3) & 63];
    v += x[(v * 5) & 63];
    if (t & 1) {
        if (v > 50) return v;
        v += x[(v * 7) & 63];
    }
    return v + x[(v + t) & 127];
}

__device__ __forceinline__ int early_inlined(const int* x, int v, int t) {
    if (v > 40) return x[(v * 3) & 63];
    v += x[(v * 5) & 63];
    if (t & 1) {
        if (v > 50) return v;
        v += x[(v * 7) & 63];
    }
    return v + x[(v + t) & 127];
}

__device__ __forceinline__ int find(const int* x, int from, int wanted) {
#pragma unroll 1
    for (int k = 0; k < 8; ++k) {
        if (x[(from + k) & 63] > wanted) return k;
        if (x[(from * 3 + k) & 63] == 0) break;
    }
    return -1;
}

__device__ __noinline__ int find_called(const int* x, int from, int wanted) {
#pragma unroll 1
    for (int k = 0; k < 8; ++k) {
        if (x[(from + k) & 63] > wanted) return k;
    }
    return -1;
}

KERNEL call_early(const int* x, int* out) {
    HERE;
    const int v = early(x, x[t], t);
    out[t] = v + x[(v + 1) & 63];
}

KERNEL call_early_inlined(const int* x, int* out) {
    HERE;
    const int v = early_inlined(x, x[t], t);
    out[t] = v + x[(v + 1) & 63];
}

KERNEL call_find(const int* x, int* out) {
    HERE;
    const int v = find(x, t, 52);
    out[t] = v + x[(v + 9) & 63];
}

KERNEL call_find_called(const int* x, int* out) {
    HERE;
    const int v = find_called(x, t, 52);
    out[t] = v + x[(v + 9) & 63];
}

KERNEL call_in_if(const int* x, int* out) {
    HERE;
    int v = x[t];
    if (v & 1) v = early(x, v, t);
    out[t] = v + x[(v + 1) & 63];
}

KERNEL call_in_loop(const int* x, int* out) {
    HERE;
    int v = x[t];
#pragma unroll 1
    for (int k = 0; k < 4; ++k) {
        v += early_inlined(x, (v + k) & 63, t);
        if (v > 200) break;
        v += x[(v + k) & 63];
    }
    out[t] = v;
}

KERNEL call_in_both_sides(const int* x, int* out) {
    HERE;
    int v = x[t];
    if (t & 1)
        v += early(x, v, t);
    else
        v -= early(x, v ^ 5, t);
    out[t] = v + x[(v + 1) & 63];
}

// Shared memory behind exits.

KERNEL shared_after_break(const int* x, int* out) {
    __shared__ int s[64];
    HERE;
    const int i = threadIdx.x;
    s[i] = x[t];
    __syncthreads();
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < 8; ++k) {
        if (i & 1) {
            if (s[(i + k) & 63] > 56) break;
            sum += s[(i * 2 + k) & 63];
        }
        sum += s[(i * 4 + k) & 63];
    }
    out[t] = sum + s[(sum * 8) & 63];
}

KERNEL shared_after_return(const int* x, int* out) {
    __shared__ int s[64];
    HERE;
    const int i = threadIdx.x;
    s[i] = x[t];
    __syncwarp();
    int sum = s[i ^ 1];
    if (i & 4) {
        if (sum > 50) return;
        sum += s[(i & 32) + ((i * 2) & 31)];
    }
    out[t] = sum + s[(i & 32) + ((i * 8) & 31)];
}

KERNEL shared_after_either(const int* x, int* out) {
    __shared__ int s[128];
    HERE;
    const int i = threadIdx.x;
    s[i] = x[t];
    s[i + 64] = x[t + 64];
    __syncthreads();
    int sum = s[i];
    if (sum > 40 || s[(sum * 3) & 63] < 20) {
        sum += s[(sum * 4) & 127];
        out[128 + t] = 5;
    }
    out[t] = sum + s[(i * 4 + (sum & 3)) & 127];
}

// Shuffles and votes behind parted lanes.

KERNEL mask_after_return(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if (t & 1) {
        if (sum < 0) return;
        sum += x[(sum * 3) & 63];
    }
    out[t] = __activemask() == 0xffffffffu ? sum : -1;
}

KERNEL mask_after_either(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if (sum > 40 || x[(sum * 3) & 63] < 20) {
        sum += __popc(__activemask());
        out[128 + t] = 5;
    }
    out[t] = sum;
}

KERNEL mask_in_loop(const int* x, int* out) {
    HERE;
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < 6; ++k) {
        if (t & 1) {
            if (x[(t + k) & 63] > 52) break;
            sum += 100;
        }
        sum += __popc(__activemask());
    }
    out[t] = sum;
}

// Exits that stand side by side.

KERNEL exits_many(const int* x, int* out) {
    HERE;
    int sum = x[t];
#pragma unroll 1
    for (int k = 0; k < 10; ++k) {
        const int v = x[(t * 3 + k * 5) & 63];
        if (v == 7) return;
        if (v == 11) {
            out[t] = sum;
            return;
        }
        if (v > 58) break;
        if (v > 50) continue;
        sum = sum * 3 + x[(sum + k) & 63];
        if (sum & 1) {
            sum += x[(sum + 5) & 63];
            if ((sum & 31) == 9) break;
        }
    }
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL exits_after_loop(const int* x, int* out) {
    HERE;
    int sum = x[t], found = -1;
#pragma unroll 1
    for (int k = 0; k < 8; ++k) {
        if (x[(t * 3 + k) & 63] > 54) {
            found = k;
            break;
        }
    }
    if (found < 0) return;
    sum += x[(sum + found) & 63];
    if (t & 1) {
        if (sum > 90) return;
        sum += x[(sum * 3) & 63];
    }
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL exits_lock_step(const int* x, int* out) {
    HERE;
    int a = x[t], b = x[(t + 32) & 63];
#pragma unroll 1
    while (a != b) {
        if (a > b) {
            a -= b;
            if (b == 0) break;
        } else {
            b -= a;
            if (a == 0) break;
        }
        a += x[(a + 64) & 127] >> 7;
    }
    out[t] = a + x[b & 63];
}

KERNEL unrolled_break(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        if (t & 1) {
            if (x[(t + k) & 63] > 50) break;
            sum += k;
        }
        sum = sum * 3 + x[(sum + k) & 63];
    }
    out[t] = sum;
}

KERNEL free_break(const int* x, int* out) {
    HERE;
    int sum = t;
    for (int k = 0; k < 16; ++k) {
        const int v = x[(t + k) & 63];
        if (v > 57) break;
        sum = sum * 3 + x[(sum + v) & 63];
    }
    out[t] = sum;
}

KERNEL march_ray(const int* x, int* out) {
    HERE;
    int at = t, hit = -1;
#pragma unroll 1
    for (int step = 0; step < 12; ++step) {
        at = (at * 5 + 1) & 255;
        if (at > 200) break;
        const int v = x[at];
        if (v < 6) {
            if (x[(at + 1) & 255] < 40) {
                hit = step;
                break;
            }
            continue;
        }
        out[128 + t] = 5;
    }
    out[t & 127] = hit + x[(hit + 64) & 63];
}

// Loops with several ways out, of which some do more work.

KERNEL return_work_do(const int* x, int* out) {
    HERE;
    int sum = t, turns = 0;
#pragma unroll 1
    do {
        const int v = x[(t * 3 + turns) & 63];
        if (v > 58) {
            out[t + 128] = x[(sum * 5) & 63];
            return;
        }
        sum = sum * 3 + x[(sum + v) & 63];
        ++turns;
    } while ((sum & 31) > 3 && turns < 9);
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL return_work_for(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int k = 0; k < 9; ++k) {
        const int v = x[(t * 3 + k) & 63];
        if (v > 56) {
            out[t + 128] = x[(sum * 5) & 63];
            out[t] = sum;
            return;
        }
        sum = sum * 3 + x[(sum + v) & 63];
    }
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL two_ways_out(const int* x, int* out) {
    HERE;
    int sum = t, turns = 0;
#pragma unroll 1
    do {
        const int v = x[(t * 3 + turns) & 63];
        if (v > 54) {
            sum -= x[(sum * 5) & 63];
            out[t + 128] = sum;
            goto out_of_it;
        }
        sum = sum * 3 + x[(sum + v) & 63];
        ++turns;
    } while ((sum & 31) > 3 && turns < 9);
    sum += x[(sum * 7) & 63];
    out[t + 128] = -sum;
out_of_it:
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL three_ways_out(const int* x, int* out) {
    HERE;
    int sum = t, turns = 0;
#pragma unroll 1
    while (true) {
        const int v = x[(t * 3 + turns) & 63];
        if (v > 56) {
            sum -= x[(sum * 5) & 63];
            out[t + 128] = sum;
            break;
        }
        if (v < 3) {
            sum += x[(sum * 9) & 63];
            out[t + 128] = -sum;
            break;
        }
        sum = sum * 3 + x[(sum + v) & 63];
        if (++turns == 7) break;
    }
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL trap_in_do(const int* x, int* out) {
    HERE;
    int sum = t, turns = 0;
#pragma unroll 1
    do {
        const int v = x[(t * 3 + turns) & 63];
        if (v < 0) __trap();
        sum = sum * 3 + x[(sum + v) & 63];
        ++turns;
    } while ((sum & 31) > 3 && turns < 9);
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL inner_do_of_outer(const int* x, int* out) {
    HERE;
    int sum = t;
#pragma unroll 1
    for (int j = 0; j < 3; ++j) {
        int turns = 0;
#pragma unroll 1
        do {
            const int v = x[(t * 3 + turns + j) & 63];
            if (v > 60) return;
            sum = sum * 3 + x[(sum + v) & 63];
            ++turns;
        } while ((sum & 31) > 9 && turns < 5);
        sum += x[(sum * 7 + j) & 63];
        if (t & 1) {
            if ((sum & 63) == 5) break;
            sum ^= x[(sum * 11 + j) & 63];
        }
    }
    out[t] = sum + x[(sum + 1) & 63];
}

// Loops that the assembler may unroll.

KERNEL free_while(const int* x, int* out) {
    HERE;
    int v = x[t], turns = 0;
    while (v > 5 && turns < 9) {
        v = x[(v * 3 + turns) & 63];
        ++turns;
    }
    out[t] = turns + x[(v + t) & 63];
}

KERNEL free_list(const int* x, int* out) {
    HERE;
    int at = t, turns = 0;
    while (x[at] > 7) {
        at = (at * 5 + 3) & 255;
        ++turns;
    }
    out[t] = turns;
}

KERNEL free_row(const int* x, int* out) {
    HERE;
    const int first = x[t] & 15, last = first + (x[t + 64] & 7);
    int sum = 0;
    for (int k = first; k < last; ++k) sum += x[k * 3];
    out[t] = sum;
}

KERNEL free_in_if(const int* x, int* out) {
    HERE;
    int sum = 0;
    for (int k = 0; k < 13; ++k)
        if (x[(t + k) & 63] > 30) sum += x[(t * 3 + k) & 127];
    out[t] = sum;
}

KERNEL free_nested(const int* x, int* out) {
    HERE;
    int sum = 0;
    for (int j = 0; j < (x[t] & 3); ++j)
        for (int k = 0; k < (x[t + 64] & 7); ++k) sum += x[(j * 8 + k + sum) & 127];
    out[t] = sum;
}

// Places that several conditions lead to, some of them by way of each other.

#define SIDE(n) sum += x[(sum * (2 * n + 3) + n) & 63] * n, out[t + 128] = sum ^ n
#define ASK(n, at_least) x[(sum * (2 * n + 5) + t + n) & 63] > at_least

KERNEL crossed_two(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if (sum > 30 ? ASK(1, 30) : ASK(2, 20))
        SIDE(3);
    else
        SIDE(4);
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL either_or_both(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if (sum > 45 || (ASK(1, 20) && ASK(2, 20)))
        SIDE(3);
    else
        SIDE(4);
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL either_and_either(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if ((sum > 40 || ASK(1, 35)) && (ASK(2, 40) || ASK(3, 35)))
        SIDE(3);
    else
        SIDE(4);
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL both_or_one(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if ((sum > 20 && ASK(1, 35)) || ASK(2, 40)) SIDE(3);
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL both_or_both(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if ((sum > 20 && ASK(1, 35)) || (ASK(2, 30) && ASK(3, 30)))
        SIDE(4);
    else
        SIDE(5);
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL both_or_both_or_both(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if ((sum > 20 && ASK(1, 45)) || (ASK(2, 30) && ASK(3, 45)) || (ASK(4, 30) && ASK(5, 45)))
        SIDE(6);
    else
        SIDE(7);
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL crossed_three(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if (sum > 30) {
        SIDE(1);
        if (ASK(1, 40)) goto a;
        if (ASK(2, 30)) goto b;
        goto c;
    }
    SIDE(2);
    if (ASK(3, 40)) goto c;
    if (ASK(4, 30)) goto a;
    goto b;
a:
    SIDE(3);
    goto end;
b:
    SIDE(4);
    goto end;
c:
    SIDE(5);
end:
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL crossed_falls(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if (sum > 30) {
        SIDE(1);
        if (ASK(1, 40)) goto a;
        if (ASK(2, 30)) goto b;
        goto c;
    }
    SIDE(2);
    if (ASK(3, 40)) goto c;
    if (ASK(4, 30)) goto a;
    goto b;
a:
    SIDE(3);
b:
    SIDE(4);
c:
    SIDE(5);
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL stairs(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if (sum > 48) goto a;
    SIDE(1);
    if (ASK(1, 48)) goto b;
    SIDE(2);
    if (ASK(2, 40)) goto c;
    SIDE(3);
    if (ASK(3, 30)) goto d;
    SIDE(4);
d:
    SIDE(5);
c:
    SIDE(6);
b:
    SIDE(7);
a:
    SIDE(8);
    out[t] = sum + x[(sum + 1) & 63];
}

KERNEL both_or_one_in_loop(const int* x, int* out) {
    HERE;
    int sum = x[t];
#pragma unroll 1
    for (int k = 0; k < 5; ++k) {
        if ((sum > 20 && ASK(1, 35)) || ASK(2, 40)) SIDE(3);
        sum = (sum + x[(sum + k) & 63]) & 63;
    }
    out[t] = sum;
}

KERNEL break_on_both_or_one(const int* x, int* out) {
    HERE;
    int sum = x[t];
#pragma unroll 1
    for (int k = 0; k < 9; ++k) {
        if ((sum > 20 && ASK(1, 50)) || ASK(2, 52)) break;
        sum = (sum + x[(sum + k) & 63]) & 63;
    }
    out[t] = sum;
}

KERNEL return_on_both_or_one(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if (t & 1) {
        if ((sum > 20 && ASK(1, 50)) || ASK(2, 52)) return;
        SIDE(3);
    }
    out[t] = sum + x[(sum + 1) & 63];
}

// Returns that do work, and that several ways lead to.

KERNEL return_work_either(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if (t & 1) sum += x[(sum * 3) & 63];
    if ((sum & 63) > 50 || ASK(1, 40)) {
        out[t + 128] = x[(sum * 5) & 63];
        return;
    }
    if (t & 2) sum += x[(sum * 7) & 63];
    sum += x[(sum * 9) & 127];
    out[t] = sum;
}

KERNEL return_work_within(const int* x, int* out) {
    HERE;
    int sum = x[t];
    if ((sum & 63) > 40 || ASK(1, 45)) {
        sum ^= x[(sum * 3) & 63];
    } else {
        int turns = 0;
#pragma unroll 1
        do {
            if (ASK(2, 58)) {
                out[t] = sum + 7;
                return;
            }
            sum = (sum + x[(sum * 5 + turns) & 63]) & 1023;
        } while (++turns < 5 && (sum & 63) > 9);
    }
    out[t] = sum + x[(sum * 9) & 127];
}

KERNEL return_work_in_loop(const int* x, int* out) {
    HERE;
    int sum = x[t];
#pragma unroll 1
    for (int k = 0; k < 3; ++k) {
        if (ASK(1, 30) && ASK(2, 30)) {
            if ((sum & 63) > 40) {
                out[t] = sum + 2;
                return;
            }
            sum = (sum ^ x[(sum * 11 + k) & 127]) & 1023;
        }
        if (((t & 2) == 0 && ASK(3, 45)) || (ASK(4, 52) && (t & 1))) {
            out[t] = sum + 8;
            return;
        }
    }
    sum += x[(sum * 3) & 63];
    if (t & 4) sum += x[(sum * 5) & 63];
    out[t] = sum + x[(sum * 9) & 127];
}
