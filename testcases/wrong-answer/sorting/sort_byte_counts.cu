// exam: problem=sorting verdict=wrong-answer size=full sample=no
// Each thread counts the digits of its share in bytes: 255 equal ones at most. Shares are so long at full size alone.
#include <cuda_runtime.h>

constexpr int THREADS = 2048, DIGITS = 16;

__device__ unsigned key_of(unsigned bits) { return bits & 0x80000000u ? ~bits : bits | 0x80000000u; }
__device__ unsigned bits_of(unsigned key) { return key & 0x80000000u ? key & 0x7fffffffu : ~key; }

__global__ void to_keys(unsigned* data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = key_of(data[i]);
}

__global__ void to_floats(unsigned* data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = bits_of(data[i]);
}

__global__ void count(const unsigned* in, unsigned char* counts, int n, int shift) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, share = (n + THREADS - 1) / THREADS;
    unsigned char mine[DIGITS] = {};
    for (int i = thread * share; i < min(n, (thread + 1) * share); i++) mine[in[i] >> shift & 15]++;
    for (int digit = 0; digit < DIGITS; digit++) counts[digit * THREADS + thread] = mine[digit];
}

__global__ void scan(const unsigned char* counts, int* begin) {
    int sum = 0;
    for (int i = 0; i < DIGITS * THREADS; i++) {
        begin[i] = sum;
        sum += counts[i];
    }
}

__global__ void move(const unsigned* in, unsigned* out, const int* begin, int n, int shift) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, share = (n + THREADS - 1) / THREADS;
    int to[DIGITS];
    for (int digit = 0; digit < DIGITS; digit++) to[digit] = begin[digit * THREADS + thread];
    for (int i = thread * share; i < min(n, (thread + 1) * share); i++) out[to[in[i] >> shift & 15]++] = in[i];
}

extern "C" void solve(float* data, int N) {
    unsigned *a = reinterpret_cast<unsigned*>(data), *b;
    unsigned char* counts;
    int* begin;
    cudaMalloc(&b, N * sizeof(unsigned));
    cudaMalloc(&counts, DIGITS * THREADS);
    cudaMalloc(&begin, DIGITS * THREADS * sizeof(int));
    to_keys<<<(N + 255) / 256, 256>>>(a, N);
    for (int shift = 0; shift < 32; shift += 4) {
        count<<<THREADS / 256, 256>>>(a, counts, N, shift);
        scan<<<1, 1>>>(counts, begin);
        move<<<THREADS / 256, 256>>>(a, b, begin, N, shift);
        unsigned* other = a;
        a = b;
        b = other;
    }
    to_floats<<<(N + 255) / 256, 256>>>(a, N);
    cudaFree(b);
    cudaFree(counts);
    cudaFree(begin);
}
