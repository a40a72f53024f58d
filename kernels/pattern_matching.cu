// Finds words of four letters in a text: found[i] is 1 + the number of the word that begins at
// letter i, or 0 where none begins. No two words are equal. First a thread takes a word and goes
// through the whole text. Then a thread takes a place of the text and goes through all words,
// letter by letter. Then it compares four letters at once, at four places, cut out of the text by
// funnel shifts. Last the words lie in shared memory, then in constant memory.

constexpr int most_words = 128;

// A thread a word: at each place of the text all lanes read the same letters.
__global__ void match_word(const char* __restrict__ text, const char* __restrict__ words,
                           unsigned char* __restrict__ found, int n, int count)
{
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= count)
        return;
    char a = words[4 * w], b = words[4 * w + 1], c = words[4 * w + 2], d = words[4 * w + 3];
    // Not unrolled, so that its rounds can be counted.
    #pragma unroll 1
    for (int i = 0; i + 4 <= n; ++i)
        if (text[i] == a && text[i + 1] == b && text[i + 2] == c && text[i + 3] == d)
            found[i] = w + 1;
}

// A thread a place: all lanes compare the same word, each up to the first letter that differs.
__global__ void match_place(const char* __restrict__ text, const char* __restrict__ words,
                            unsigned char* __restrict__ found, int n, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int which = 0;
    if (i + 4 <= n) {
        char a = text[i], b = text[i + 1], c = text[i + 2], d = text[i + 3];
        #pragma unroll 1
        for (int w = 0; w < count; ++w) {
            const char* word = words + 4 * w;
            if (word[0] == a && word[1] == b && word[2] == c && word[3] == d)
                which = w + 1;
        }
    }
    found[i] = which;
}

// The four windows of 4 bytes that begin at letters i, i + 1, i + 2 and i + 3. A funnel shift cuts
// each one out of two neighbouring 32-bit words of the text.
struct Windows {
    unsigned letters[4], number[4] = {};

    __device__ Windows(unsigned here, unsigned next)
    {
        #pragma unroll
        for (int k = 0; k < 4; ++k)
            letters[k] = __funnelshift_r(here, next, 8 * k);
    }
    __device__ void compare(unsigned word, int w)
    {
        #pragma unroll
        for (int k = 0; k < 4; ++k)
            if (letters[k] == word)
                number[k] = w + 1;
    }
    // A byte for each window that ends within the text, which has `left` letters from i on.
    __device__ unsigned found(int left) const
    {
        unsigned bytes = 0;
        #pragma unroll
        for (int k = 0; k < 4; ++k)
            if (k + 4 <= left)
                bytes |= number[k] << 8 * k;
        return bytes;
    }
};

// The word of a lane in round k: the same for all lanes, or each lane begins with another.
template <bool apart>
__device__ int taken(int k, int count)
{
    int w = apart ? k + threadIdx.x % count : k;
    return w < count ? w : w - count;
}

// Four places a thread, and four letters a comparison. The array has one more 32-bit word than the
// text, so that the last thread can read text[t + 1].
template <bool apart>
__global__ void match_shifted(const unsigned* __restrict__ text,
                              const unsigned* __restrict__ words, unsigned* __restrict__ found,
                              int n, int count)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * t >= n)
        return;
    Windows windows(text[t], text[t + 1]);
    #pragma unroll 1
    for (int k = 0; k < count; ++k) {
        int w = taken<apart>(k, count);
        windows.compare(words[w], w);
    }
    found[t] = windows.found(n - 4 * t);
}
template __global__ void match_shifted<false>(const unsigned*, const unsigned*, unsigned*, int, int);
template __global__ void match_shifted<true>(const unsigned*, const unsigned*, unsigned*, int, int);

// A block keeps the words in shared memory, and its threads read them there.
template <bool apart>
__global__ void match_shared(const unsigned* __restrict__ text, const unsigned* __restrict__ words,
                             unsigned* __restrict__ found, int n, int count)
{
    __shared__ unsigned kept[most_words];
    #pragma unroll 1
    for (int w = threadIdx.x; w < count; w += blockDim.x)
        kept[w] = words[w];
    __syncthreads();                    // every word is in place
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * t >= n)
        return;
    Windows windows(text[t], text[t + 1]);
    #pragma unroll 1
    for (int k = 0; k < count; ++k) {
        int w = taken<apart>(k, count);
        windows.compare(kept[w], w);
    }
    found[t] = windows.found(n - 4 * t);
}
template __global__ void match_shared<false>(const unsigned*, const unsigned*, unsigned*, int, int);
template __global__ void match_shared<true>(const unsigned*, const unsigned*, unsigned*, int, int);

// The host puts them here before the launch.
__constant__ unsigned constant_words[most_words];

// The words lie in constant memory, which serves one address at a time, to all lanes that read it.
template <bool apart>
__global__ void match_constant(const unsigned* __restrict__ text, unsigned* __restrict__ found,
                               int n, int count)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * t >= n)
        return;
    Windows windows(text[t], text[t + 1]);
    #pragma unroll 1
    for (int k = 0; k < count; ++k) {
        int w = taken<apart>(k, count);
        windows.compare(constant_words[w], w);
    }
    found[t] = windows.found(n - 4 * t);
}
template __global__ void match_constant<false>(const unsigned*, unsigned*, int, int);
template __global__ void match_constant<true>(const unsigned*, unsigned*, int, int);
