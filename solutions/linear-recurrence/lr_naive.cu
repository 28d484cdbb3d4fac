// A thread for each row, from the left to the right.
// Costs: B threads in all; each load of a warp touches as many sectors as it has lanes.
// Expect: L times the latency of a multiplication and addition, at least: a hundred times what is possible.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void recurrence(const float* a, const float* x, float* h, int B, int L) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= B) return;
    a += row * L;
    x += row * L;
    h += row * L;
    float last = 0;
    for (int t = 0; t < L; t++) {
        last = t == 0 ? x[0] : a[t] * last + x[t];
        h[t] = last;
    }
}

extern "C" void solve(const float* a, const float* x, float* h, int B, int L) {
    recurrence<<<(B + 31) / 32, 32>>>(a, x, h, B, L);
}
