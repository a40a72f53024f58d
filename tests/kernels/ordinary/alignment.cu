// The length of the longest common subsequence of two words, diagonal by diagonal in one block.
__global__ void alignment(const char* a, const char* b, int n, int* length)
{
    extern __shared__ int diagonals[];
    int t = threadIdx.x, width = n + 1;
    for (int i = t; i < 3 * width; i += blockDim.x)
        diagonals[i] = 0;
    for (int d = 2; d <= 2 * n; ++d) {
        __syncthreads();            // the two diagonals before this one are complete
        int* now = diagonals + d % 3 * width;
        const int* before = diagonals + (d - 1) % 3 * width;
        const int* corner = diagonals + (d - 2) % 3 * width;
        int row = t + 1, column = d - row;
        if (row <= n && column >= 1 && column <= n) {
            bool same = a[row - 1] == b[column - 1];
            now[row] = same ? corner[row - 1] + 1 : max(before[row], before[row - 1]);
        }
    }
    __syncthreads();                // the last diagonal is complete
    if (t == 0)
        *length = diagonals[2 * n % 3 * width + n];
}
