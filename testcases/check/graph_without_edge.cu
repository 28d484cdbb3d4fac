// exam: problem=vector-addition verdict=wrong-answer finding=stream-race
// exam: emulated says "a kernel node of a graph reads what a kernel node of a graph writes"
// Two kernel nodes of a graph, the second of which reads what the first one writes, and no edge between them.

#include <cuda_runtime.h>

__global__ void twice(const float* A, float* doubled, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = i < N ? A[i] : 0.0f, y = x;
    for (int k = 0; k < 2000; ++k) y = y * 0.5f + x * 0.5f;
    if (i < N) doubled[N - 1 - i] = y * 2.0f;
}

__global__ void add(const float* doubled, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = doubled[N - 1 - i] * 0.5f + B[i];  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    float* doubled;
    cudaMalloc(&doubled, N * sizeof(float));
    cudaMemset(doubled, 0, N * sizeof(float));
    void* first[] = {&A, &doubled, &N};
    void* second[] = {&doubled, &B, &C, &N};
    cudaKernelNodeParams parameters = {};
    parameters.gridDim = dim3((N + 255) / 256);
    parameters.blockDim = dim3(256);
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t node;
    parameters.func = (void*)twice;
    parameters.kernelParams = first;
    cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters);
    parameters.func = (void*)add;
    parameters.kernelParams = second;
    cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters);
    cudaGraphExec_t executable;
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphLaunch(executable, 0);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
    cudaFree(doubled);
}
