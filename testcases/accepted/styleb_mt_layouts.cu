// exam: problem=matrix-transpose verdict=accepted
// Layouts (shape and stride) as in CuTe: a transpose is a copy between two tensors whose strides are swapped.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

template <int V>
struct C {
    static constexpr int value = V;
    __host__ __device__ constexpr operator int() const { return V; }
};

template <class S0, class S1>
struct Layout {
    S0 stride0;
    S1 stride1;
    __host__ __device__ constexpr size_t operator()(int i, int j) const { return size_t(i) * stride0 + size_t(j) * stride1; }
};
template <class A, class B>
Layout(A, B) -> Layout<A, B>;

template <class T, class L>
struct Tensor {
    T* base;
    L layout;
    int extent0, extent1;
    __device__ T& operator()(int i, int j) const { return base[layout(i, j)]; }
    __device__ bool in(int i, int j) const { return i < extent0 && j < extent1; }
};
template <class T, class L>
Tensor(T*, L, int, int) -> Tensor<T, L>;

template <bool Turned, class Group, class From, class To>
__device__ void copy(const Group& group, const From& from, int fi, int fj, const To& to, int ti, int tj) {
    for (int k = group.thread_rank(); k < 32 * 32; k += group.size()) {
        const int slow = k / 32, fast = k % 32;
        const int i = Turned ? fast : slow, j = Turned ? slow : fast;
        if (from.in(fi + i, fj + j) && to.in(ti + i, tj + j)) to(ti + i, tj + j) = from(fi + i, fj + j);
    }
}

template <class In, class Out>
__global__ void transpose(In in, Out out) {
    __shared__ float memory[32 * 33];
    const Tensor tile{memory, Layout{C<33>{}, C<1>{}}, 32, 32};
    const auto block = cg::this_thread_block();
    const int i0 = block.group_index().y * 32, j0 = block.group_index().x * 32;
    copy<false>(block, in, i0, j0, tile, 0, 0);
    block.sync();
    copy<true>(block, tile, 0, 0, out, i0, j0);
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    const Tensor in{input, Layout{cols, C<1>{}}, rows, cols};
    const Tensor out{output, Layout{C<1>{}, rows}, rows, cols};
    transpose<<<dim3((cols + 31) / 32, (rows + 31) / 32), 256>>>(in, out);
}
