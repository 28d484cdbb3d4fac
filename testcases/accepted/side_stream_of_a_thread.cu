// exam: problem=vector-addition verdict=accepted
// A thread of its own puts all the work on that thread's own default stream and ends; solve() joins the thread and waits for no stream.

#include <cuda_runtime.h>
#include <thread>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    std::thread([=] { add<<<(N + 255) / 256, 256, 0, cudaStreamPerThread>>>(A, B, C, N); }).join();
}
