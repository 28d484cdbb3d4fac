// exam: problem=vector-addition verdict=compile-error
// A table of 33,000 bytes by value: a kernel's parameters may take 32,764.
#include <cuda_runtime.h>

struct Table {
    float values[8250];
};

__global__ void add(const float* A, const float* B, float* C, int N, Table table) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i] + table.values[i & 7];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    Table table{};
    add<<<(N + 255) / 256, 256>>>(A, B, C, N, table);
}
