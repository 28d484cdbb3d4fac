// exam: problem=nearest-neighbor verdict=wrong-answer
// Adds the differences in place of their squares.
#include <cuda_runtime.h>

__global__ void nearest(const float* p, int* indices, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    float least = INFINITY;
    int best = 0;
    for (int j = 0; j < N; j++) {
        if (j == i) continue;
        float dx = p[3 * j] - p[3 * i], dy = p[3 * j + 1] - p[3 * i + 1], dz = p[3 * j + 2] - p[3 * i + 2];
        float d = fabsf(dx) + fabsf(dy) + fabsf(dz);
        if (d < least) {
            least = d;
            best = j;
        }
    }
    indices[i] = best;
}

extern "C" void solve(const float* points, int* indices, int N) {
    nearest<<<(N + 127) / 128, 128>>>(points, indices, N);
}
