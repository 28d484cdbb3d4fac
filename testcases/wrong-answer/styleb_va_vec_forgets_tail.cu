// exam: problem=vector-addition verdict=wrong-answer
// A handsome vector type, and nobody who adds the elements behind the last whole vector.
#include <cuda_runtime.h>

template <class T, int N>
struct alignas(sizeof(T) * N) Vec {
    T v[N];
    __device__ friend Vec operator+(Vec l, const Vec& r) {
        for (int i = 0; i < N; ++i) l.v[i] += r.v[i];
        return l;
    }
};
using Vec4 = Vec<float, 4>;

template <class V>
__global__ void add(const V* a, const V* b, V* c, int count) {
    if (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count) c[i] = a[i] + b[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    const int count = N / 4;
    if (count == 0) return;
    add<Vec4><<<(count + 127) / 128, 128>>>(reinterpret_cast<const Vec4*>(A), reinterpret_cast<const Vec4*>(B),
                                            reinterpret_cast<Vec4*>(C), count);
}
