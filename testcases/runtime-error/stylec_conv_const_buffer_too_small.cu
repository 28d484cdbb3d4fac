// exam: problem=conv2d-nchw verdict=runtime-error
// Weights in constant memory, with room for the timed size only; the copy fails for more and the macro ends the process.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        if (abort) exit(code);
    }
}

#define MAX_F 24
#define MAX_C 12
__constant__ float c_weights[MAX_F * MAX_C * 3 * 3];

__global__ void conv_kernel(const float *in, float *out, int N, int C, int H, int W, int F)
{
    int ow = W - 2, oh = H - 2;
    int total = N * F * oh * ow;
    for (int idx = blockIdx.x * blockDim.x + threadIdx.x; idx < total; idx += blockDim.x * gridDim.x) {
        int x = idx % ow;
        int y = (idx / ow) % oh;
        int f = (idx / (ow * oh)) % F;
        int n = idx / (ow * oh * F);
        float acc = 0;
        for (int c = 0; c < C; c++) {
            const float *p = &in[((n * C + c) * H + y) * W + x];
            const float *w = &c_weights[(f * C + c) * 9];
            acc += p[0] * w[0] + p[1] * w[1] + p[2] * w[2];
            p += W;
            acc += p[0] * w[3] + p[1] * w[4] + p[2] * w[5];
            p += W;
            acc += p[0] * w[6] + p[1] * w[7] + p[2] * w[8];
        }
        out[idx] = acc;
    }
}

extern "C" void solve(const float *input, const float *weights, float *output, int N, int C, int H, int W, int F)
{
    gpuErrchk(cudaMemcpyToSymbol(c_weights, weights, sizeof(float) * F * C * 9, 0, cudaMemcpyDeviceToDevice));
    int total = N * F * (H - 2) * (W - 2);
    int blocks = (total + 255) / 256;
    conv_kernel<<<blocks, 256>>>(input, output, N, C, H, W, F);
    gpuErrchk(cudaPeekAtLastError());
    gpuErrchk(cudaDeviceSynchronize());
}
