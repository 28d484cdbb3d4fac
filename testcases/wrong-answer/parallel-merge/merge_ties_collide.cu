// exam: problem=parallel-merge verdict=wrong-answer
// Both arrays count what is smaller in the other: equal elements of A and B go to the same place, and a later one stays
// empty.
#include <cuda_runtime.h>

__device__ int smaller(const float* a, int n, float x) {
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] < x) low = middle + 1;
        else high = middle;
    }
    return low;
}

__global__ void place(const float* from, const float* other, float* C, int n, int n_other) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) C[i + smaller(other, n_other, from[i])] = from[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N) {
    cudaMemset(C, 0, (M + N) * sizeof(float));
    place<<<(M + 255) / 256, 256>>>(A, B, C, M, N);
    place<<<(N + 255) / 256, 256>>>(B, A, C, N, M);
}
