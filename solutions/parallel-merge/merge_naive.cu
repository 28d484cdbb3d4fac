// A thread for each element finds by binary search how many of the other array go before it: of equal ones, those of A
// come first.
// Gains: no thread depends on another; reads of the elements themselves are coalesced.
// Costs: about 25 dependent reads for each of 50 million elements; neighbours' searches share most of them in the
// caches.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void place_a(const float* A, const float* B, float* C, int M, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= M) return;
    float x = A[i];
    int low = 0, high = N;   // the first of B that is not smaller
    while (low < high) {
        int middle = (low + high) / 2;
        if (B[middle] < x) low = middle + 1;
        else high = middle;
    }
    C[i + low] = x;
}

__global__ void place_b(const float* A, const float* B, float* C, int M, int N) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= N) return;
    float x = B[j];
    int low = 0, high = M;   // the first of A that is larger
    while (low < high) {
        int middle = (low + high) / 2;
        if (A[middle] <= x) low = middle + 1;
        else high = middle;
    }
    C[j + low] = x;
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N) {
    place_a<<<(M + 255) / 256, 256>>>(A, B, C, M, N);
    place_b<<<(N + 255) / 256, 256>>>(A, B, C, M, N);
}
