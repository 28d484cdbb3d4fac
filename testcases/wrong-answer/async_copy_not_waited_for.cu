// exam: problem=vector-addition verdict=wrong-answer
// exam: says "reads what an asynchronous copy has not brought yet"
// exam: says "copies in line 11"
// __syncthreads() waits for threads, not for what they copy: cp.async.wait_group is missing.
#include <cuda_runtime.h>

constexpr int threads = 128;

__device__ void copy16(float* shared, const float* global) {
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(global) : "memory");
}

__global__ void add(const float* A, const float* B, float* C, int N) {
  __shared__ alignas(16) float a[threads], b[threads];
  const int base = blockIdx.x * threads, t = threadIdx.x;
  if (base + threads <= N && t < threads / 4) {
    copy16(&a[4 * t], A + base + 4 * t);
    copy16(&b[4 * t], B + base + 4 * t);
    asm volatile("cp.async.commit_group;");
  } else if (base + threads > N) {
    a[t] = base + t < N ? A[base + t] : 0.0f;
    b[t] = base + t < N ? B[base + t] : 0.0f;
  }
  __syncthreads();
  if (base + t < N) C[base + t] = a[t] + b[t];  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
  add<<<(N + threads - 1) / threads, threads>>>(A, B, C, N);
}
