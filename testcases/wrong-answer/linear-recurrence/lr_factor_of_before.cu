// exam: problem=linear-recurrence verdict=wrong-answer
// The factor of the element before: a[t-1] for a[t].
#include <cuda_runtime.h>

__global__ void recurrence(const float* a, const float* x, float* h, int rows, int length) {
    const int row = blockIdx.x * 32 + threadIdx.x;
    if (row >= rows) return;
    a += row * length, x += row * length, h += row * length;
    float last = 0;
    for (int t = 0; t < length; t++) h[t] = last = (t ? a[t - 1] : 0) * last + x[t];
}

extern "C" void solve(const float* a, const float* x, float* h, int B, int L) {
    recurrence<<<(B + 31) / 32, 32>>>(a, x, h, B, L);
}
