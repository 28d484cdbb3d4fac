// exam: problem=vector-addition verdict=accepted
// Objects in the kernel: a virtual function, an object in shared memory by placement new, new and delete on the device heap.
#include <cuda_runtime.h>
#include <new>

struct Op {
    __device__ virtual float operator()(float a, float b) const = 0;
    __device__ virtual ~Op() {}
};
struct Add : Op {
    float zero;
    __device__ explicit Add(float z) : zero(z) {}
    __device__ float operator()(float a, float b) const override { return zero == 0 ? a + b : 0; }
};

__global__ void apply(const float* A, const float* B, float* C, int n) {
    __shared__ alignas(Add) unsigned char room[sizeof(Add)];
    __shared__ Op* op;
    __shared__ float* heap;
    if (threadIdx.x == 0) {
        op = new (room) Add(0.0f);
        heap = new float[blockDim.x];
    }
    __syncthreads();
    if (heap == nullptr) __trap();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        heap[threadIdx.x] = (*op)(A[i], B[i]);
        C[i] = heap[threadIdx.x];
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        delete[] heap;
        op->~Op();
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    apply<<<64, 128>>>(A, B, C, N);
}
