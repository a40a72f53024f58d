// Laplace's equation in a box of n by n by n points. The box comes from the host and goes back
// there, in one piece or in chunks of planes. Every launch is a sweep: each point becomes the mean
// of its six neighbours, and the faces of the box stay. The programs differ in their host code:
// memory that the driver has to copy once more or not, one copy or many, one stream or three, calls
// or a graph. For k sweeps a chunk has k planes of each neighbour, and each sweep covers one less
// of them. That is a little more work, and no chunk waits for the results of another.

// One sweep over the planes from `first` on, one for each block of the grid in y. Plane z of the
// box is plane z + from in u, and plane z + to in next, since chunks have arrays of their own.
__global__ void sweep_planes(const float* __restrict__ u, float* __restrict__ next, int n,
                             int first, int from, int to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n * n)
        return;
    int x = i % n, y = i / n, z = first + blockIdx.y;
    long long row = n, plane = row * n;
    long long p = (z + from) * plane + i;
    long long q = (z + to) * plane + i;
    bool face = x == 0 || x == n - 1 || y == 0 || y == n - 1 || z == 0 || z == n - 1;
    float value;
    if (face)
        value = u[p];
    else
        value = (u[p - 1] + u[p + 1] + u[p - row] + u[p + row]
                 + u[p - plane] + u[p + plane]) * (1 / 6.0f);
    next[q] = value;
}
