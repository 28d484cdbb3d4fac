// What the driver's own copying does.

#include <cuda_runtime.h>

extern "C" void solve(const float* input, float* output, int N) {
  cudaMemcpyAsync(output, input, static_cast<size_t>(N) * sizeof(float), cudaMemcpyDeviceToDevice, nullptr);
}
