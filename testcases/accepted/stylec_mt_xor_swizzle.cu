// exam: problem=matrix-transpose verdict=accepted
// No padding: XOR swizzle. Persistent blocks walk over the tiles.
#include <cuda_runtime.h>

constexpr int B = 32, R = 8;

__global__ __launch_bounds__(B * R) void xpose(const float* __restrict__ src, float* __restrict__ dst, int h, int w)
{
    __shared__ float s[B * B];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int tw = (w + B - 1) / B, th = (h + B - 1) / B;
    int t = blockIdx.x;
    do {
        if (t >= tw * th) break;               // the same for the whole block
        const int bx = t % tw * B, by = t / tw * B;
        float keep[B / R];
        #pragma unroll
        for (int k = 0; k < B / R; k++) {
            int y = by + ty + k * R, x = bx + tx;
            keep[k] = y < h && x < w ? __ldg(src + (size_t)y * w + x) : 0.f;
        }
        #pragma unroll
        for (int k = 0; k < B / R; k++) {
            const int r = ty + k * R;
            s[r * B + (tx ^ r)] = keep[k];
        }
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < B / R; k++) {
            const int r = ty + k * R;          // row of the output tile
            int y = bx + r, x = by + tx;
            if (y < w && x < h) dst[(size_t)y * h + x] = s[tx * B + (r ^ tx)];
        }
        __syncthreads();
        t += gridDim.x;
    } while (true);
}

extern "C" void solve(const float* input, float* output, int rows, int cols)
{
    int tiles = ((rows + B - 1) / B) * ((cols + B - 1) / B);
    xpose<<<tiles < 1056 ? tiles : 1056, dim3(B, R)>>>(input, output, rows, cols);
}
