// exam: problem=prefix-sum verdict=accepted
// One cooperative launch with grid.sync() between summing the pieces and scanning them.
#include <cuda_runtime.h>
#include <cooperative_groups.h>
using namespace cooperative_groups;

__global__ void all_in_one(const float* in, float* out, float* sums, int n, int piece) {
  grid_group grid = this_grid();
  thread_block cta = this_thread_block();
  __shared__ float s[256];
  const auto t = cta.thread_rank();
  const int lo = min((long long)n, (long long)blockIdx.x * piece), hi = min((long long)n, lo + (long long)piece);

  float v = 0;
  for (int i = lo + t; i < hi; i += 256) v += in[i];
  s[t] = v;
  cta.sync();
  for (int w = 128; w; w >>= 1) {
    if (t < w) s[t] += s[t + w];
    cta.sync();
  }
  if (t == 0) sums[blockIdx.x] = s[0];
  grid.sync();

  v = 0;
  for (int b = t; b < blockIdx.x; b += 256) v += sums[b];
  s[t] = v;
  cta.sync();
  for (int w = 128; w; w >>= 1) {
    if (t < w) s[t] += s[t + w];
    cta.sync();
  }
  float carry = s[0];

  for (int at = lo; at < hi; at += 256) {
    cta.sync();
    s[t] = at + t < hi ? in[at + t] : 0;
    for (int d = 1; d < 256; d *= 2) {
      cta.sync();
      float left = t >= d ? s[t - d] : 0;
      cta.sync();
      s[t] += left;
    }
    cta.sync();
    if (at + t < hi) out[at + t] = carry + s[t];
    carry += s[255];
  }
}

extern "C" void solve(const float* input, float* output, int N) {
  int blocks = 0, sms = 0, dev = 0;
  cudaGetDevice(&dev);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, dev);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, all_in_one, 256, 0);
  blocks = blocks * sms < 264 ? blocks * sms : 264;
  float* sums;
  cudaMalloc(&sums, blocks * sizeof(float));
  int piece = (N + blocks - 1) / blocks;
  void* args[] = {&input, &output, &sums, &N, &piece};
  cudaLaunchCooperativeKernel((void*)all_in_one, blocks, 256, args);
  cudaFree(sums);
}
