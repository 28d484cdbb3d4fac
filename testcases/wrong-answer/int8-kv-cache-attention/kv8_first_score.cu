// exam: problem=int8-kv-cache-attention verdict=wrong-answer cases=extra
// Takes off the first score instead of the largest one.

#include <cstdint>
#include <cuda_runtime.h>

__global__ void attention(const float* Q, const int8_t* K, const int8_t* V, const float* k_scale, const float* v_scale, float* output,
                          float* weights, int seq_len, int head_dim) {
    __shared__ float largest, total;
    size_t first = (size_t)blockIdx.x * seq_len;
    const float* q = Q + blockIdx.x * head_dim;
    float* w = weights + first;
    for (int j = threadIdx.x; j < seq_len; j += blockDim.x) {
        float dot = 0.0f;
        for (int c = 0; c < head_dim; c++) dot += q[c] * (K[(first + j) * head_dim + c] * k_scale[first + j]);
        w[j] = dot / sqrtf((float)head_dim);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        largest = w[0];
        for (int j = 1; j < seq_len; j++) largest = (largest == -INFINITY ? w[j] : largest);
        total = 0.0f;
        for (int j = 0; j < seq_len; j++) total += expf(w[j] - largest);
    }
    __syncthreads();
    for (int c = threadIdx.x; c < head_dim; c += blockDim.x) {
        float sum = 0.0f;
        for (int j = 0; j < seq_len; j++) sum += expf(w[j] - largest) * (V[(first + j) * head_dim + c] * v_scale[first + j]);
        output[blockIdx.x * head_dim + c] = sum / total;
    }
}

extern "C" void solve(const float* Q, const int8_t* K_int8, const int8_t* V_int8, const float* k_scale, const float* v_scale,
                      float* output, int num_heads, int seq_len, int head_dim) {
    float* weights;
    cudaMalloc(&weights, (size_t)num_heads * seq_len * sizeof(float));
    attention<<<num_heads, 256>>>(Q, K_int8, V_int8, k_scale, v_scale, output, weights, seq_len, head_dim);
    cudaFree(weights);
}
