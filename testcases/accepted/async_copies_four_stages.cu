// exam: problem=gemm-f32 verdict=accepted
// Four stages in flight by cp.async: a group is committed in each round, empty or not, so that wait_group counts rounds.
#include <cuda_runtime.h>

constexpr int T = 16, stages = 4;

struct Tiles { float a[T][T], b[T][T]; };

__device__ __forceinline__ void copy4(float* shared, const float* global, bool valid) {
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(global), "r"(valid ? 4 : 0) : "memory");
}

__global__ void gemm(const float* __restrict__ A, const float* __restrict__ B, float* C, int M, int N, int K) {
  extern __shared__ Tiles ring[];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
  const int tiles = (K + T - 1) / T;
  auto fetch = [&](int tile) {
    if (tile < tiles) {
      Tiles& to = ring[tile % stages];
      const int ka = tile * T + x, kb = tile * T + y;
      const bool has_a = row < M && ka < K, has_b = kb < K && col < N;
      copy4(&to.a[y][x], has_a ? A + row * K + ka : A, has_a);
      copy4(&to.b[y][x], has_b ? B + kb * N + col : B, has_b);
    }
    asm volatile("cp.async.commit_group;\n" ::: "memory");
  };
#pragma unroll
  for (int tile = 0; tile < stages - 1; ++tile) fetch(tile);
  float sum = 0.0f;
  for (int tile = 0; tile < tiles; ++tile) {
    asm volatile("cp.async.wait_group %0;\n" ::"n"(stages - 2) : "memory");
    __syncthreads();
    fetch(tile + stages - 1);
    const Tiles& now = ring[tile % stages];
#pragma unroll
    for (int k = 0; k < T; ++k) sum += now.a[y][k] * now.b[k][x];
  }
  asm volatile("cp.async.wait_all;");
  if (row < M && col < N) C[row * N + col] = sum;
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
  const dim3 grid((N + T - 1) / T, (M + T - 1) / T);
  gemm<<<grid, dim3(T, T), stages * sizeof(Tiles)>>>(A, B, C, M, N, K);
}
