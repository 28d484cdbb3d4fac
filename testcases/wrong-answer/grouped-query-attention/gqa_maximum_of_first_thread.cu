// exam: problem=grouped-query-attention verdict=wrong-answer cases=extra
// Takes off the largest of the first thread's scores, every 128th.

#include <cuda_runtime.h>

__global__ void attention(const float* Q, const float* K, const float* V, float* output, int group, int seq_len, int head_dim) {
    extern __shared__ float scores[];
    __shared__ float partial[128];
    int i = blockIdx.x, head = blockIdx.y, t = threadIdx.x;
    const float* q = Q + ((size_t)head * seq_len + i) * head_dim;
    const float* k = K + (size_t)(head / group) * seq_len * head_dim;
    const float* v = V + (size_t)(head / group) * seq_len * head_dim;

    float largest = -INFINITY;
    for (int j = t; j < seq_len; j += 128) {
        float dot = 0.0f;
        for (int c = 0; c < head_dim; c++) dot += q[c] * k[j * head_dim + c];
        scores[j] = dot / sqrtf((float)head_dim);
        largest = fmaxf(largest, scores[j]);
    }
    partial[t] = largest;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half) partial[t] = fmaxf(partial[t], partial[t]);
        __syncthreads();
    }
    largest = partial[0];
    __syncthreads();

    float sum = 0.0f;
    for (int j = t; j < seq_len; j += 128) {
        scores[j] = expf(scores[j] - largest);
        sum += scores[j];
    }
    partial[t] = sum;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half) partial[t] += partial[t + half];
        __syncthreads();
    }

    for (int c = t; c < head_dim; c += 128) {
        float out = 0.0f;
        for (int j = 0; j < seq_len; j++) out += scores[j] * v[j * head_dim + c];
        output[((size_t)head * seq_len + i) * head_dim + c] = out / partial[0];
    }
}

extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int num_q_heads, int num_kv_heads, int seq_len,
                      int head_dim) {
    attention<<<dim3(seq_len, num_q_heads), 128, seq_len * sizeof(float)>>>(Q, K, V, output, num_q_heads / num_kv_heads, seq_len, head_dim);
}
