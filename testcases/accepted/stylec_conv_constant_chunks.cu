// exam: problem=conv2d-nchw verdict=accepted
// Filters in __constant__ memory, as many at a time as fit; refilled by cudaMemcpyToSymbolAsync between launches.
#include <cuda_runtime.h>
#include <cstdint>

constexpr int kRoom = 12000;                       // floats, of the 16384 there are
__constant__ float c_w[kRoom];

constexpr int8_t dy[9] = {0, 0, 0, 1, 1, 1, 2, 2, 2};

__global__ void conv_some(const float* in, const float* w_far, float* out, int C, int H, int W, int F, int f0, int fn)
{
    const int ow = W - 2, oh = H - 2;
    const int n = blockIdx.z;
    const int pix = blockIdx.x * blockDim.x + threadIdx.x;
    if (pix >= ow * oh) return;                    // no barrier below
    const int y = pix / ow, x = pix - y * ow;
    for (int f = blockIdx.y; f < fn; f += gridDim.y) {
        float sum = 0.f;
        for (int c = 0; c < C; ++c) {
            const float* p = in + ((int64_t)(n * C + c) * H + y) * W + x;
            const int w0 = (f * C + c) * 9;
            const float (&table)[kRoom] = c_w;
            if (w_far == nullptr) {
                #pragma unroll
                for (int t = 0; t < 9; ++t) sum += p[(t / 3) * W + t % 3] * table[w0 + t];
            } else {
                for (int t = 0; t < 9; ++t) sum += p[(t / 3) * W + t - 3 * (t / 3)] * w_far[w0 + t];
            }
        }
        out[((int64_t)(n * F + f0 + f) * oh + y) * ow + x] = sum;
    }
}

extern "C" void solve(const float* input, const float* weights, float* output, int N, int C, int H, int W, int F)
{
    static_assert(dy[8] == 2 && sizeof(c_w) <= 65536, "table");
    const int per = C * 9;
    const int pixels = (H - 2) * (W - 2);
    const int blocks = (pixels + 127) / 128;
    for (int n0 = 0; n0 < N; n0 += 65535) {        // grid.z is 16 bits wide
        const int nn = N - n0 < 65535 ? N - n0 : 65535;
        const float* in = input + (int64_t)n0 * C * H * W;
        float* out = output + (int64_t)n0 * F * pixels;
        if (per > kRoom) {                         // not even one filter fits
            conv_some<<<dim3(blocks, F < 1024 ? F : 1024, nn), 128>>>(in, weights, out, C, H, W, F, 0, F);
            continue;
        }
        const int fmax = kRoom / per;
        for (int f0 = 0; f0 < F; f0 += fmax) {
            const int fn = F - f0 < fmax ? F - f0 : fmax;
            cudaMemcpyToSymbolAsync(c_w, weights + (int64_t)f0 * per, sizeof(float) * fn * per, 0,
                                    cudaMemcpyDeviceToDevice, 0);
            conv_some<<<dim3(blocks, fn < 1024 ? fn : 1024, nn), 128>>>(in, nullptr, out, C, H, W, F, f0, fn);
        }
    }
}
