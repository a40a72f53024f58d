// Finds the first place where a pattern stands in a text, and how often it does.
__global__ void pattern_search(const char* text, int length, const char* pattern, int width,
                               int* first, int* count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + width > length)
        return;
    int k = 0;
    while (k < width && text[i + k] == pattern[k])
        ++k;
    if (k == width) {
        atomicMin(first, i);
        atomicAdd(count, 1);
    }
}

// Letters to upper case and a count of words: a letter that no letter stands before begins one.
__global__ void words(char* text, int length, int* count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    char c = i < length ? text[i] : ' ', before = i > 0 && i < length ? text[i - 1] : ' ';
    bool letter = c >= 'a' && c <= 'z', begins = letter && !(before >= 'a' && before <= 'z');
    int here = __syncthreads_count(begins);
    if (threadIdx.x == 0)
        atomicAdd(count, here);
    if (letter)
        text[i] = c - 'a' + 'A';
}
