// exam: problem=vector-addition verdict=accepted
// cooperative_groups.h brings what CUDA's own includes: <cfloat>, assert, half, bfloat16, strings, chrono.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void add(const float* A, const float* B, float* C, int N) {
  const unsigned i = cg::this_grid().thread_rank();
  assert(FLT_MAX > 1 && DBL_MAX > FLT_MAX && half(1.0f) == half(1.0f) && nv_bfloat16(1.0f) == nv_bfloat16(1.0f));
  if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
  const auto begin = std::chrono::steady_clock::now();
  add<<<(N + 255) / 256, 256>>>(A, B, C, N);
  const std::string what = std::string("add ") + std::to_string(std::plus<int>()(N, 1));
  if (cudaDeviceSynchronize() != cudaSuccess) throw std::runtime_error(what);
  if (std::chrono::steady_clock::now() < begin) throw std::runtime_error("time runs backwards");
}
