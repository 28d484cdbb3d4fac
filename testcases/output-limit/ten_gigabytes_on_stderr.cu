// exam: problem=vector-addition verdict=output-limit
// exam: says "printed more than"
// Prints 10 GB on stderr.

#include <cstring>
#include <cuda_runtime.h>
#include <unistd.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    static char line[1'000'000];
    memset(line, 'x', sizeof line);
    for (int k = 0; k < 10'000; k++) {
        if (write(2, line, sizeof line) < 0) break;
    }
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
