// Merges two sorted lists: every number finds its place by a search in the other list.
__device__ int numbers_below(const int* sorted, int n, int value, bool or_equal)
{
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (sorted[middle] < value || (or_equal && sorted[middle] == value))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

__global__ void merge(const int* a, int na, const int* b, int nb, int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < na)
        out[i + numbers_below(b, nb, a[i], false)] = a[i];
    else if (i < na + nb)
        out[i - na + numbers_below(a, na, b[i - na], true)] = b[i - na];
}
