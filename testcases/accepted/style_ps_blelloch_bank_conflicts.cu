// exam: problem=prefix-sum verdict=accepted
// Blelloch's scan of the old SDK with CONFLICT_FREE_OFFSET; exclusive in shared memory, inclusive when it is written.
#include <cuda.h>
#include <cuda_runtime.h>

#define NUM_BANKS 32
#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)
#define ELEMENTS 1024

__global__ void prescan(const float *g_idata, float *g_odata, float *g_sums, int n)
{
  extern __shared__ float temp[];  // allocated on invocation
  int thid = threadIdx.x, base = blockIdx.x * ELEMENTS;
  int offset = 1;

  int ai = thid, bi = thid + (ELEMENTS/2);
  int bankOffsetA = CONFLICT_FREE_OFFSET(ai), bankOffsetB = CONFLICT_FREE_OFFSET(bi);
  float a = base + ai < n ? g_idata[base + ai] : 0, b = base + bi < n ? g_idata[base + bi] : 0;
  temp[ai + bankOffsetA] = a;
  temp[bi + bankOffsetB] = b;

  for (int d = ELEMENTS>>1; d > 0; d >>= 1) {  // build sum in place up the tree
    __syncthreads();
    if (thid < d) {
      int ai = offset*(2*thid+1)-1;
      int bi = offset*(2*thid+2)-1;
      ai += CONFLICT_FREE_OFFSET(ai);
      bi += CONFLICT_FREE_OFFSET(bi);
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (thid == 0) {
    int last = ELEMENTS - 1 + CONFLICT_FREE_OFFSET(ELEMENTS - 1);
    if (g_sums) g_sums[blockIdx.x] = temp[last];
    temp[last] = 0;  // clear the last element
  }
  for (int d = 1; d < ELEMENTS; d *= 2) {  // traverse down tree & build scan
    offset >>= 1;
    __syncthreads();
    if (thid < d) {
      int ai = offset*(2*thid+1)-1;
      int bi = offset*(2*thid+2)-1;
      ai += CONFLICT_FREE_OFFSET(ai);
      bi += CONFLICT_FREE_OFFSET(bi);
      float t = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += t;
    }
  }
  __syncthreads();
  if (base + ai < n) g_odata[base + ai] = temp[ai + bankOffsetA] + a;
  if (base + bi < n) g_odata[base + bi] = temp[bi + bankOffsetB] + b;
}

__global__ void uniformAdd(float *out, const float *sums, int n)
{
  int i = (blockIdx.x + 1) * ELEMENTS + threadIdx.x;
  float s = sums[blockIdx.x];
  for (int k = 0; k < 4; ++k, i += 256) if (i < n) out[i] += s;
}

static void prefix(const float *in, float *out, int n)
{
  int blocks = n / ELEMENTS + (n % ELEMENTS != 0);
  size_t shared = (ELEMENTS + CONFLICT_FREE_OFFSET(ELEMENTS)) * sizeof(float);
  float *sums = 0;
  if (blocks > 1) cudaMalloc(&sums, blocks * sizeof(float));
  prescan<<<blocks, ELEMENTS/2, shared>>>(in, out, sums, n);
  if (blocks > 1) {
    prefix(sums, sums, blocks);
    uniformAdd<<<blocks - 1, 256>>>(out, sums, n);
    cudaFree(sums);
  }
}

extern "C" void solve(const float* input, float* output, int N) { prefix(input, output, N); }
