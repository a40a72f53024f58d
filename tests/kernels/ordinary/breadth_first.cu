// One step outwards in a graph: whoever stands on this level claims neighbours that nobody has
// reached.
__global__ void breadth_first(const int* first, const int* neighbours, int* level, int now,
                              int* moved, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || atomicAdd(&level[v], 0) != now)
        return;
    for (int e = first[v]; e < first[v + 1]; ++e)
        if (atomicCAS(&level[neighbours[e]], -1, now + 1) == -1)
            atomicExch(moved, 1);
}
