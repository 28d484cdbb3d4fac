// exam: problem=conv2d-nchw verdict=accepted
// Weights in __constant__ memory where they fit, else from global memory; a tile with a halo; blockIdx.z is image times filter.
#include <cuda_runtime.h>

#define MAX_WEIGHTS 8192
#define OUT_TILE 14
#define IN_TILE (OUT_TILE + 2)

__constant__ float c_weights[MAX_WEIGHTS];

template <bool CONSTANT>
__global__ void conv(const float *in, const float *w, float *out, int C, int H, int W, int F)
{
    __shared__ float N_s[IN_TILE][IN_TILE];
    int f = blockIdx.z % F, n = blockIdx.z / F;
    int col = blockIdx.x * OUT_TILE + threadIdx.x, row = blockIdx.y * OUT_TILE + threadIdx.y;
    float sum = 0;

    for (int c = 0; c < C; c++) {
        const float *plane = in + (size_t)(n * C + c) * H * W;
        N_s[threadIdx.y][threadIdx.x] = (row < H && col < W) ? plane[row * W + col] : 0.0f;
        __syncthreads();
        if (threadIdx.x < OUT_TILE && threadIdx.y < OUT_TILE) {
            const float *k = (CONSTANT ? c_weights : w) + (f * C + c) * 9;
            for (int r = 0; r < 3; r++)
                for (int s = 0; s < 3; s++)
                    sum += N_s[threadIdx.y + r][threadIdx.x + s] * k[r * 3 + s];
        }
        __syncthreads();
    }
    if (threadIdx.x < OUT_TILE && threadIdx.y < OUT_TILE && row < H - 2 && col < W - 2)
        out[((size_t)blockIdx.z * (H - 2) + row) * (W - 2) + col] = sum;
}

extern "C" void solve(const float* input, const float* weights, float* output, int N, int C, int H, int W, int F)
{
    dim3 grid((W - 2 + OUT_TILE - 1) / OUT_TILE, (H - 2 + OUT_TILE - 1) / OUT_TILE, N * F), block(IN_TILE, IN_TILE);
    int count = F * C * 9;
    if (count <= MAX_WEIGHTS) {
        cudaMemcpyToSymbol(c_weights, weights, count * sizeof(float), 0, cudaMemcpyDeviceToDevice);
        conv<true><<<grid, block>>>(input, weights, output, C, H, W, F);
    } else
        conv<false><<<grid, block>>>(input, weights, output, C, H, W, F);
}
