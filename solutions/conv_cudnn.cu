// cuDNN in fp32 without TF32, with the algorithm that cuDNN's own search finds fastest at this shape of those that add
// products up. Transforms (FFT, Winograd) do not give whole numbers for whole numbers.
// Costs: descriptors, a search and a workspace for each new shape, made in the first call with it. The emulated runtime
// does not have cuDNN.
// Expect: what NVIDIA's own kernels reach.
// judge: link cudnn
// judge: yardstick

#include <cuda_runtime.h>
#include <cudnn.h>

static bool is_transform(cudnnConvolutionFwdAlgo_t algorithm) {
    return algorithm == CUDNN_CONVOLUTION_FWD_ALGO_FFT || algorithm == CUDNN_CONVOLUTION_FWD_ALGO_FFT_TILING ||
           algorithm == CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD || algorithm == CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD_NONFUSED;
}

// All that cuDNN needs to be told of one shape, kept until another one comes.
struct Plan {
    int shape[5] = {};
    cudnnHandle_t handle = nullptr;
    cudnnTensorDescriptor_t input, output;
    cudnnFilterDescriptor_t weights;
    cudnnConvolutionDescriptor_t convolution;
    cudnnConvolutionFwdAlgo_t algorithm;
    void* workspace = nullptr;
    size_t workspace_bytes = 0;

    Plan() {
        cudnnCreate(&handle);
        cudnnCreateTensorDescriptor(&input);
        cudnnCreateTensorDescriptor(&output);
        cudnnCreateFilterDescriptor(&weights);
        cudnnCreateConvolutionDescriptor(&convolution);
    }

    void take(int N, int C, int H, int W, int F) {
        const int wanted[5] = {N, C, H, W, F};
        bool same = true;
        for (int i = 0; i < 5; i++) same = same && shape[i] == wanted[i];
        if (same) return;
        for (int i = 0; i < 5; i++) shape[i] = wanted[i];
        cudnnSetTensor4dDescriptor(input, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, N, C, H, W);
        cudnnSetTensor4dDescriptor(output, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, N, F, H - 2, W - 2);
        cudnnSetFilter4dDescriptor(weights, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, F, C, 3, 3);
        cudnnSetConvolution2dDescriptor(convolution, 0, 0, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT);
        cudnnSetConvolutionMathType(convolution, CUDNN_FMA_MATH);
        cudnnConvolutionFwdAlgoPerf_t found[8];
        int count = 0;
        cudnnFindConvolutionForwardAlgorithm(handle, input, weights, convolution, output, 8, &count, found);
        int best = 0;
        while (best + 1 < count && is_transform(found[best].algo)) best++;
        algorithm = found[best].algo;
        if (workspace) cudaFree(workspace);
        workspace_bytes = found[best].memory;
        workspace = nullptr;
        if (workspace_bytes) cudaMalloc(&workspace, workspace_bytes);
    }
};

extern "C" void solve(const float* input, const float* weights, float* output, int N, int C, int H, int W, int F) {
    static Plan plan;
    plan.take(N, C, H, W, F);
    const float one = 1.0f, zero = 0.0f;
    cudnnConvolutionForward(plan.handle, &one, plan.input, input, plan.weights, weights, plan.convolution,
                            plan.algorithm, plan.workspace, plan.workspace_bytes, &zero, plan.output, output);
}
