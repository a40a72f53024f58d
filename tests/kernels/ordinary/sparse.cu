// A sparse matrix in rows times a vector: a thread for each row, whatever its length.
__global__ void sparse(const int* starts, const int* columns, const double* values, const double* x,
                       double* y, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    double sum = 0;
    for (int k = starts[row]; k < starts[row + 1]; ++k)
        sum += values[k] * x[columns[k]];
    y[row] = sum;
}
