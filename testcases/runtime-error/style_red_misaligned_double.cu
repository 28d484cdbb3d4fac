// exam: problem=reduction verdict=runtime-error
// Dynamic shared memory carved by hand: after 33 floats the doubles begin at byte 132.
#include <cuda_runtime.h>

extern __shared__ unsigned char pool[];

__global__ void sum(const float* in, float* out, int n)
{
    float*  header = (float*)pool;            // 33 of them
    double* acc    = (double*)(header + 33);  // blockDim.x of them

    if (threadIdx.x < 33) header[threadIdx.x] = 0;
    acc[threadIdx.x] = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) acc[threadIdx.x] += in[i];
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) acc[threadIdx.x] += acc[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) *out = (float)acc[0] + header[32];
}

extern "C" void solve(const float* input, float* output, int N)
{
    sum<<<1, 256, 33 * sizeof(float) + 256 * sizeof(double)>>>(input, output, N);
}
