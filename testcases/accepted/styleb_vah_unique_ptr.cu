// exam: problem=vector-addition-host verdict=accepted
// unique_ptr with a deleter, a macro that checks, a kernel that adds in place.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

#define CUDA_CHECK(...)                                                                              \
  do {                                                                                               \
    if (const cudaError_t status_ = (__VA_ARGS__); status_ != cudaSuccess) {                         \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status_));          \
      std::abort();                                                                                  \
    }                                                                                                \
  } while (false)

struct DeviceFree {
  template <class T> void operator()(T* p) const { CUDA_CHECK(cudaFree(p)); }
};
template <class T> using device_ptr = std::unique_ptr<T[], DeviceFree>;

template <class T> device_ptr<T> to_device(const T* host, size_t count) {
  T* raw;
  CUDA_CHECK(cudaMalloc(&raw, count * sizeof(T)));
  device_ptr<T> owner(raw);
  CUDA_CHECK(cudaMemcpy(raw, host, count * sizeof(T), cudaMemcpyHostToDevice));
  return owner;
}

template <class T> __global__ void plus_equals(T* __restrict__ x, const T* __restrict__ y, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += y[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
  const auto a = to_device(A, N), b = to_device(B, N);
  plus_equals<<<(N + 511u) / 512u, 512>>>(a.get(), b.get(), static_cast<unsigned>(N));
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(C, a.get(), sizeof(float) * N, cudaMemcpyDeviceToHost));
}
