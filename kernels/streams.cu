// Laplace's equation in a box of n by n by n points that comes from the host and goes back there,
// in one piece or in chunks of planes. Every launch is a sweep: each point becomes the mean of its
// six neighbours, and the faces of the box stay. What differs is the host's side: memory that the
// driver has to copy once more or not, one copy or many, one stream or three, calls or a graph.
// A chunk that is swept so many times needs as many planes of its neighbours, and sweeps one less
// of them each time: a little more work, and no chunk waits for what another has swept.

// One sweep over planes from `first` on, as many as the grid has in y. A plane of the box stands
// `from` planes further on in u, and `to` planes further on in next: chunks have their own arrays.
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
