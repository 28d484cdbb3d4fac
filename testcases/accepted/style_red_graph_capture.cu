// exam: problem=reduction verdict=accepted
// A graph is captured, instantiated and launched in each call: memset, two branches over two streams, a kernel that joins them.
#include <cuda_runtime.h>

static __global__ void half_sum(const float* in, double* acc, int begin, int end) {
    double v = 0;
    for (long long i = begin + blockIdx.x * (long long)blockDim.x + threadIdx.x; i < end; i += (long long)gridDim.x * blockDim.x)
        v += in[i];
    for (int m = 16; m >= 1; m >>= 1) v += __shfl_down_sync(0xffffffff, v, m);
    if (threadIdx.x % warpSize == 0) atomicAdd(acc, v);
}
static __global__ void join(const double* acc, float* out) { *out = acc[0] + acc[1]; }

extern "C" void solve(const float* input, float* output, int N) {
    static double* acc = nullptr;
    if (acc == nullptr) cudaMalloc(&acc, 2 * sizeof(double));
    cudaStream_t left, right;
    cudaEvent_t fork_event, join_event;
    cudaStreamCreateWithFlags(&left, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&right, cudaStreamNonBlocking);
    cudaEventCreate(&fork_event);
    cudaEventCreate(&join_event);

    cudaGraph_t graph;
    cudaStreamBeginCapture(left, cudaStreamCaptureModeThreadLocal);
    cudaMemsetAsync(acc, 0, 2 * sizeof(double), left);
    cudaEventRecord(fork_event, left);
    cudaStreamWaitEvent(right, fork_event, 0);
    half_sum<<<100, 128, 0, left>>>(input, acc, 0, N / 2);
    half_sum<<<100, 128, 0, right>>>(input, acc + 1, N / 2, N);
    cudaEventRecord(join_event, right);
    cudaStreamWaitEvent(left, join_event, 0);
    join<<<1, 1, 0, left>>>(acc, output);
    cudaStreamEndCapture(left, &graph);

    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, left);
    cudaStreamSynchronize(left);

    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaEventDestroy(fork_event);
    cudaEventDestroy(join_event);
    cudaStreamDestroy(right);
    cudaStreamDestroy(left);
}
