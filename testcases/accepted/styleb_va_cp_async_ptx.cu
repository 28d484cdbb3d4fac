// exam: problem=vector-addition verdict=accepted
// cp.async by inline PTX, 16 bytes a thread, in a class that counts its groups; threads read what others fetched.
#include <cuda_runtime.h>

#define DEVICE __device__ __forceinline__

template <int Bytes>
struct CpAsync {
    static_assert(Bytes == 4 || Bytes == 8 || Bytes == 16, "cp.async copies 4, 8 or 16 bytes");
    static DEVICE void copy(void* shared, const void* global, int valid) {
        const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(shared));
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(address), "l"(global), "n"(Bytes), "r"(valid)
                     : "memory");
    }
    static DEVICE void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
    template <int Pending>
    static DEVICE void wait() {
        asm volatile("cp.async.wait_group %0;" ::"n"(Pending) : "memory");
    }
};

constexpr int kThreads = 128;

__global__ void __launch_bounds__(kThreads) add(const float* A, const float* B, float* C, int N) {
    using Copy = CpAsync<16>;
    __shared__ alignas(16) float a[kThreads * 4];
    __shared__ alignas(16) float b[kThreads * 4];
    const int base = blockIdx.x * kThreads * 4, t = threadIdx.x;
    const int left = N - (base + 4 * t);
    const int bytes = left >= 4 ? 16 : left > 0 ? left * 4 : 0;
    // 0 bytes: the rest is filled with zeros; the address must be a good one all the same
    Copy::copy(&a[4 * t], bytes ? A + base + 4 * t : A, bytes);
    Copy::copy(&b[4 * t], bytes ? B + base + 4 * t : B, bytes);
    Copy::commit();
    Copy::wait<0>();
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int j = k * kThreads + t;
        if (base + j < N) C[base + j] = a[j] + b[j];
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + kThreads * 4 - 1) / (kThreads * 4), kThreads>>>(A, B, C, N);
}
