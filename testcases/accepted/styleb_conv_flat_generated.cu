// exam: problem=conv2d-nchw verdict=accepted
// As a code generator would print it: no loop over taps, one name for each value, two outputs a thread.
#include <cuda_runtime.h>

__global__ __launch_bounds__(64) void k0(const float* __restrict__ p0, const float* __restrict__ p1, float* __restrict__ p2,
                                         int s0, int s1, int s2, int s3) {
  // grid: x = pairs of columns / 64, y = rows, z = images * filters
  const int i0 = (blockIdx.x * 64 + threadIdx.x) * 2;
  const int i1 = blockIdx.y;
  const int i2 = blockIdx.z / s3;
  const int i3 = blockIdx.z - i2 * s3;
  const int t0 = s2 - 2;
  if (i0 >= t0) return;
  const bool b0 = i0 + 1 < t0;
  float r0 = 0.0f;
  float r1 = 0.0f;
  for (int i4 = 0; i4 < s0; ++i4) {
    const int o0 = ((i2 * s0 + i4) * s1 + i1) * s2 + i0;
    const int o1 = o0 + s2;
    const int o2 = o1 + s2;
    const int w0 = (i3 * s0 + i4) * 9;
    const float v00 = p0[o0], v01 = p0[o0 + 1], v02 = p0[o0 + 2], v03 = b0 ? p0[o0 + 3] : 0.0f;
    const float v10 = p0[o1], v11 = p0[o1 + 1], v12 = p0[o1 + 2], v13 = b0 ? p0[o1 + 3] : 0.0f;
    const float v20 = p0[o2], v21 = p0[o2 + 1], v22 = p0[o2 + 2], v23 = b0 ? p0[o2 + 3] : 0.0f;
    const float c0 = p1[w0 + 0], c1 = p1[w0 + 1], c2 = p1[w0 + 2];
    const float c3 = p1[w0 + 3], c4 = p1[w0 + 4], c5 = p1[w0 + 5];
    const float c6 = p1[w0 + 6], c7 = p1[w0 + 7], c8 = p1[w0 + 8];
    r0 = fmaf(v00, c0, r0); r1 = fmaf(v01, c0, r1);
    r0 = fmaf(v01, c1, r0); r1 = fmaf(v02, c1, r1);
    r0 = fmaf(v02, c2, r0); r1 = fmaf(v03, c2, r1);
    r0 = fmaf(v10, c3, r0); r1 = fmaf(v11, c3, r1);
    r0 = fmaf(v11, c4, r0); r1 = fmaf(v12, c4, r1);
    r0 = fmaf(v12, c5, r0); r1 = fmaf(v13, c5, r1);
    r0 = fmaf(v20, c6, r0); r1 = fmaf(v21, c6, r1);
    r0 = fmaf(v21, c7, r0); r1 = fmaf(v22, c7, r1);
    r0 = fmaf(v22, c8, r0); r1 = fmaf(v23, c8, r1);
  }
  float* const q0 = p2 + ((i2 * s3 + i3) * (s1 - 2) + i1) * t0 + i0;
  q0[0] = r0;
  if (b0) q0[1] = r1;
}

extern "C" void solve(const float* input, const float* weights, float* output, int N, int C, int H, int W, int F) {
  const dim3 g(((W - 2 + 1) / 2 + 63) / 64, H - 2, N * F);
  k0<<<g, 64>>>(input, weights, output, C, H, W, F);
}
