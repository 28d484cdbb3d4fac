// exam: problem=reduction verdict=accepted
// Blocks of 96 threads: a tree that does not need a power of two.
#include <cuda_runtime.h>

const int width = 96;

__global__ void fold(const float *in, double *out, int n, int per)
{
    __shared__ double cell[width];
    int me = threadIdx.x;
    long start = (long)blockIdx.x * per;
    long stop = start + per < n ? start + per : n;
    double acc = 0;
    for (long i = start + me; i < stop; i += width) acc += in[i];
    cell[me] = acc;
    int width = ::width;                      // shrinks; the constant stays
    do {
        __syncthreads();
        int half = (width + 1) / 2;
        if (me < width / 2) cell[me] += cell[me + half];
        width = half;
    } while (width > 1);
    if (me == 0) out[blockIdx.x] = cell[0];
}

__global__ void finish(const double *part, float *out, int m)
{
    __shared__ double cell[width], answer;
    double acc = 0;
    int me = threadIdx.x;
    while (me < m) {
        acc += part[me];
        me += width;
    }
    cell[me = threadIdx.x] = acc;
    __syncthreads();
    if (me == width - 1) {
        double s = 0;
        for (int k = 0; k < width; k++) s += cell[k];
        answer = s;
    }
    __syncthreads();
    double local = answer;
    if (me == 0) *out = (float)local;
}

extern "C" void solve(const float* input, float* output, int N)
{
    int blocks = 1320;
    int per = (N + blocks - 1) / blocks;
    if (per < 2 * width) per = 2 * width;
    blocks = (N + per - 1) / per;
    double *part;
    cudaMallocAsync(&part, blocks * sizeof(double), 0);
    fold<<<blocks, width>>>(input, part, N, per);
    finish<<<1, width>>>(part, output, blocks);
    cudaFreeAsync(part, 0);
}
