// exam: problem=relu verdict=compile-error
// The dynamic shared arrays of one name are one variable, which has one type: two instances of this kernel give it two.
#include <cuda_runtime.h>

template <typename T>
__global__ void through_shared(const T* in, T* out, int n) {
    extern __shared__ T tile[];  // exam: here
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = i < n && in[i] > T(0) ? in[i] : T(0);
    __syncthreads();
    if (i < n) out[i] = tile[threadIdx.x];
}

extern "C" void solve(const float* input, float* output, int N) {
    static int* counts = nullptr;
    if (!counts) cudaMalloc(&counts, 256 * sizeof(int));
    through_shared<<<1, 256, 256 * sizeof(int)>>>(counts, counts, 256);
    through_shared<<<(N + 255) / 256, 256, 256 * sizeof(float)>>>(input, output, N);
}
