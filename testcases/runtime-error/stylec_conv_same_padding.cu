// exam: problem=conv2d-nchw verdict=runtime-error
// PyTorch habit: nn.Conv2d(C, F, 3, padding=1), so the output is as large as the input
#include <cuda_runtime.h>

__global__ void conv3x3_same(const float* __restrict__ x, const float* __restrict__ weight, float* __restrict__ out,
                             int batch, int in_channels, int height, int width, int out_channels)
{
    int total = batch * out_channels * height * width;
    for (int index = blockIdx.x * blockDim.x + threadIdx.x; index < total; index += blockDim.x * gridDim.x) {
        int w = index % width;
        int h = (index / width) % height;
        int oc = (index / width / height) % out_channels;
        int b = index / width / height / out_channels;
        float value = 0.0f;
        for (int ic = 0; ic < in_channels; ++ic) {
            for (int kh = 0; kh < 3; ++kh) {
                for (int kw = 0; kw < 3; ++kw) {
                    int ih = h + kh - 1, iw = w + kw - 1;
                    if (ih < 0 || ih >= height || iw < 0 || iw >= width) continue;
                    value += x[((b * in_channels + ic) * height + ih) * width + iw] *
                             weight[((oc * in_channels + ic) * 3 + kh) * 3 + kw];
                }
            }
        }
        out[index] = value;
    }
}

extern "C" void solve(const float* input, const float* weights, float* output, int N, int C, int H, int W, int F)
{
    const int threads = 256;
    int blocks = (N * F * H * W + threads - 1) / threads;
    if (blocks > 16384) blocks = 16384;
    conv3x3_same<<<blocks, threads>>>(input, weights, output, N, C, H, W, F);
    cudaDeviceSynchronize();
}
