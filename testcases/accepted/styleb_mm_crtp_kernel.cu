// exam: problem=matrix-multiplication verdict=accepted
// The kernel is an object: operator() on the device, CRTP for prologue, main loop and epilogue, one global entry for all.
#include <cuda_runtime.h>

template <class Kernel>
__global__ void entry(const Kernel kernel) {
    extern __shared__ float4 shared_words[];
    kernel(reinterpret_cast<typename Kernel::Shared&>(shared_words));
}

template <class Derived>
struct KernelBase {
    template <class... Args>
    static void launch(dim3 grid, dim3 block, const Args&... args) {
        entry<<<grid, block, sizeof(typename Derived::Shared)>>>(Derived{{}, args...});
    }
    template <class Shared>
    __device__ void operator()(Shared& shared) const {
        const Derived& self = static_cast<const Derived&>(*this);
        auto state = self.prologue();
        for (int step = 0, steps = self.steps(); step < steps; ++step) {
            self.load(shared, step);
            __syncthreads();
            self.compute(shared, state);
            __syncthreads();
        }
        self.epilogue(state);
    }
};

struct Plane {
    float cell[16][17];
    __device__ float (&operator[](int row))[17] { return cell[row]; }
};

struct MatMul : KernelBase<MatMul> {
    struct Shared { Plane a, b; };
    struct State { float sum; int row, col; };

    const float *A, *B;
    float* C;
    int M, N, K;

    __device__ State prologue() const {
        return {0.f, int(blockIdx.y * 16 + threadIdx.y), int(blockIdx.x * 16 + threadIdx.x)};
    }
    __device__ int steps() const { return (N + 15) / 16; }
    __device__ void load(Shared& s, int step) const {
        const auto [zero, row, col] = prologue();
        const int across = step * 16 + threadIdx.x, down = step * 16 + threadIdx.y;
        s.a[threadIdx.y][threadIdx.x] = row < M && across < N ? A[row * N + across] : zero;
        s.b[threadIdx.y][threadIdx.x] = down < N && col < K ? B[down * K + col] : zero;
    }
    __device__ void compute(Shared& s, State& state) const {
        float(&a)[17] = s.a[threadIdx.y];
        for (int k = 0; k < 16; ++k) state.sum += a[k] * s.b[k][threadIdx.x];
    }
    __device__ void epilogue(const State& state) const {
        if (state.row < M && state.col < K) C[state.row * K + state.col] = state.sum;
    }
};

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    MatMul::launch(dim3((K + 15) / 16, (M + 15) / 16), dim3(16, 16), A, B, C, M, N, K);
}
