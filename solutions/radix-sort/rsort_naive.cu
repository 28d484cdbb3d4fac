// One bit at a time, the lowest first: a scan over "the bit is 0" tells each number its place, zeros before ones.
// Gains: nothing but a scan is needed, and it is stable by itself.
// Costs: 32 passes with three kernels each; neighbours write far apart where the bits alternate.
// judge: rung 1

#include <cuda_runtime.h>

#define BLOCK 256
#define TILE 1024   // of a block, four in a row a thread

__global__ void count_zeros(const unsigned* in, int* zeros, int n, int bit) {
    __shared__ int total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    int mine = 0;
    for (int k = 0; k < 4; k++) {
        int i = blockIdx.x * TILE + threadIdx.x * 4 + k;
        if (i < n) mine += ~in[i] >> bit & 1;
    }
    atomicAdd(&total, mine);
    __syncthreads();
    if (threadIdx.x == 0) zeros[blockIdx.x] = total;
}

// One block: exclusive prefix sums in place, the sum of all behind them.
__global__ void scan_blocks(int* zeros, int blocks) {
    __shared__ int s[1024];
    int t = threadIdx.x, carry = 0;
    for (int base = 0; base < blocks; base += 1024) {
        int v = base + t < blocks ? zeros[base + t] : 0;
        s[t] = v;
        __syncthreads();
        for (int d = 1; d < 1024; d *= 2) {
            int left = t >= d ? s[t - d] : 0;
            __syncthreads();
            s[t] += left;
            __syncthreads();
        }
        if (base + t < blocks) zeros[base + t] = carry + s[t] - v;
        carry += s[1023];
        __syncthreads();
    }
    if (t == 0) zeros[blocks] = carry;
}

__global__ void scatter(const unsigned* in, unsigned* out, const int* zeros, int blocks, int n, int bit) {
    __shared__ int s[BLOCK];
    int t = threadIdx.x, first = blockIdx.x * TILE + t * 4, mine = 0;
    for (int k = 0; k < 4; k++)
        if (first + k < n) mine += ~in[first + k] >> bit & 1;
    s[t] = mine;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        int left = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
    int zeros_before = zeros[blockIdx.x] + s[t] - mine, all_zeros = zeros[blocks];
    for (int k = 0; k < 4 && first + k < n; k++) {
        unsigned x = in[first + k];
        if (x >> bit & 1)
            out[all_zeros + first + k - zeros_before] = x;
        else
            out[zeros_before++] = x;
    }
}

extern "C" void solve(const unsigned int* input, unsigned int* output, int N) {
    int blocks = (N + TILE - 1) / TILE;
    unsigned* other;
    int* zeros;
    cudaMalloc(&other, N * sizeof(unsigned));
    cudaMalloc(&zeros, (blocks + 1) * sizeof(int));
    const unsigned* from = input;
    unsigned* to = other;
    for (int bit = 0; bit < 32; bit++) {
        count_zeros<<<blocks, BLOCK>>>(from, zeros, N, bit);
        scan_blocks<<<1, 1024>>>(zeros, blocks);
        scatter<<<blocks, BLOCK>>>(from, to, zeros, blocks, N, bit);
        from = to;
        to = to == other ? output : other;
    }
    cudaFree(other);
    cudaFree(zeros);
}
