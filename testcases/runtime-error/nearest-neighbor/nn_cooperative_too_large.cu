// exam: problem=nearest-neighbor verdict=runtime-error size=full
// A cooperative launch of one warp for each point: more blocks than the device holds at a time.
#include <cooperative_groups.h>
__global__ void nn(const float* p, int* o, int n) { cooperative_groups::this_grid().sync(); int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return; float bd = 1e30f; int b = -1; for (int j = 0; j < n; ++j) if (j != i) { float dx = p[3 * i] - p[3 * j], dy = p[3 * i + 1] - p[3 * j + 1], dz = p[3 * i + 2] - p[3 * j + 2], d = dx * dx + dy * dy + dz * dz; if (d < bd) bd = d, b = j; } o[i] = b; }
extern "C" void solve(const float* points, int* indices, int N) { void* a[] = {&points, &indices, &N}; cudaLaunchCooperativeKernel((void*)nn, dim3(N), dim3(32), a, 0, 0); }
