// exam: problem=gemm-f32 verdict=accepted
// Stream-K: the slices of all tiles are divided evenly among resident blocks. A block that begins in the middle of a tile leaves its part in the
// workspace and raises a flag; the block that has the tile's first slice, an earlier one, waits for these parts and adds them up.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdint>

namespace {
constexpr int BM = 64, BN = 64, BK = 16, NT = 256;

__global__ void __launch_bounds__(NT, 3) stream_k(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int M, int N, int K,
                                                  int tilesN, int slices, long long total, long long perBlock, float* work, unsigned* flags, unsigned epoch) {
  __shared__ __align__(16) float sa[2][BM][BK + 4];
  __shared__ __align__(16) float sb[2][BK][BN];
  const int t = threadIdx.x, tx = t & 15, ty = t >> 4;
  long long at = (long long)blockIdx.x * perBlock;
  const long long end = min(total, at + perBlock);
  while (at < end) {
    const long long tile = at / slices;
    const int s0 = (int)(at - tile * slices);
    const int s1 = (int)min((long long)slices, s0 + (end - at));
    const int m0 = (int)(tile / tilesN) * BM, n0 = (int)(tile % tilesN) * BN;
    auto fetch = [&](int s, int b) {
      const int k0 = s * BK;
#pragma unroll
      for (int i = t; i < BM * BK; i += NT) {
        const int r = i / BK, c = i % BK;
        const bool ok = m0 + r < M && k0 + c < K;
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"((uint32_t)__cvta_generic_to_shared(&sa[b][r][c])),
                     "l"(ok ? A + (size_t)(m0 + r) * K + k0 + c : A), "r"(ok ? 4 : 0) : "memory");
      }
#pragma unroll
      for (int i = t; i < BK * BN; i += NT) {
        const int r = i / BN, c = i % BN;
        const bool ok = k0 + r < K && n0 + c < N;
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"((uint32_t)__cvta_generic_to_shared(&sb[b][r][c])),
                     "l"(ok ? B + (size_t)(k0 + r) * N + n0 + c : B), "r"(ok ? 4 : 0) : "memory");
      }
      asm volatile("cp.async.commit_group;" ::: "memory");
    };
    float acc[4][4] = {};
    fetch(s0, 0);
    for (int s = s0; s < s1; ++s) {
      const int b = (s - s0) & 1;
      asm volatile("cp.async.wait_group 0;" ::: "memory");
      __syncthreads();
      if (s + 1 < s1) fetch(s + 1, b ^ 1);
#pragma unroll
      for (int k = 0; k < BK; k += 4) {
        float4 a[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) a[i] = *reinterpret_cast<const float4*>(&sa[b][ty * 4 + i][k]);
#pragma unroll
        for (int e = 0; e < 4; ++e) {
          const float4 y = *reinterpret_cast<const float4*>(&sb[b][k + e][tx * 4]);
#pragma unroll
          for (int i = 0; i < 4; ++i) {
            const float x = e == 0 ? a[i].x : e == 1 ? a[i].y : e == 2 ? a[i].z : a[i].w;
            acc[i][0] = fmaf(x, y.x, acc[i][0]);
            acc[i][1] = fmaf(x, y.y, acc[i][1]);
            acc[i][2] = fmaf(x, y.z, acc[i][2]);
            acc[i][3] = fmaf(x, y.w, acc[i][3]);
          }
        }
      }
    }
    __syncthreads();
    if (s0 > 0) {
      float4* w = reinterpret_cast<float4*>(work + (size_t)blockIdx.x * BM * BN);
#pragma unroll
      for (int i = 0; i < 4; ++i) __stcg(w + i * NT + t, make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]));
      __threadfence();
      __syncthreads();
      if (t == 0) asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(flags + blockIdx.x), "r"(epoch) : "memory");
    } else {
      // whoever continues this tile has the next numbers
      long long have = tile * slices + s1;
      for (unsigned other = blockIdx.x + 1; have < (tile + 1) * slices; ++other) {
        if (t == 0) {
          unsigned f;
          do asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(f) : "l"(flags + other) : "memory");
          while (f != epoch);
        }
        __syncthreads();
        const float4* w = reinterpret_cast<const float4*>(work + (size_t)other * BM * BN);
#pragma unroll
        for (int i = 0; i < 4; ++i) {
          const float4 v = __ldcg(w + i * NT + t);
          acc[i][0] += v.x;
          acc[i][1] += v.y;
          acc[i][2] += v.z;
          acc[i][3] += v.w;
        }
        have += perBlock;
      }
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          const int r = m0 + ty * 4 + i, c = n0 + tx * 4 + j;
          if (r < M && c < N) C[(size_t)r * N + c] = acc[i][j];
        }
    }
    at += s1 - s0;
  }
}
}  // namespace

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
  static float* work = nullptr;
  static unsigned* flags = nullptr;
  static int resident = 0;
  static unsigned epoch = 0;
  if (!work) {
    int sms = 0, per = 0;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per, stream_k, NT, 0);
    resident = sms * per;
    cudaMalloc(&work, (size_t)resident * BM * BN * sizeof(float));
    cudaMalloc(&flags, resident * sizeof(unsigned));
    cudaMemset(flags, 0, resident * sizeof(unsigned));
  }
  ++epoch;
  const int tm = (M + BM - 1) / BM, tn = (N + BN - 1) / BN, slices = (K + BK - 1) / BK;
  const long long total = (long long)tm * tn * slices;
  long long per = (total + resident - 1) / resident;
  per = std::max<long long>(per, std::min<long long>(slices, 8));
  const unsigned grid = (unsigned)((total + per - 1) / per);
  stream_k<<<grid, NT>>>(A, B, C, M, N, K, tn, slices, total, per, work, flags, epoch);
}
