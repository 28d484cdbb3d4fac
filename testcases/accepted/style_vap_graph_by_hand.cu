// exam: problem=vector-addition-pinned verdict=accepted
// A graph that is built node by node: two copies, a kernel after both, a copy after that.
#include <cuda_runtime.h>

__global__ void add(const float* a, const float* b, float* c, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) c[i] = a[i] + b[i];
}

static float* scratch;
static size_t capacity;

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    size_t bytes = N * sizeof(float);
    if (bytes > capacity) {
        cudaFree(scratch);
        cudaMalloc(&scratch, 3 * bytes);
        capacity = bytes;
    }
    float *a = scratch, *b = a + N, *c = b + N;

    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t copies[2], kernel, back;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemcpyNode1D(&copies[0], graph, nullptr, 0, a, A, bytes, cudaMemcpyHostToDevice);
    cudaGraphAddMemcpyNode1D(&copies[1], graph, nullptr, 0, b, B, bytes, cudaMemcpyHostToDevice);
    cudaKernelNodeParams params{};
    void* args[] = {&a, &b, &c, &N};
    params.func = reinterpret_cast<void*>(add);
    params.gridDim = dim3(N < 1000 ? 4 : 512);
    params.blockDim = dim3(256);
    params.kernelParams = args;
    cudaGraphAddKernelNode(&kernel, graph, copies, 2, &params);
    cudaGraphAddMemcpyNode1D(&back, graph, &kernel, 1, C, c, bytes, cudaMemcpyDeviceToHost);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0);
    cudaStreamSynchronize(0);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
}
