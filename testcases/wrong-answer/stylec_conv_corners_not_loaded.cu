// exam: problem=conv2d-nchw verdict=wrong-answer
// 16 x 16 tile; the first two columns' and rows' threads fetch the halo, but nobody fetches its corner.
#include <cuda_runtime.h>

#define T 16

__global__ void conv_tile(const float *input, const float *weights, float *output, int C, int H, int W, int F)
{
    __shared__ float s[T + 2][T + 2];

    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * T + tx, y = blockIdx.y * T + ty;
    int n = blockIdx.z / F, f = blockIdx.z % F;
    int outH = H - 2, outW = W - 2;
    float sum = 0.0f;

    for (int c = 0; c < C; c++) {
        const float *src = input + (n * C + c) * H * W;

        if (x < W && y < H)
            s[ty][tx] = src[y * W + x];
        if (tx < 2 && x + T < W && y < H)
            s[ty][tx + T] = src[y * W + x + T];
        if (ty < 2 && y + T < H && x < W)
            s[ty + T][tx] = src[(y + T) * W + x];
        __syncthreads();

        const float *k = weights + (f * C + c) * 9;
        if (x < outW && y < outH)
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    sum += s[ty + i][tx + j] * k[i * 3 + j];
        __syncthreads();
    }

    if (x < outW && y < outH)
        output[((n * F + f) * outH + y) * outW + x] = sum;
}

extern "C" void solve(const float *input, const float *weights, float *output, int N, int C, int H, int W, int F)
{
    dim3 block(T, T);
    dim3 grid((W - 2 + T - 1) / T, (H - 2 + T - 1) / T, N * F);
    conv_tile<<<grid, block>>>(input, weights, output, C, H, W, F);
    cudaDeviceSynchronize();
}
