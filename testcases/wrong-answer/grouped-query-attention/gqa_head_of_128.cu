// exam: problem=grouped-query-attention verdict=wrong-answer
// A query is kept in 128 numbers, as many as a head has in the timed case; wider ones lose the rest.
#include <cuda_runtime.h>

__global__ void attention(const float* Q, const float* K, const float* V, float* output, int rows, int group, int n, int d) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const float *k = K + (size_t)(row / n / group) * n * d, *v = V + (size_t)(row / n / group) * n * d;
    float q[128], sum[128] = {}, largest = -1e30f, total = 0.0f;
    int kept = min(d, 128);
    for (int c = 0; c < kept; c++) q[c] = Q[(size_t)row * d + c];
    for (int pass = 0; pass < 2; pass++)
        for (int j = 0; j < n; j++) {
            float s = 0.0f;
            for (int c = 0; c < kept; c++) s += q[c] * k[j * d + c];
            s /= sqrtf(d);
            if (pass == 0) largest = fmaxf(largest, s);
            if (pass == 1) total += expf(s - largest);
            for (int c = 0; pass == 1 && c < kept; c++) sum[c] += expf(s - largest) * v[j * d + c];
        }
    for (int c = 0; c < kept; c++) output[(size_t)row * d + c] = sum[c] / total;
}

extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int num_q_heads, int num_kv_heads, int seq_len,
                      int head_dim) {
    int rows = num_q_heads * seq_len;
    attention<<<(rows + 31) / 32, 32>>>(Q, K, V, output, rows, num_q_heads / num_kv_heads, seq_len, head_dim);
}
