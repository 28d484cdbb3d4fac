// exam: problem=vector-addition verdict=runtime-error,wrong-answer
// exam: emulated verdict=runtime-error
// exam: emulated says "src points at A, which is 16 bytes large, and must point at host memory"
// All three copies have the wrong direction: the first that fails is named, with the size that its buffer has in this call.

#include <cuda_runtime.h>

#include <vector>

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    std::vector<float> a(N), b(N), c(N);
    cudaMemcpy(a.data(), A, N * sizeof(float), cudaMemcpyHostToDevice);  // exam: here
    cudaMemcpy(b.data(), B, N * sizeof(float), cudaMemcpyHostToDevice);
    for (int i = 0; i < N; i++) c[i] = a[i] + b[i];
    cudaMemcpy(C, c.data(), N * sizeof(float), cudaMemcpyDeviceToHost);
}
