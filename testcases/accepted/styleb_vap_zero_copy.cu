// exam: problem=vector-addition-pinned verdict=accepted
// No copy: the kernel reads and writes host memory over the bus, four elements a thread.
#include <cuda_runtime.h>

template <class T>
static T* on_device(T* host) {
    void* device = nullptr;
    if (cudaHostGetDevicePointer(&device, const_cast<void*>(static_cast<const void*>(host)), 0) != cudaSuccess) return host;
    return static_cast<T*>(device);
}

struct Operands {
    const float *a, *b;
    float* c;
    unsigned n;
    __device__ void scalar(unsigned i) const { c[i] = a[i] + b[i]; }
    __device__ void vector(unsigned q) const {
        const float4 x = __ldcs(reinterpret_cast<const float4*>(a) + q), y = __ldcs(reinterpret_cast<const float4*>(b) + q);
        __stcs(reinterpret_cast<float4*>(c) + q, make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w));
    }
};

__global__ void add(const Operands op) {
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x, quads = op.n / 4;
    for (unsigned q = t; q < quads; q += gridDim.x * blockDim.x) op.vector(q);
    if (t < op.n % 4) op.scalar(quads * 4 + t);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<256, 512>>>({on_device(A), on_device(B), on_device(C), static_cast<unsigned>(N)});
}
