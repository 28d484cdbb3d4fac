// exam: problem=gemm-f32 verdict=accepted
// One-based macros A(i,j), B(i,j), C(i,j) over row-major storage, loops from 1 to n, 2-D tiles with one-based indices as well.
#include <cuda_runtime.h>

#define A(i, j) a[((i) - 1) * (size_t)lda + (j) - 1]
#define B(i, j) b[((i) - 1) * (size_t)ldb + (j) - 1]
#define C(i, j) c[((i) - 1) * (size_t)ldc + (j) - 1]
#define AT(i, j) at[(i) - 1][(j) - 1]
#define BT(i, j) bt[(i) - 1][(j) - 1]
#define NB 16

__global__ void sgemm(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc)
{
    __shared__ float at[NB][NB + 1], bt[NB][NB + 1];
    const int ti = threadIdx.y + 1, tj = threadIdx.x + 1;
    const int i = blockIdx.y * NB + ti, j = blockIdx.x * NB + tj;
    double temp = 0;
    int l, ll;

    for (l = 1; l <= k; l = l + NB) {
        AT(ti, tj) = 0;
        BT(ti, tj) = 0;
        if (i <= m && l + tj - 1 <= k) AT(ti, tj) = A(i, l + tj - 1);
        if (l + ti - 1 <= k && j <= n) BT(ti, tj) = B(l + ti - 1, j);
        __syncthreads();
        for (ll = 1; ll <= NB; ll++) temp += AT(ti, ll) * BT(ll, tj);
        __syncthreads();
    }
    if (i > m || j > n) return;
    C(i, j) = temp;
}
#undef A
#undef B
#undef C

extern "C" void solve(const float *A, const float *B, float *C, int M, int N, int K)
{
    sgemm<<<dim3((N + NB - 1) / NB, (M + NB - 1) / NB), dim3(NB, NB)>>>(M, N, K, A, K, B, N, C, N);
}
