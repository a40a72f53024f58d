// What the lanes of a warp and the threads of a block can ask each other by voting.
__global__ void votes(const int* numbers, unsigned* answers)
{
    int t = threadIdx.x, value = numbers[t];
    unsigned all = __all_sync(~0u, value > 0), any = __any_sync(~0u, value > 9);
    unsigned even = __ballot_sync(~0u, value % 2 == 0);
    unsigned equal = __match_any_sync(~0u, value);
    unsigned upper = 0;
    if (t % 32 >= 16)
        upper = __ballot_sync(0xffff0000u, value > 4);
    answers[5 * t] = all + 2 * any;
    answers[5 * t + 1] = even;
    answers[5 * t + 2] = equal;
    answers[5 * t + 3] = upper;
    int many = __syncthreads_count(value > 4);
    int none = __syncthreads_and(value < 100), some = __syncthreads_or(value == 7);
    answers[5 * t + 4] = many + 1000 * (none != 0) + 2000 * (some != 0);
}
