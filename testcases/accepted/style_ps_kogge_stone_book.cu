// exam: problem=prefix-sum verdict=accepted
// Kogge-Stone as the textbook has it, three kernels: scan each section, scan the sums of the sections, add them.
#include <cuda_runtime.h>
#define SECTION_SIZE 1024
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))

__global__ void Kogge_Stone_scan_kernel(float *X, float *Y, float *S, unsigned int N) {
    __shared__ float XY[SECTION_SIZE];
    unsigned int i = blockIdx.x*blockDim.x + threadIdx.x;
    if (i < N) {
        XY[threadIdx.x] = X[i];
    } else {
        XY[threadIdx.x] = 0.0f;
    }
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        float temp;
        if (threadIdx.x >= stride)
            temp = XY[threadIdx.x] + XY[threadIdx.x-stride];
        __syncthreads();
        if (threadIdx.x >= stride)
            XY[threadIdx.x] = temp;
    }
    if (i < N) {
        Y[i] = XY[threadIdx.x];
    }
    __syncthreads();
    if (S != NULL && threadIdx.x == blockDim.x - 1) {
        S[blockIdx.x] = XY[SECTION_SIZE - 1];
    }
}

__global__ void add_kernel(float *Y, float *S, unsigned int N) {
    unsigned int i = blockIdx.x*blockDim.x + threadIdx.x;
    if (blockIdx.x > 0 && i < N) Y[i] += S[blockIdx.x - 1];
}

static void scan(float *X_d, float *Y_d, unsigned int N) {
    unsigned int sections = CEIL_DIV(N, SECTION_SIZE);
    if (sections == 1) {
        Kogge_Stone_scan_kernel<<<1, SECTION_SIZE>>>(X_d, Y_d, NULL, N);
        return;
    }
    float *S_d;
    cudaMalloc((void**)&S_d, sections * sizeof(float));
    Kogge_Stone_scan_kernel<<<sections, SECTION_SIZE>>>(X_d, Y_d, S_d, N);
    scan(S_d, S_d, sections);
    add_kernel<<<sections, SECTION_SIZE>>>(Y_d, S_d, N);
    cudaFree(S_d);
}

extern "C" void solve(const float* input, float* output, int N) {
    scan((float *)input, output, (unsigned int)N);
}
