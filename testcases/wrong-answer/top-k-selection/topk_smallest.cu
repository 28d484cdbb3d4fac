// exam: problem=top-k-selection verdict=wrong-answer
// The k largest, but the smallest of them first.
#include <cuda_runtime.h>

__global__ void by_rank(const float* in, float* out, int n, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int rank = 0;
    for (int j = 0; j < n; j++) rank += in[j] > in[i] || (in[j] == in[i] && j < i);
    if (rank < k) out[k - 1 - rank] = in[i];
}

extern "C" void solve(const float* input, float* output, int N, int k) {
    by_rank<<<(N + 255) / 256, 256>>>(input, output, N, k);
}
