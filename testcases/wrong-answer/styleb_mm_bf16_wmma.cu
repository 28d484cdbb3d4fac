// exam: problem=matrix-multiplication verdict=wrong-answer
// Tensor cores in bfloat16, which keeps eight bits of each number.
#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <mma.h>

namespace wm = nvcuda::wmma;
using bf16 = __nv_bfloat16;

template <int T = 16>
struct Stage {
    bf16 a[T][T], b[T][T];
    float c[T][T];
};

__global__ void product(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ Stage<> s;
    const int row0 = blockIdx.y * 16, col0 = blockIdx.x * 16, lane = threadIdx.x;
    wm::fragment<wm::matrix_a, 16, 16, 16, bf16, wm::row_major> fa;
    wm::fragment<wm::matrix_b, 16, 16, 16, bf16, wm::row_major> fb;
    wm::fragment<wm::accumulator, 16, 16, 16, float> fc;
    wm::fill_fragment(fc, 0.f);
    for (int n0 = 0; n0 < N; n0 += 16) {
        for (int e = lane; e < 256; e += 32) {
            const int i = e >> 4, j = e & 15;
            s.a[i][j] = __float2bfloat16(row0 + i < M && n0 + j < N ? A[(row0 + i) * N + n0 + j] : 0.f);
            s.b[i][j] = __float2bfloat16(n0 + i < N && col0 + j < K ? B[(n0 + i) * K + col0 + j] : 0.f);
        }
        __syncwarp();
        wm::load_matrix_sync(fa, &s.a[0][0], 16);
        wm::load_matrix_sync(fb, &s.b[0][0], 16);
        wm::mma_sync(fc, fa, fb, fc);
        __syncwarp();
    }
    wm::store_matrix_sync(&s.c[0][0], fc, 16, wm::mem_row_major);
    __syncwarp();
    for (int e = lane; e < 256; e += 32)
        if (int i = e / 16, j = e % 16; row0 + i < M && col0 + j < K) C[(row0 + i) * K + col0 + j] = s.c[i][j];
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    product<<<dim3((K + 15) / 16, (M + 15) / 16), 32>>>(A, B, C, M, N, K);
}
