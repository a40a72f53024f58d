// Functions that are called through pointers: from a table, from the table of an object's virtual
// functions, and from an argument that another kernel has stored.
__device__ int twice(int v) { return 2 * v; }
__device__ int square(int v) { return v * v; }
__device__ int minus_one(int v) { return v - 1; }
typedef int (*Step)(int);
__device__ Step steps[3] = {twice, square, minus_one};

struct Shape {
    __device__ virtual float area() const = 0;
    __device__ virtual float scaled(float by) const { return area() * by; }
};
struct Square : Shape {
    float side;
    __device__ Square(float side) : side(side) {}
    __device__ float area() const override { return side * side; }
};
struct Disc : Shape {
    float radius;
    __device__ Disc(float radius) : radius(radius) {}
    __device__ float area() const override { return 3 * radius * radius; }
    __device__ float scaled(float by) const override { return area() + by; }
};

struct Pair {
    float first;
    double second;
};
__device__ Pair swapped(Pair p) { return {(float)p.second, p.first}; }
__device__ Pair same(Pair p) { return p; }
typedef Pair (*Turn)(Pair);

// Lanes that chose alike go together, and all of them meet behind the call.
__global__ void pointers(int* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int value = i;
    for (int turn = 0; turn < 3; ++turn)
        value = steps[(i + turn) % 3](value);
    out[i] = value + __popc(__activemask()) - __popc(__activemask());
}

__global__ void virtuals(float* out)
{
    const int i = threadIdx.x;
    Square square(i);
    Disc disc(i);
    const Shape* shape = i & 1 ? static_cast<const Shape*>(&square) : &disc;
    out[i] = shape->scaled(i % 4);
}

__global__ void choose(Turn* turns) { turns[threadIdx.x] = threadIdx.x % 3 ? swapped : same; }

__global__ void use(const Turn* turns, double* out)
{
    const int i = threadIdx.x;
    const Pair pair = turns[i]({float(i), i * 2.0});
    out[i] = pair.first * 1000 + pair.second;
}

__global__ void astray(int* out, Step step) { out[threadIdx.x] = step(threadIdx.x); }
