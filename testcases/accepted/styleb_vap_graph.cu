// exam: problem=vector-addition-pinned verdict=accepted
// The whole call is captured as a graph with a fork and a join, instantiated and launched.
#include <cuda_runtime.h>

#include <functional>

struct Capture {
    cudaStream_t main, side;
    cudaEvent_t fork, join;
    Capture() {
        cudaStreamCreateWithFlags(&main, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&fork, cudaEventDisableTiming);
        cudaEventCreateWithFlags(&join, cudaEventDisableTiming);
    }
    void run(const std::function<void(Capture&)>& body) {
        cudaGraph_t graph;
        cudaGraphExec_t ready;
        cudaStreamBeginCapture(main, cudaStreamCaptureModeThreadLocal);
        body(*this);
        cudaStreamEndCapture(main, &graph);
        cudaGraphInstantiate(&ready, graph, 0);
        cudaGraphLaunch(ready, main);
        cudaStreamSynchronize(main);
        cudaGraphExecDestroy(ready);
        cudaGraphDestroy(graph);
    }
};

template <int Block = 256>
__global__ void __launch_bounds__(Block) add(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * Block + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    static Capture capture;
    const size_t bytes = sizeof(float) * N;
    float *a, *b;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    capture.run([=](Capture& on) {
        cudaEventRecord(on.fork, on.main);
        cudaStreamWaitEvent(on.side, on.fork, 0);
        cudaMemcpyAsync(a, A, bytes, cudaMemcpyHostToDevice, on.main);
        cudaMemcpyAsync(b, B, bytes, cudaMemcpyHostToDevice, on.side);
        cudaEventRecord(on.join, on.side);
        cudaStreamWaitEvent(on.main, on.join, 0);
        add<><<<(N + 255) / 256, 256, 0, on.main>>>(a, b, a, N);
        cudaMemcpyAsync(C, a, bytes, cudaMemcpyDeviceToHost, on.main);
    });
    cudaFree(a);
    cudaFree(b);
}
