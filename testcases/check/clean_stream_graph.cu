// exam: problem=vector-addition verdict=accepted finding=none
// A captured graph with two branches that meet again, launched on two streams one after the other; a host function, the
// per-thread default stream, memory of the pool.

#include <cuda_runtime.h>

__global__ void half_of(const float* from, float* to, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) to[i] = from[i] * 0.5f;
}

__global__ void add(const float* a, const float* b, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = (a[i] + b[i]) * 2.0f;
}

static void count(void* calls) { ++*static_cast<int*>(calls); }

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    cudaStream_t one, other;
    cudaEvent_t forked, joined;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&forked, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&joined, cudaEventDisableTiming);
    float *a, *b;
    int calls = 0, blocks = (N + 255) / 256;
    cudaMallocAsync(&a, N * sizeof(float), one);
    cudaMallocAsync(&b, N * sizeof(float), one);
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
    cudaEventRecord(forked, one);
    cudaStreamWaitEvent(other, forked, 0);
    half_of<<<blocks, 256, 0, one>>>(A, a, N);
    half_of<<<blocks, 256, 0, other>>>(B, b, N);
    cudaEventRecord(joined, other);
    cudaStreamWaitEvent(one, joined, 0);
    add<<<blocks, 256, 0, one>>>(a, b, C, N);
    cudaLaunchHostFunc(one, count, &calls);
    cudaStreamEndCapture(one, &graph);
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphLaunch(executable, one);
    cudaGraphLaunch(executable, other);
    cudaEventRecord(joined, other);
    cudaStreamWaitEvent(cudaStreamPerThread, joined, 0);
    half_of<<<blocks, 256, 0, cudaStreamPerThread>>>(A, a, N);
    cudaFreeAsync(a, cudaStreamPerThread);
    cudaFreeAsync(b, cudaStreamPerThread);
    cudaStreamSynchronize(cudaStreamPerThread);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
    cudaEventDestroy(forked);
    cudaEventDestroy(joined);
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
}
