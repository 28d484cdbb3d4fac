// exam: problem=conv2d-nchw verdict=compile-error
// The host's compiler knows arrays of variable size; nvcc takes none in a kernel.
#include <cuda_runtime.h>

__global__ void conv(const float* in, const float* wt, float* out, int C, int H, int W, int F, int total) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int OW = W - 2, OH = H - 2;
    int x = i % OW, y = i / OW % OH, f = i / OW / OH % F, n = i / OW / OH / F;
    float perChannel[C];
    float sum = 0;
    for (int c = 0; c < C; c++) {
        perChannel[c] = 0;
        for (int k = 0; k < 9; k++)
            perChannel[c] += in[((n * C + c) * H + y + k / 3) * W + x + k % 3] * wt[(f * C + c) * 9 + k];
    }
    for (int c = 0; c < C; c++) sum += perChannel[c];
    out[i] = sum;
}

extern "C" void solve(const float* input, const float* weights, float* output, int N, int C, int H, int W, int F) {
    int total = N * F * (H - 2) * (W - 2);
    conv<<<(total + 255) / 256, 256>>>(input, weights, output, C, H, W, F, total);
}
