// exam: problem=relu verdict=accepted
// One dynamic shared array by several declarations: in two instances, with another alignment, by another name of its type, with a
// length, and of another type in another namespace.
#include <cuda_runtime.h>

typedef float real;

template <typename T, int block>
__global__ void through_shared(const T* in, T* out, int n) {
    extern __shared__ T tile[];
    int i = blockIdx.x * block + threadIdx.x;
    tile[threadIdx.x] = i < n && in[i] > T(0) ? in[i] : T(0);
    __syncthreads();
    if (i < n) out[i] = tile[threadIdx.x];
}

__device__ float* start_of_tile() {
    extern __shared__ __align__(16) real tile[];
    return tile;
}

namespace other {
__global__ void copy(const float* in, float* out, int n) {
    extern __shared__ unsigned char tile[];
    float* values = (float*)tile;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    values[threadIdx.x] = i < n ? in[i] : 0.0f;
    __syncthreads();
    if (i < n) out[i] = values[threadIdx.x];
}
}  // namespace other

__global__ void keep(float* out, int n) {
    extern __shared__ float tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) start_of_tile()[threadIdx.x] = out[i];
    __syncthreads();
    if (i < n) out[i] = tile[threadIdx.x];
}

template <typename T>
void never_called(const T* in, T* out) {
    through_shared<T, 32><<<1, 32, 128>>>(in, out, 32);
}

extern "C" void solve(const float* input, float* output, int N) {
    other::copy<<<(N + 63) / 64, 64, 256>>>(input, output, N);
    through_shared<float, 64><<<(N + 63) / 64, 64, 256>>>(input, output, N);
    through_shared<float, 128><<<(N + 127) / 128, 128, 512>>>(output, output, N);
    keep<<<(N + 63) / 64, 64, 256>>>(output, N);
}
