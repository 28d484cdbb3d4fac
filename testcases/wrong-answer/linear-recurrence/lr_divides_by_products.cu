// exam: problem=linear-recurrence verdict=wrong-answer
// Divides by the product of all factors so far, which becomes zero.
#include <cuda_runtime.h>

__global__ void recurrence(const float* a, const float* x, float* h, int rows, int length) {
    const int row = blockIdx.x * 32 + threadIdx.x;
    if (row >= rows) return;
    a += row * length, x += row * length, h += row * length;
    float last = 0;
    float product = 1;
    for (int t = 0; t < length; t++) {
        if (t) product *= a[t];
        last += x[t] / product;
        h[t] = product * last;
    }
}

extern "C" void solve(const float* a, const float* x, float* h, int B, int L) {
    recurrence<<<(B + 31) / 32, 32>>>(a, x, h, B, L);
}
