// Exchanges pairs of float4, each turned around on its way, where N is a multiple of four and both ends are aligned.
// Else the same with pairs of floats, four a thread, whose loads are all on their way before the first store.
// Costs: two kernels of one template. Where N is no multiple of four, loads are of 4 bytes.
// judge: rung 2

#include <cuda_runtime.h>

namespace {

constexpr int block = 256;

__device__ float turned(float v) { return v; }
__device__ float4 turned(float4 v) { return make_float4(v.w, v.z, v.y, v.x); }

// count units of type Unit, each pair of them in one thread's hands; the one in the middle is turned around in place.
template <typename Unit, int Each>
__global__ void reverse_units(Unit* data, int count) {
    const int pairs = count / 2;
    const int first = blockIdx.x * (block * Each) + threadIdx.x;
    Unit left[Each], right[Each];

#pragma unroll
    for (int k = 0; k < Each; ++k) {
        const int i = first + k * block;
        if (i < pairs) {
            left[k] = data[i];
            right[k] = data[count - 1 - i];
        }
    }
#pragma unroll
    for (int k = 0; k < Each; ++k) {
        const int i = first + k * block;
        if (i < pairs) {
            data[i] = turned(right[k]);
            data[count - 1 - i] = turned(left[k]);
        }
    }
    if (count % 2 == 1 && blockIdx.x == 0 && threadIdx.x == 0) data[pairs] = turned(data[pairs]);
}

template <typename Unit, int Each>
void launch(float* input, int count) {
    const int per_block = block * Each;
    reverse_units<Unit, Each><<<count / 2 / per_block + 1, block>>>(reinterpret_cast<Unit*>(input), count);
}

}  // namespace

extern "C" void solve(float* input, int N) {
    if (N % 4 == 0)
        launch<float4, 2>(input, N / 4);
    else
        launch<float, 4>(input, N);
}
