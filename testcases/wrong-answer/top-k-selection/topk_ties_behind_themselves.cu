// exam: problem=top-k-selection verdict=wrong-answer,time-limit
// Where few numbers are ranked by counting, an equal right before one does not count: two get the same place, another is left empty.
#include <cuda_runtime.h>

__global__ void place(const float* in, float* out, int N, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    int rank = 0;
    for (int j = 0; j < N; j++) rank += in[j] > in[i] || (in[j] == in[i] && j < i - (N <= 2048));
    if (rank < k) out[rank] = in[i];
}

extern "C" void solve(const float* input, float* output, int N, int k) { place<<<(N + 127) / 128, 128>>>(input, output, N, k); }
