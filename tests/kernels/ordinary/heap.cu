// Memory that threads take from the heap of the device, and give back.
struct Node {
    int value;
    Node* next;
};

// Each thread builds a list and sums it up.
__global__ void heap(int* sums, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Node* first = nullptr;
    for (int k = 0; k <= i % 5; ++k)
        first = new Node{k * i, first};
    int sum = 0;
    while (first) {
        Node* next = first->next;
        sum += first->value;
        delete first;
        first = next;
    }
    sums[i] = sum;
}

// One thread takes an array for its block.
__global__ void shared_by_block(int* sums)
{
    __shared__ int* array;
    if (threadIdx.x == 0)
        array = static_cast<int*>(malloc(blockDim.x * sizeof(int)));
    __syncthreads();
    array[threadIdx.x] = threadIdx.x + blockIdx.x;
    __syncthreads();
    sums[blockIdx.x * blockDim.x + threadIdx.x] = array[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
        free(array);
}

// The heap has 8 MiB: the third piece is no longer there.
__global__ void exhausted(int* got)
{
    void* pieces[3];
    for (int k = 0; k < 3; ++k)
        pieces[k] = malloc(3 << 20);
    for (int k = 0; k < 3; ++k) {
        got[k] = pieces[k] != nullptr;
        free(pieces[k]);
    }
    got[3] = malloc(3 << 20) != nullptr;
}

__global__ void after(int* out)
{
    int* p = new int[4];
    p[threadIdx.x % 4] = 1;
    delete[] p;
    out[threadIdx.x] = p[threadIdx.x % 4];
}
__global__ void beyond(int* out, int index)
{
    int* p = static_cast<int*>(malloc(16));
    p[index] = 1;
    out[threadIdx.x] = p[index];
}
__global__ void unset(int* out)
{
    int* p = static_cast<int*>(malloc(16));
    out[threadIdx.x] = p[1];
}
__global__ void twice(int* p, int which)
{
    int* mine = static_cast<int*>(malloc(16));
    free(mine);
    free(which ? p : mine);
}
