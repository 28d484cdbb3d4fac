// exam: problem=conv2d-nchw verdict=accepted
// A thread walks down its column with three rows of three pixels in registers; rows move up by pointer arithmetic.
#include <cuda_runtime.h>

struct Row3 {
    float a, b, c;
    __device__ static Row3 at(const float* p) { return Row3{__ldg(p), __ldg(p + 1), __ldg(p + 2)}; }
    __device__ float dot(const float* k) const { return a * k[0] + b * k[1] + c * k[2]; }
};

template <int STRIP>
__global__ void slide(const float* __restrict__ image, const float* __restrict__ kernels, float* __restrict__ result,
                      int channels, int height, int width, int filters) {
    const int outW = width - 2, outH = height - 2;
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int yBegin = blockIdx.y * STRIP;
    const int n = blockIdx.z / filters, f = blockIdx.z - n * filters;
    if (x >= outW) return;

    float sum[STRIP];
#pragma unroll
    for (int i = 0; i < STRIP; ++i) sum[i] = 0.f;

    const float* k = kernels + f * channels * 9;
    const float* plane = image + (long)n * channels * height * width + (long)yBegin * width + x;
    for (int c = 0; c < channels; ++c, k += 9, plane += (long)height * width) {
        const float* p = plane;
        Row3 top = Row3::at(p), mid = Row3::at(p += width);
#pragma unroll
        for (int i = 0; i < STRIP; ++i) {
            if (yBegin + i >= outH) break;
            Row3 low = Row3::at(p += width);
            sum[i] += top.dot(k) + mid.dot(k + 3) + low.dot(k + 6);
            top = mid;
            mid = low;
        }
    }

    float* o = result + ((long)blockIdx.z * outH + yBegin) * outW + x;
#pragma unroll
    for (int i = 0; i < STRIP; ++i, o += outW)
        if (yBegin + i < outH) *o = sum[i];
}

extern "C" void solve(const float* input, const float* weights, float* output, int N, int C, int H, int W, int F) {
    const int strip = 6;
    dim3 threads(64);
    dim3 blocks((W - 2 + 63) / 64, (H - 2 + strip - 1) / strip, N * F);
    slide<strip><<<blocks, threads>>>(input, weights, output, C, H, W, F);
}
