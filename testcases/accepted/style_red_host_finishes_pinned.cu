// exam: problem=reduction verdict=accepted
// Block sums come to page-locked host memory on a stream, an event tells when, and the host adds them in double.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <numeric>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort=true)
{
   if (code != cudaSuccess)
   {
      fprintf(stderr,"GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
      if (abort) exit(code);
   }
}

const int GRID = 64, BLOCK = 1024;

__global__ void blockSums(const float4 *in4, const float *in, float *out, int n) {
    __shared__ float warpSums[32];
    float acc = 0.f;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n / 4; i += GRID * BLOCK) {
        const float4 q = in4[i];
        acc += (q.x + q.y) + (q.z + q.w);
    }
    if (blockIdx.x == GRID - 1 && threadIdx.x < (n & 3)) acc += in[n - 1 - threadIdx.x];

    #pragma unroll
    for (int off = 16; off; off >>= 1) acc += __shfl_down_sync(0xffffffffu, acc, off);
    if ((threadIdx.x & 31) == 0) warpSums[threadIdx.x >> 5] = acc;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    acc = warpSums[threadIdx.x];
    for (int off = 16; off; off >>= 1) acc += __shfl_down_sync(0xffffffffu, acc, off);
    if (threadIdx.x == 0) out[blockIdx.x] = acc;
}

extern "C" void solve(const float* input, float* output, int N) {
    float *d_sums, *h_sums;
    cudaStream_t stream;
    cudaEvent_t copied;
    gpuErrchk( cudaStreamCreate(&stream) );
    gpuErrchk( cudaEventCreateWithFlags(&copied, cudaEventDisableTiming) );
    gpuErrchk( cudaMalloc(&d_sums, GRID * sizeof(float)) );
    gpuErrchk( cudaMallocHost(&h_sums, (GRID + 1) * sizeof(float)) );

    blockSums<<<GRID, BLOCK, 0, stream>>>(reinterpret_cast<const float4*>(input), input, d_sums, N);
    gpuErrchk( cudaPeekAtLastError() );
    gpuErrchk( cudaMemcpyAsync(h_sums, d_sums, GRID * sizeof(float), cudaMemcpyDeviceToHost, stream) );
    gpuErrchk( cudaEventRecord(copied, stream) );
    gpuErrchk( cudaEventSynchronize(copied) );

    h_sums[GRID] = static_cast<float>(std::accumulate(h_sums, h_sums + GRID, 0.0));
    gpuErrchk( cudaMemcpyAsync(output, &h_sums[GRID], sizeof(float), cudaMemcpyHostToDevice, stream) );
    gpuErrchk( cudaStreamSynchronize(stream) );

    gpuErrchk( cudaFreeHost(h_sums) );
    gpuErrchk( cudaFree(d_sums) );
    gpuErrchk( cudaEventDestroy(copied) );
    gpuErrchk( cudaStreamDestroy(stream) );
}
