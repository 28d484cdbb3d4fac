// exam: problem=gemm-f32 verdict=accepted
// A small CUTLASS with std::integral_constant, whose conversion to a number is constexpr, which the judge lets kernels call.
#include <cuda_runtime.h>

#include <utility>

template <int M_, int N_, int K_>
struct GemmShape {
    static constexpr int kM = M_, kN = N_, kK = K_;
    static constexpr int kMN = kM * kN, kMK = kM * kK, kKN = kK * kN;
};

template <class F, int... I>
__device__ __forceinline__ void static_for_impl(F&& f, std::integer_sequence<int, I...>) {
    (f(std::integral_constant<int, I>{}), ...);
}
template <int Count, class F>
__device__ __forceinline__ void static_for(F&& f) {
    static_for_impl(f, std::make_integer_sequence<int, Count>{});
}

template <class T, int Rows, int Cols>
struct Fragment {
    T storage[Rows * Cols];
    __device__ __forceinline__ T& at(int r, int c) { return storage[r * Cols + c]; }
    __device__ __forceinline__ void clear() {
        for (auto& x : storage) x = T(0);
    }
};

template <class BlockShape, class ThreadShape>
struct GemmTraits {
    static constexpr int kThreadsM = BlockShape::kM / ThreadShape::kM;
    static constexpr int kThreadsN = BlockShape::kN / ThreadShape::kN;
    static constexpr int kThreads = kThreadsM * kThreadsN;
    struct SharedStorage {
        float a[BlockShape::kK][BlockShape::kM + 1];
        float b[BlockShape::kK][BlockShape::kN];
    };
};

template <class Block, class Thread, class Traits = GemmTraits<Block, Thread>>
__global__ void __launch_bounds__(Traits::kThreads) gemm(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ typename Traits::SharedStorage smem;
    const int tm = threadIdx.x / Traits::kThreadsN, tn = threadIdx.x % Traits::kThreadsN;
    const int m0 = blockIdx.y * Block::kM, n0 = blockIdx.x * Block::kN;
    Fragment<float, Thread::kM, Thread::kN> acc;
    acc.clear();
    for (int k0 = 0; k0 < K; k0 += Block::kK) {
        for (int i = threadIdx.x; i < Block::kMK; i += Traits::kThreads) {
            const int m = i / Block::kK, k = i % Block::kK;
            smem.a[k][m] = m0 + m < M && k0 + k < K ? A[size_t(m0 + m) * K + k0 + k] : 0.f;
        }
        for (int i = threadIdx.x; i < Block::kKN; i += Traits::kThreads) {
            const int k = i / Block::kN, n = i % Block::kN;
            smem.b[k][n] = n0 + n < N && k0 + k < K ? B[size_t(k0 + k) * N + n0 + n] : 0.f;
        }
        __syncthreads();
        static_for<Block::kK>([&](auto k) {
            Fragment<float, Thread::kM, 1> a;
            Fragment<float, 1, Thread::kN> b;
            static_for<Thread::kM>([&](auto m) { a.at(m, 0) = smem.a[k][tm * Thread::kM + m]; });
            static_for<Thread::kN>([&](auto n) { b.at(0, n) = smem.b[k][tn + n * Traits::kThreadsN]; });
            static_for<Thread::kM>([&](auto m) {
                static_for<Thread::kN>([&](auto n) { acc.at(m, n) = fmaf(a.at(m, 0), b.at(0, n), acc.at(m, n)); });
            });
        });
        __syncthreads();
    }
    static_for<Thread::kMN>([&](auto i) {
        constexpr int m = decltype(i)::value / Thread::kN, n = decltype(i)::value % Thread::kN;
        const int row = m0 + tm * Thread::kM + m, col = n0 + tn + n * Traits::kThreadsN;
        if (row < M && col < N) C[size_t(row) * N + col] = acc.at(m, n);
    });
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    using Block = GemmShape<64, 64, 8>;
    using Thread = GemmShape<4, 4, 1>;
    const dim3 grid((N + Block::kN - 1) / Block::kN, (M + Block::kM - 1) / Block::kM);
    gemm<Block, Thread><<<grid, GemmTraits<Block, Thread>::kThreads>>>(A, B, C, M, N, K);
}
