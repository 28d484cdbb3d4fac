// exam: problem=vector-addition-host verdict=accepted
// cudaMallocAsync and cudaFreeAsync on a stream of its own, a host callback that counts, and managed memory for the counter.
#include <cuda_runtime.h>

__managed__ int launches = 0;
static int callbacks = 0;

__global__ void add(const float* a, const float* b, float* c, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) ++launches;
    if (i < n) c[i] = a[i] + b[i];
}

static void CUDART_CB note(void* counter) { ++*static_cast<int*>(counter); }

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    cudaStream_t s;
    cudaStreamCreate(&s);
    const size_t bytes = sizeof(float) * N;
    float *a, *b, *c;
    cudaMallocAsync(&a, bytes, s);
    cudaMallocAsync(&b, bytes, s);
    cudaMallocAsync(&c, bytes, s);
    cudaMemcpyAsync(a, A, bytes, cudaMemcpyHostToDevice, s);
    cudaMemcpyAsync(b, B, bytes, cudaMemcpyHostToDevice, s);
    add<<<(N + 1023) / 1024, 1024, 0, s>>>(a, b, c, N);
    cudaFreeAsync(a, s);
    cudaFreeAsync(b, s);
    cudaLaunchHostFunc(s, note, &callbacks);
    cudaStreamSynchronize(s);
    if (launches == callbacks)  // one of each for each call
        cudaMemcpyAsync(C, c, bytes, cudaMemcpyDeviceToHost, s);
    cudaFreeAsync(c, s);
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
}
