// exam: problem=vector-addition verdict=accepted
// Tables in __constant__ memory and constexpr ones inside a device function; a permutation that comes out even.
#include <cuda_runtime.h>

struct Step { signed char to; unsigned char from; };

__constant__ const Step c_order[8] = {{0, 3}, {1, 6}, {2, 0}, {3, 5}, {4, 1}, {5, 7}, {6, 2}, {7, 4}};

template <int N>
struct Powers {
    int value[N];
    __host__ __device__ constexpr Powers() : value{} {
        int p = 1;
        for (int i = 0; i < N; ++i, p *= 2) value[i] = p;
    }
};

__device__ int power_of_two(int i) {
    constexpr Powers<16> powers;
    return powers.value[i];
}

__device__ static constexpr int kThreads = 128;

__global__ void add(const float* A, const float* B, float* C, int N) {
    const int base = blockIdx.x * kThreads * power_of_two(3);
    for (const auto& [to, from] : c_order) {
        (void)to;
        const int i = base + from * kThreads + threadIdx.x;
        if (i < N) C[i] = A[i] + B[i];
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    const int per_block = kThreads * 8;
    add<<<(N + per_block - 1) / per_block, kThreads>>>(A, B, C, N);
}
