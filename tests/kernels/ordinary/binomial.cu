// Rows of Pascal's triangle in one warp: each lane takes what its neighbour holds.
__global__ void binomial(unsigned* triangle, int rows)
{
    unsigned lane = threadIdx.x, mine = lane == 0;
    for (int row = 0; row < rows; ++row) {
        if (lane <= row)
            triangle[row * (row + 1) / 2 + lane] = mine;
        unsigned left = __shfl_up_sync(~0u, mine, 1);
        if (lane > 0)
            mine += left;
    }
}
