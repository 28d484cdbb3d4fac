// exam: problem=parallel-merge verdict=wrong-answer
// Merges the k-th 64 elements of A with the k-th 64 of B, as if equal parts of both covered the same values.
#include <cuda_runtime.h>

__global__ void merge_parts(const float* A, const float* B, float* C, int M, int N) {
    int part = blockIdx.x * blockDim.x + threadIdx.x;
    int i = min(part * 64, M), i_end = min(i + 64, M), j = min(part * 64, N), j_end = min(j + 64, N);
    int end = i_end + j_end;
    for (int at = i + j; at < end; at++)
        C[at] = i < i_end && (j == j_end || A[i] <= B[j]) ? A[i++] : B[j++];
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N) {
    int parts = (max(M, N) + 63) / 64;
    merge_parts<<<(parts + 127) / 128, 128>>>(A, B, C, M, N);
}
