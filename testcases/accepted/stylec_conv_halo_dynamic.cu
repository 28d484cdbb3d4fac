// exam: problem=conv2d-nchw verdict=accepted
// One block: a tile of outputs of one image and four filters. The halo is loaded by a flat loop into dynamic shared memory.
#include <cuda_runtime.h>

#define TW 32
#define TH 8
#define FT 4
#define IW (TW + 2)
#define IH (TH + 2)

extern __shared__ float smem[];

__global__ void conv3x3(const float* in, const float* w, float* out, int N, int C, int H, int W, int F) {
    float* tile = smem;                 // IH x IW
    float* filt = smem + IH * IW;       // FT x 9
    int OH = H - 2, OW = W - 2;
    int fgroups = (F + FT - 1) / FT;
    int n = blockIdx.z / fgroups, f0 = blockIdx.z % fgroups * FT;
    int x0 = blockIdx.x * TW, y0 = blockIdx.y * TH;
    int tid = threadIdx.y * blockDim.x + threadIdx.x, nt = blockDim.x * blockDim.y;
    float acc[FT] = {0, 0, 0, 0};

    for (int c = 0; c < C; ++c) {
        const float* plane = in + ((size_t)n * C + c) * H * W;
        for (int i = tid; i < IH * IW; i += nt) {
            int y = y0 + i / IW, x = x0 + i % IW;
            tile[i] = (y < H && x < W) ? plane[y * W + x] : 0.f;
        }
        if (tid < FT * 9) {
            int f = f0 + tid / 9;
            filt[tid] = f < F ? w[(f * C + c) * 9 + tid % 9] : 0.f;
        }
        __syncthreads();
        const float* t = tile + threadIdx.y * IW + threadIdx.x;
        for (int r = 0; r < 3; ++r)
            for (int s = 0; s < 3; ++s) {
                float v = t[r * IW + s];
#pragma unroll
                for (int k = 0; k < FT; ++k) acc[k] += v * filt[k * 9 + r * 3 + s];
            }
        __syncthreads();
    }

    int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
    if (x >= OW || y >= OH) return;
    for (int k = 0; k < FT && f0 + k < F; ++k) out[(((size_t)n * F + f0 + k) * OH + y) * OW + x] = acc[k];
}

extern "C" void solve(const float* input, const float* weights, float* output, int N, int C, int H, int W, int F) {
    dim3 block(TW, TH);
    dim3 grid((W - 2 + TW - 1) / TW, (H - 2 + TH - 1) / TH, N * ((F + FT - 1) / FT));
    size_t bytes = (IH * IW + FT * 9) * sizeof(float);
    conv3x3<<<grid, block, bytes>>>(input, weights, output, N, C, H, W, F);
}
