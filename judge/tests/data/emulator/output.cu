// printf in kernels. emulator_feature_test.cpp looks at the lines.
#include <cstdio>

__global__ void hello(const char* name) {
  if (threadIdx.x < 2)
    printf("block %d thread %d of %s: %5.2f %lld %s\n", blockIdx.x, threadIdx.x, "hello", 1.5f * threadIdx.x, 1ll << 40,
           "text");
}

extern "C" int run() {
  hello<<<2, 32>>>(nullptr);
  cudaDeviceSynchronize();
  return 0;
}
