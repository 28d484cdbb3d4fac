// exam: problem=conv2d-nchw verdict=accepted
// Each image on a stream of its own, forked from and joined with the default stream by events.
#include <cuda_runtime.h>
#include <vector>

using ll = long long;

__global__ void oneImage(const float* __restrict__ img, const float* __restrict__ wts, float* __restrict__ dst,
                         const int C, const int H, const int W, const int F)
{
    extern __shared__ float w[];  // all weights of this filter
    const int f = blockIdx.y;
    for (int i = threadIdx.x; i < C * 9; i += blockDim.x) w[i] = wts[(ll)f * C * 9 + i];
    __syncthreads();

    const int ow = W - 2, pixels = ow * (H - 2);
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < pixels; p += gridDim.x * blockDim.x) {
        const int y = p / ow, x = p - y * ow;
        float a = 0.f;
        const float* k = w;
        for (int c = 0; c < C; ++c)
            for (int r = 0; r < 3; ++r)
                for (int s = 0; s < 3; ++s, ++k) a += *k * img[((ll)c * H + y + r) * W + x + s];
        dst[(ll)f * pixels + p] = a;
    }
}

namespace {
struct Streams {
    std::vector<cudaStream_t> s;
    std::vector<cudaEvent_t> done;
    cudaEvent_t start;
    explicit Streams(int n) : s(n), done(n) {
        cudaEventCreateWithFlags(&start, cudaEventDisableTiming);
        for (int i = 0; i < n; ++i) {
            cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
            cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
        }
    }
};
}

extern "C" void solve(const float* input, const float* weights, float* output, int N, int C, int H, int W, int F)
{
    static Streams pool(4);
    cudaEventRecord(pool.start, 0);
    for (auto s : pool.s) cudaStreamWaitEvent(s, pool.start, 0);

    const ll in = (ll)C * H * W, out = (ll)F * (H - 2) * (W - 2);
    int blocks = ((H - 2) * (W - 2) + 127) / 128;
    for (int n = 0; n < N; ++n)
        oneImage<<<dim3(blocks, F), 128, C * 9 * sizeof(float), pool.s[n % 4]>>>(input + n * in, weights, output + n * out,
                                                                               C, H, W, F);
    for (int i = 0; i < 4; ++i) {
        cudaEventRecord(pool.done[i], pool.s[i]);
        cudaStreamWaitEvent(0, pool.done[i], 0);
    }
}
