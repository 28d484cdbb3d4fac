// exam: problem=matrix-multiplication verdict=accepted
// Tensor cores without losing precision: x = hi + lo, two halves each; hi*hi + hi*lo + lo*hi.
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

#define TM 64
#define TN 64
#define TK 16
#define PAD 8

__device__ inline void split(float x, half& hi, half& lo) {
    hi = __float2half_rn(x);
    lo = __float2half_rn(x - __half2float(hi));
}

__global__ void mmSplit(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ __align__(32) half ah[TM][TK + PAD], al[TM][TK + PAD];
    __shared__ __align__(32) half bh[TK][TN + PAD], bl[TK][TN + PAD];
    __shared__ __align__(32) float cs[TM][TN];
    const int t = threadIdx.x, warp = t / 32;
    const int wr = warp / 2 * 32, wc = warp % 2 * 32;
    const int r0 = blockIdx.y * TM, c0 = blockIdx.x * TN;

    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2], part;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) wmma::fill_fragment(acc[i][j], 0.0f);

    for (int k0 = 0; k0 < N; k0 += TK) {
        for (int e = t; e < TM * TK; e += 128) {
            int r = e / TK, k = e % TK;
            float x = (r0 + r < M && k0 + k < N) ? A[(size_t)(r0 + r) * N + k0 + k] : 0.f;
            split(x, ah[r][k], al[r][k]);
        }
        for (int e = t; e < TK * TN; e += 128) {
            int k = e / TN, c = e % TN;
            float x = (k0 + k < N && c0 + c < K) ? B[(size_t)(k0 + k) * K + c0 + c] : 0.f;
            split(x, bh[k][c], bl[k][c]);
        }
        __syncthreads();

        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fah, fal;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fbh[2], fbl[2];
        for (int j = 0; j < 2; j++) {
            wmma::load_matrix_sync(fbh[j], &bh[0][wc + 16 * j], TN + PAD);
            wmma::load_matrix_sync(fbl[j], &bl[0][wc + 16 * j], TN + PAD);
        }
        for (int i = 0; i < 2; i++) {
            wmma::load_matrix_sync(fah, &ah[wr + 16 * i][0], TK + PAD);
            wmma::load_matrix_sync(fal, &al[wr + 16 * i][0], TK + PAD);
            for (int j = 0; j < 2; j++) {
                // a short sum in the tensor core, the long one in ordinary fp32
                wmma::fill_fragment(part, 0.0f);
                wmma::mma_sync(part, fal, fbh[j], part);
                wmma::mma_sync(part, fah, fbl[j], part);
                wmma::mma_sync(part, fah, fbh[j], part);
                for (int e = 0; e < part.num_elements; e++) acc[i][j].x[e] += part.x[e];
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::store_matrix_sync(&cs[wr + 16 * i][wc + 16 * j], acc[i][j], TN, wmma::mem_row_major);
    __syncthreads();
    for (int e = t; e < TM * TN; e += 128) {
        int r = r0 + e / TN, c = c0 + e % TN;
        if (r < M && c < K) C[(size_t)r * K + c] = cs[e / TN][e % TN];
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    mmSplit<<<dim3((K + TN - 1) / TN, (M + TM - 1) / TM), 128>>>(A, B, C, M, N, K);
}
