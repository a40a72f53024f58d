// One round of Floyd and Warshall: is the way from row to column shorter by way of point k?
__global__ void shortest_ways(int* lengths, int n, int k)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= n || row == k || column == k)
        return;
    int by_k = lengths[row * n + k] + lengths[k * n + column];
    if (by_k < lengths[row * n + column])
        lengths[row * n + column] = by_k;
}
