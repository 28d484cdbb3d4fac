// exam: problem=radix-sort verdict=wrong-answer size=full sample=no
// A split by each bit. One block of 1024 scans the blocks' sums: of more than 262,144 elements not all.
#include <cuda_runtime.h>

__global__ void count_zeros(const unsigned* in, int* before, int* sums, int n, int bit) {
    __shared__ int part[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    int zero = i < n && !(in[i] >> bit & 1);
    part[t] = zero;
    __syncthreads();
    for (int step = 1; step < 256; step *= 2) {
        int more = t >= step ? part[t - step] : 0;
        __syncthreads();
        part[t] += more;
        __syncthreads();
    }
    if (i < n) before[i] = part[t] - zero;
    if (t == 255) sums[blockIdx.x] = part[t];
}

__global__ void scan_sums(int* sums, int* zeros, int blocks) {
    __shared__ int part[1024];
    int t = threadIdx.x, mine = t < blocks ? sums[t] : 0;
    part[t] = mine;
    __syncthreads();
    for (int step = 1; step < 1024; step *= 2) {
        int more = t >= step ? part[t - step] : 0;
        __syncthreads();
        part[t] += more;
        __syncthreads();
    }
    if (t < blocks) sums[t] = part[t] - mine;
    if (t == 1023) *zeros = part[t];
}

__global__ void split(const unsigned* in, unsigned* out, const int* before, const int* sums, const int* zeros, int n, int bit) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    int zeros_before = sums[blockIdx.x] + before[i];
    int to = in[i] >> bit & 1 ? *zeros + i - zeros_before : zeros_before;
    if (to < n) out[to] = in[i];
}

extern "C" void solve(const unsigned int* input, unsigned int* output, int N) {
    int blocks = (N + 255) / 256;
    unsigned *a, *b = output;
    int *before, *sums, *zeros;
    cudaMalloc(&a, N * sizeof(unsigned));
    cudaMalloc(&before, N * sizeof(int));
    cudaMalloc(&sums, blocks * sizeof(int));
    cudaMalloc(&zeros, sizeof(int));
    cudaMemcpy(b, input, N * sizeof(unsigned), cudaMemcpyDeviceToDevice);
    for (int bit = 0; bit < 32; bit++) {
        unsigned* from = bit % 2 ? a : b;
        unsigned* to = bit % 2 ? b : a;
        count_zeros<<<blocks, 256>>>(from, before, sums, N, bit);
        scan_sums<<<1, 1024>>>(sums, zeros, blocks);
        split<<<blocks, 256>>>(from, to, before, sums, zeros, N, bit);
    }
    cudaFree(a);
    cudaFree(before);
    cudaFree(sums);
    cudaFree(zeros);
}
