// exam: problem=subarray-sum verdict=wrong-answer
// Leaves out the element at E.
#include <cuda_runtime.h>

__global__ void sum(const int* in, int* out, int s, int e) {
    int x = 0;
    for (int i = s + blockIdx.x * 128 + threadIdx.x; i < e; i += gridDim.x * 128) x += in[i];
    x = __reduce_add_sync(~0u, x);
    if (threadIdx.x % 32 == 0) atomicAdd(out, x);
}

extern "C" void solve(const int* input, int* output, int, int S, int E) {
    cudaMemset(output, 0, 4);
    sum<<<64, 128>>>(input, output, S, E);
}
