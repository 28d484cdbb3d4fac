// exam: problem=vector-addition-pinned verdict=accepted
// Copies in on one stream, adds on a second, copies out on a third, with an event for each step; and it times itself.
#include <cuda_runtime.h>

const int Pieces = 5;

__global__ void vadd(const float *x, const float *y, float *z, int n) {
  int tid = blockDim.x * blockIdx.x + threadIdx.x;
  if (tid >= n)
    return;
  z[tid] = x[tid] + y[tid];
}

extern "C" void solve(const float *A, const float *B, float *C, int N) {
  cudaStream_t in, work, out;
  cudaStreamCreate(&in), cudaStreamCreate(&work), cudaStreamCreate(&out);
  cudaEvent_t begin, end, here[Pieces], added[Pieces];
  cudaEventCreate(&begin), cudaEventCreate(&end);
  float *d[3];
  for (auto &p : d)
    cudaMalloc(&p, N * sizeof(float));

  cudaEventRecord(begin, in);
  for (int k = 0; k < Pieces; ++k) {
    cudaEventCreate(here + k), cudaEventCreate(added + k);
    size_t from = (size_t)N * k / Pieces, to = (size_t)N * (k + 1) / Pieces, n = to - from;
    if (n > 0) {
      cudaMemcpyAsync(d[0] + from, A + from, n * sizeof(float), cudaMemcpyHostToDevice, in);
      cudaMemcpyAsync(d[1] + from, B + from, n * sizeof(float), cudaMemcpyHostToDevice, in);
      cudaEventRecord(here[k], in);
      cudaStreamWaitEvent(work, here[k]);
      vadd<<<(n + 127) / 128, 128, 0, work>>>(d[0] + from, d[1] + from, d[2] + from, (int)n);
      cudaEventRecord(added[k], work);
      cudaStreamWaitEvent(out, added[k]);
      cudaMemcpyAsync(C + from, d[2] + from, n * sizeof(float), cudaMemcpyDeviceToHost, out);
    }
  }
  cudaEventRecord(end, out);
  cudaEventSynchronize(end);
  float ms = -1;
  cudaEventElapsedTime(&ms, begin, end);
  if (ms < 0)
    C[0] = ms;

  for (int k = 0; k < Pieces; ++k)
    cudaEventDestroy(here[k]), cudaEventDestroy(added[k]);
  for (int k = 3; k--;)
    cudaFree(d[k]);
  cudaEventDestroy(begin), cudaEventDestroy(end);
  cudaStreamDestroy(in), cudaStreamDestroy(work), cudaStreamDestroy(out);
}
