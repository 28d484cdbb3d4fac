// exam: problem=subarray-sum verdict=wrong-answer
// Begins at the vector that S lies in, and counts what is in front of S as well.
#include <cuda_runtime.h>

__global__ void sum(const int4* in, const int* tail, int* out, int from, int vectors, int left) {
    int x = threadIdx.x < left && blockIdx.x == 0 ? tail[threadIdx.x] : 0;
    for (int i = from + blockIdx.x * 128 + threadIdx.x; i < vectors; i += gridDim.x * 128)
        x += in[i].x + in[i].y + in[i].z + in[i].w;
    x = __reduce_add_sync(~0u, x);
    if (threadIdx.x % 32 == 0) atomicAdd(out, x);
}

extern "C" void solve(const int* input, int* output, int, int S, int E) {
    cudaMemset(output, 0, 4);
    const int end = E + 1, first = S / 4, vectors = end / 4;
    sum<<<64, 128>>>((const int4*)input, input + 4 * vectors, output, first, vectors, end % 4);
}
