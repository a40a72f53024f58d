// A little machine with a stack runs one program of bytes in each thread, on that thread's number.
__global__ void little_machine(const unsigned char* programs, int length, int* results, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int stack[8], top = 0;
    stack[top] = i;
    for (int at = 0; at < length; ++at) {
        int value = stack[top & 7];
        switch (programs[(i % 4) * length + at]) {
        case 0: value += 3; break;
        case 1: value *= 5; break;
        case 2: value = -value; break;
        case 3: value ^= 0x55; break;
        case 4: value >>= 1; break;
        case 5: ++top; value = at; break;
        case 6: --top; value += stack[top & 7]; break;
        case 7: value = value > 100 ? 100 : value; break;
        case 8: value = value * value + 1; break;
        case 9: value = __popc(value); break;
        case 10: value -= i; break;
        default: break;
        }
        stack[top & 7] = value;
    }
    results[i] = stack[top & 7];
}
