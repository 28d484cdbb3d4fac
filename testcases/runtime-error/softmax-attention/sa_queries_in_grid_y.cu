// exam: problem=softmax-attention verdict=runtime-error
// A block for each query in the grid's second dimension, which ends at 65,535.

#include <cuda_runtime.h>
__global__ void attend(const float* Q, const float* K, const float* V, float* output, int N, int d) {
    int i = blockIdx.y, c = threadIdx.x;
    float largest = -INFINITY, total = 0, sum = 0;
    for (int j = 0; j < N; j++) {
        float s = 0;
        for (int l = 0; l < d; l++) s += Q[i * d + l] * K[j * d + l];
        s /= sqrtf((float)d);
        float next = fmaxf(largest, s), shrink = expf(largest - next), w = expf(s - next);
        total = total * shrink + w;
        if (c < d) sum = sum * shrink + w * V[j * d + c];
        largest = next;
    }
    if (c < d) output[i * d + c] = sum / total;
}
extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int M, int N, int d) {
    attend<<<dim3(1, M), 128>>>(Q, K, V, output, N, d);
}
