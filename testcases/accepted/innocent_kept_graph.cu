// exam: problem=relu verdict=accepted timed=no size=small
// A graph that is captured once for each size and pair of pointers, and launched again in the calls that follow.

#include <cuda_runtime.h>
#include <map>
#include <tuple>

__global__ void relu(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] = fmaxf(input[i], 0.0f);
}

extern "C" void solve(const float* input, float* output, int N) {
    static std::map<std::tuple<const float*, float*, int>, cudaGraphExec_t> graphs;
    cudaGraphExec_t& graph = graphs[{input, output, N}];
    static cudaStream_t stream = nullptr;
    if (!stream) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    if (!graph) {
        cudaGraph_t recorded;
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
        relu<<<(N + 255) / 256, 256, 0, stream>>>(input, output, N);
        cudaStreamEndCapture(stream, &recorded);
        cudaGraphInstantiate(&graph, recorded, 0);
        cudaGraphDestroy(recorded);
    }
    cudaGraphLaunch(graph, stream);
}
