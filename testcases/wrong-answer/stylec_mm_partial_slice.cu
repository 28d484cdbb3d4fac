// exam: problem=matrix-multiplication verdict=wrong-answer
// 32x32 tiles; the loop over the last, partial slice stops where N does, so the tiles need no zeros
#include <cuda_runtime.h>
#include <cooperative_groups.h>
using namespace cooperative_groups;

static constexpr unsigned S = 32;

__global__ void MatMul(const float *A, const float *B, float *C, unsigned M, unsigned N, unsigned K)
{
    __shared__ float ta[S][S], tb[S][S];
    thread_block g = this_thread_block();
    const dim3 me = g.thread_index(), at = g.group_index();
    const unsigned row = at.y * S + me.y, col = at.x * S + me.x;
    double acc = 0;                                  // to be on the safe side
    for (unsigned p = 0; p < N; p += S) {
        if (row < M && p + me.x < N) ta[me.y][me.x] = A[row * N + p + me.x];
        if (col < K && p + me.y < N) tb[me.y][me.x] = B[(p + me.y) * K + col];
        g.sync();
        for (unsigned q = 0; q < S; ++q) {
            // the rest of the tile still holds the slice before
            if (p + q > N) break;
            acc += (double)ta[me.y][q] * tb[q][me.x];
        }
        g.sync();
    }
    if (row < M && col < K) C[row * K + col] = (float)acc;
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K)
{
    dim3 blk(S, S), grd((K + S - 1) / S, (M + S - 1) / S);
    MatMul<<<grd, blk>>>(A, B, C, M, N, K);
    cudaError_t rc = cudaDeviceSynchronize();
    (void)rc;
}
