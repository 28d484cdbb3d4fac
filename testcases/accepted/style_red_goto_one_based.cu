// exam: problem=reduction verdict=accepted
// Written by somebody who comes from Fortran: loops from one, goto with numbered labels, barriers in a loop of gotos.
#include <cuda_runtime.h>

#define NTHR 192          /* not a power of two, on purpose */
#define X(I) x[(I) - 1]
#define WORK(I) work[(I) - 1]

__global__ void SUMUP(const float *x, double *part, int n)
{
    __shared__ double work[NTHR];
    int me, half, m;
    long long i;

    me = threadIdx.x + 1;
    WORK(me) = 0.0;
    i = (long long)blockIdx.x * NTHR + me;
L10:
    if (i > n) goto L20;
    WORK(me) = WORK(me) + X(i);
    i = i + (long long)NTHR * gridDim.x;
    goto L10;
L20:
    m = NTHR;
L30:
    __syncthreads();
    if (m == 1) goto L50;
    half = (m + 1) / 2;
    if (me + half > m) goto L40;
    WORK(me) = WORK(me) + WORK(me + half);
L40:
    m = half;
    goto L30;
L50:
    if (me == 1) part[blockIdx.x] = WORK(1);
}

__global__ void FINISH(const double *part, float *y, int nparts)
{
    double s = 0;
    int k = 1;
    do {
        s += part[k - 1];
    } while (++k <= nparts);
    y[0] = (float)s;
}

extern "C" void solve(const float* input, float* output, int N)
{
    static double* part = 0;
    const int nparts = 300;
    if (!part) cudaMalloc((void**)&part, nparts * sizeof(double));
    SUMUP<<<nparts, NTHR>>>(input, part, N);
    FINISH<<<1, 1>>>(part, output, nparts);
}
