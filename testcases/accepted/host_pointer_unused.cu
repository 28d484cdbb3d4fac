// exam: problem=vector-addition verdict=accepted
// A struct with pointers into host memory goes to the kernel, which compares them and uses none.

#include <cuda_runtime.h>

#include <vector>

struct Job {
    const float* first;
    const float* last;
    int count;
};

__global__ void add(const float* A, const float* B, float* C, Job job) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (job.first != nullptr && job.last - job.first == job.count && i < job.count) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    std::vector<float> a(N);
    add<<<(N + 255) / 256, 256>>>(A, B, C, Job{a.data(), a.data() + N, N});
    cudaDeviceSynchronize();
}
