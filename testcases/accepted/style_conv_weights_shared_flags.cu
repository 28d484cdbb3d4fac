// exam: problem=conv2d-nchw verdict=accepted
// A block per filter and image strip; the weights come in slices of channels, and a shared flag says when the last slice has come.
#include <cuda_runtime.h>

enum { SLICE = 4, THREADS = 128 };

struct Shared {
    float weight[SLICE * 9];
    int first, count;
    volatile bool last;
};

__global__ void conv(const float* input, const float* weights, float* output, int C, int H, int W, int F)
{
    __shared__ Shared sh;
    const int f = blockIdx.y, n = blockIdx.z, OH = H - 2, OW = W - 2;
    const int pixel = blockIdx.x * THREADS + threadIdx.x;
    const bool mine = pixel < OH * OW;
    const int y = mine ? pixel / OW : 0, x = mine ? pixel - y * OW : 0;
    float acc = 0.f;

    if (threadIdx.x == 0) { sh.first = -SLICE; sh.count = 0; sh.last = false; }
    __syncthreads();
    while (!sh.last) {
        __syncthreads();                       // all have seen the flag before it changes
        if (threadIdx.x == 0) {
            sh.first += SLICE;
            sh.count = (C - sh.first < SLICE) ? C - sh.first : SLICE;
            sh.last = sh.first + SLICE >= C;
        }
        __syncthreads();
        for (int k = threadIdx.x; k < sh.count * 9; k += THREADS)
            sh.weight[k] = weights[(f * C + sh.first) * 9 + k];
        __syncthreads();

        for (int c = 0; mine && c < sh.count; ++c) {
            const float* p = input + ((size_t)(n * C + sh.first + c) * H + y) * W + x;
            const float (*w)[3] = (const float (*)[3])(sh.weight + 9 * c);
            for (int r = 0; r < 3; ++r, p += W)
                acc += w[r][0] * p[0] + w[r][1] * p[1] + w[r][2] * p[2];
        }
        __syncthreads();
    }
    if (mine) output[((size_t)(n * F + f)) * OH * OW + pixel] = acc;
}

extern "C" void solve(const float* input, const float* weights, float* output, int N, int C, int H, int W, int F)
{
    conv<<<dim3(((H - 2) * (W - 2) + THREADS - 1) / THREADS, F, N), THREADS>>>(input, weights, output, C, H, W, F);
}
