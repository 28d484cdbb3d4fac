#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) C[i] = A[i] + B[i];
}

__global__ void add4(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int N) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i * 4 + 3 < N) {
    float4 a = reinterpret_cast<const float4*>(A)[i], b = reinterpret_cast<const float4*>(B)[i];
    reinterpret_cast<float4*>(C)[i] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
  } else {
    for (int j = i * 4; j < N; j++) C[j] = A[j] + B[j];
  }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
  int threads = 256;
  add<<<(N + threads - 1) / threads, threads>>>(A, B, C, N);
  cudaDeviceSynchronize();
}

extern "C" void solve4(const float* A, const float* B, float* C, int N) {
  add4<<<(N / 4 + 256) / 256, 256>>>(A, B, C, N);
}

#include "check.h"

extern "C" int run() {
  for (int n : {1, 2, 3, 5, 255, 256, 257, 1000, 100003}) {
    std::vector<float> a(n), b(n);
    for (int i = 0; i < n; i++) a[i] = i * 0.5f, b[i] = 3.0f - i;
    DeviceArray<float> A(a), B(b), C(n), D(n);
    solve(A, B, C, n);
    solve4(A, B, D, n);
    const std::vector<float> c = C.get(), d = D.get();
    for (int i = 0; i < n; i++) {
      CHECK_EQUAL(c[i], a[i] + b[i]);
      CHECK_EQUAL(d[i], a[i] + b[i]);
    }
  }
  return failures;
}
