// The price of an option by Black and Scholes: logarithms, roots, exponentials and an error
// function.
__global__ void options(const float* price, const float* strike, const float* years, float* call,
                        int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float rate = 0.02f, sway = 0.3f;
    float root = sqrtf(years[i]);
    float d1 = (logf(price[i] / strike[i]) + (rate + sway * sway / 2) * years[i]) / (sway * root);
    float d2 = d1 - sway * root;
    float likely1 = 0.5f * erfcf(-d1 * 0.70710678f), likely2 = 0.5f * erfcf(-d2 * 0.70710678f);
    call[i] = price[i] * likely1 - strike[i] * expf(-rate * years[i]) * likely2;
}
