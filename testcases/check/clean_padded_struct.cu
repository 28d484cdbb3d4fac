// exam: problem=vector-addition verdict=accepted finding=none
// Structs with a hole in them are copied as a whole.

#include <cuda_runtime.h>

struct Pair {
    char is_set;
    float a, b;
    double sum;
};

__global__ void add(const float* A, const float* B, float* C, Pair* pairs, int N) {
    __shared__ Pair mine[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    mine[threadIdx.x].is_set = 1;
    mine[threadIdx.x].a = A[i];
    mine[threadIdx.x].b = B[i];
    mine[threadIdx.x].sum = A[i] + B[i];
    pairs[i] = mine[threadIdx.x];
    Pair copy = pairs[i];
    if (copy.is_set) C[i] = static_cast<float>(copy.sum);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    Pair* pairs;
    cudaMalloc(&pairs, N * sizeof(Pair));
    add<<<(N + 127) / 128, 128>>>(A, B, C, pairs, N);
    cudaDeviceSynchronize();
    cudaFree(pairs);
}
