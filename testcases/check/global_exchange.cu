// exam: problem=vector-addition verdict=accepted,wrong-answer finding=race
// Threads of one block exchange values through global memory without a barrier.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, partner = i ^ 1;
    bool has_partner = partner < N;
    if (i < N) C[i] = has_partner ? A[partner] + B[partner] : A[i] + B[i];
    float theirs = i < N && has_partner ? C[partner] : 0.0f;  // exam: here
    if (i < N && has_partner) C[i] = theirs;
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
