// An attempt with a bit of everything that the reader of signatures meets: void solve(int in_a_comment);
#include <cuda_runtime.h>
#include "solve.h"
#define LAUNCH(kernel, n) \
  kernel<<<((n) + 255) / 256, 256>>>

/* void solve(const float* A) {} */
#if 0
extern "C" void solve(const float* old) { }
#endif

namespace {
constexpr char k_text[] = "void solve(int in_a_string) {";
constexpr char k_raw[] = R"x(extern "C" void solve() { )x";
constexpr long k_number = 1'000'000;
struct Helper {
  template <class T> void solve(T* pointer) { pointer->solve(pointer); }
};
}  // namespace

__global__ void add(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int N) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) C[i] = A[i] + B[i];
}

extern "C" {
void solve(const float* A, const float* __restrict__ B, float C[], const unsigned int N)
{
  LAUNCH(add, N)(A, B, C, N);
  cudaDeviceSynchronize();
}
}

int main() { solve(nullptr, nullptr, nullptr, 0); }
