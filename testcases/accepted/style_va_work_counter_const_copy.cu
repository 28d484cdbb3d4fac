// exam: problem=vector-addition verdict=accepted
// Persistent blocks on a shared work counter; the copy of what thread 0 drew is const, and the loop ends on it.
#include <cuda_runtime.h>

__device__ int g_next;

__global__ void prepare() { g_next = 0; }

__global__ void add(const float* a, const float* b, float* c, int n)
{
    __shared__ int s_job;
    const int jobs = (n + blockDim.x * 4 - 1) / (blockDim.x * 4);

    while (true)
    {
        if (threadIdx.x == 0)
            s_job = atomicAdd(&g_next, 1);
        __syncthreads();
        const int job = s_job;
        __syncthreads();
        if (job >= jobs)
            return;

        #pragma unroll 4
        for (int k = 0; k < 4; ++k)
        {
            const int i = (job * 4 + k) * blockDim.x + threadIdx.x;
            if (i < n)
                c[i] = a[i] + b[i];
        }
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    prepare<<<1, 1>>>();
    add<<<N < 5000 ? 3 : 1056, 256>>>(A, B, C, N);
}
