// exam: problem=matrix-transpose verdict=accepted
// 31 x 33 tiles: 1023 threads, coprime sides, so the bank conflicts go away without padding.
#include <cuda_runtime.h>

enum : int { TH = 31, TW = 33, NT = TH * TW };

struct Where { int r, c; };

template <int Width> __device__ Where split(int t) { return Where{t / Width, t % Width}; }

__global__ void k_transpose(const float* g_in, float* g_out, int rows, int cols)
{
    __shared__ float box[TH][TW];
    const int t = threadIdx.x;
    const int row0 = blockIdx.y * TH, col0 = blockIdx.x * TW;
    {
        const Where p = split<TW>(t);
        if (row0 + p.r < rows && col0 + p.c < cols)
            box[p.r][p.c] = g_in[(row0 + p.r) * (long)cols + col0 + p.c];
    }
    __syncthreads();
    {
        const auto [c, r] = split<TH>(t);         // now rows run fastest
        const int row = row0 + r, col = col0 + c;
        if (row < rows) {
            if (col < cols)
                g_out[col * (long)rows + row] = box[r][c];
        }
    }
}

extern "C" void solve(const float* input, float* output, int rows, int cols)
{
    auto up = [](int a, int b) { return (a + b - 1) / b; };
    k_transpose<<<dim3(up(cols, TW), up(rows, TH)), NT>>>(input, output, rows, cols);
}
