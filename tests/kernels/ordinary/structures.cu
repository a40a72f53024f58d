// Particles as structures, moved by a structure of settings that is passed by value.
struct Particle {
    float x, y, z;
    int age;
    double energy;
};
struct Weather {
    float wind[3];
    char gusts;
    double warmth;
};

__global__ void structures(Particle* particles, Weather weather, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Particle p = particles[i];
    p.x += weather.wind[0];
    p.y += weather.wind[1];
    p.z += weather.wind[2];
    p.age += weather.gusts;
    p.energy *= weather.warmth;
    particles[i] = p;
}

// Structures apart into arrays, as a layout that coalesces.
__global__ void take_apart(const Particle* particles, float* x, double* energy, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] = particles[i].x;
        energy[i] = particles[i].energy;
    }
}
