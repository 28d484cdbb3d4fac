// exam: problem=matrix-multiplication verdict=accepted
// translated from matmul.f90 by hand; arrays stay 1-based, integer*8 where indices get big
#include <cuda_runtime.h>

typedef long long integer8;
typedef float real;
#define SUBROUTINE  __global__ void
#define DO(v, a, b) for (int v = (a); v <= (b); ++v)
#define A_(i, l)    a[(integer8)((i) - 1) * n + ((l) - 1)]
#define B_(l, j)    b[(integer8)((l) - 1) * k + ((j) - 1)]
#define C_(i, j)    c[(integer8)((i) - 1) * k + ((j) - 1)]
#define NB 4        /* columns per thread */
#define LB 32       /* strip of the inner loop */

SUBROUTINE dmatmul(const real *a, const real *b, real *c, int m, int n, int k)
{
    __shared__ real strip[8][LB];
    int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
    int j0 = (blockIdx.x * blockDim.x + threadIdx.x) + 1;
    const int jump = gridDim.x * blockDim.x;          // my columns: j0, j0+jump, ...
    real s[NB + 1];
    DO(jj, 1, NB) s[jj] = 0.0f;
    for (int l0 = 1; l0 <= n; l0 += LB) {
        int l = l0 + threadIdx.x;
        if (threadIdx.x < LB) strip[threadIdx.y][threadIdx.x] = (i <= m && l <= n) ? A_(i, l) : 0.0f;
        __syncthreads();
        int lend = n - l0 + 1 < LB ? n - l0 + 1 : LB;
        DO(ll, 1, lend)
        {
            real t = strip[threadIdx.y][ll - 1];
            DO(jj, 1, NB)
            {
                int j = j0 + (jj - 1) * jump;
                if (j <= k) s[jj] += t * B_(l0 + ll - 1, j);
            }
        }
        __syncthreads();
    }
    if (i > m) return;
    DO(jj, 1, NB)
    {
        int j = j0 + (jj - 1) * jump;
        if (j <= k) C_(i, j) = s[jj];
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K)
{
    dim3 threads(32, 8);
    dim3 blocks((K + 32 * NB - 1) / (32 * NB), (M + 7) / 8);
    dmatmul<<<blocks, threads>>>(A, B, C, M, N, K);
}
