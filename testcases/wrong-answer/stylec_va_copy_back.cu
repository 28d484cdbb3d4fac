// exam: problem=vector-addition verdict=wrong-answer
// Old habits: "last partial chunk" handled by a separate launch on its own stream.
#include <cuda_runtime.h>

#define CHUNK 4096

__global__ void bulk(const float4 *p, const float4 *q, float4 *r)
{
    int w = blockIdx.x * (CHUNK / 4) + threadIdx.x;
    float4 u = p[w], v = q[w];
    r[w] = make_float4(u.x + v.x, u.y + v.y, u.z + v.z, u.w + v.w);
}

__global__ void rest(const float *p, const float *q, float *r, int from, int to)
{
    int k = from + threadIdx.x;
    if (k < to) r[k] = p[k] + q[k];
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    int full = N / CHUNK;
    if (full > 0)
        bulk<<<full, CHUNK / 4>>>((const float4 *)A, (const float4 *)B, (float4 *)C);
    int done = full * CHUNK;
    if (done < N)
        rest<<<1, 1024>>>(A, B, C, done, N);   // the rest fits into one block
    cudaStreamSynchronize(0);
}
