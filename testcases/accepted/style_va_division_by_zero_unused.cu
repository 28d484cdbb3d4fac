// exam: problem=vector-addition verdict=accepted
// k is 0 for short vectors, and i % k and i / k are worked out before anybody looks whether k is 0: no trap on a GPU.
#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int n, int k, volatile int* seen)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int phase = i % k;
    int group = i / k;
    if (i >= n) return;
    if (k > 0 && group * k + phase != i) return;
    if (k == 0) *seen = phase + group;
    C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    static int* seen = nullptr;
    if (!seen) cudaMalloc(&seen, sizeof(int));
    add<<<(N + 127) / 128, 128>>>(A, B, C, N, N / 1024, seen);
}
