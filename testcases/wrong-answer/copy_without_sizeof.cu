// exam: problem=vector-addition verdict=wrong-answer
// exam: says "cudaMemcpy() takes bytes"
#include <vector>

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    std::vector<float> a(N), b(N), c(N);
    cudaMemcpy(a.data(), A, N * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(b.data(), B, N * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) c[i] = a[i] + b[i];
    cudaMemcpy(C, c.data(), N, cudaMemcpyHostToDevice);
}
