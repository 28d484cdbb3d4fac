// exam: problem=vector-addition-pinned verdict=wrong-answer
// A copy of N bytes where N elements were meant: three quarters of the answer stay on the device.
#include <cuda_runtime.h>

template <class T>
struct DeviceArray {
    T* data;
    int count;
    explicit DeviceArray(int n) : count(n) { cudaMalloc(&data, n * sizeof(T)); }
    ~DeviceArray() { cudaFree(data); }
    void upload(const T* from) { cudaMemcpy(data, from, count * sizeof(T), cudaMemcpyHostToDevice); }
    void download(T* to) const { cudaMemcpy(to, data, count, cudaMemcpyDeviceToHost); }
};

__global__ void add(const float* a, const float* b, float* c, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) c[i] = a[i] + b[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    DeviceArray<float> a(N), b(N), c(N);
    a.upload(A);
    b.upload(B);
    add<<<(N + 255) / 256, 256>>>(a.data, b.data, c.data, N);
    c.download(C);
}
