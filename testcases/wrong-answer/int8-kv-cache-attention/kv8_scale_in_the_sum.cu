// exam: problem=int8-kv-cache-attention verdict=wrong-answer
// The scale of the value is multiplied to the sum of the weights as well.
#include <cstdint>
#include <cuda_runtime.h>

__global__ void attention(const float* Q, const int8_t* K, const int8_t* V, const float* ks, const float* vs, float* output, int n, int d) {
    int h = blockIdx.x, c = threadIdx.x;
    if (c >= d) return;
    float largest = -1e30f, total = 0.0f, sum = 0.0f;
    for (int pass = 0; pass < 2; pass++)
        for (int j = 0; j < n; j++) {
            size_t row = (size_t)h * n + j;
            float s = 0.0f;
            for (int l = 0; l < d; l++) s += Q[h * d + l] * K[row * d + l];
            s = s * ks[row] / sqrtf(d);
            if (pass == 0) largest = fmaxf(largest, s);
            if (pass == 1) total += expf(s - largest) * vs[row], sum += expf(s - largest) * vs[row] * V[row * d + c];
        }
    output[h * d + c] = sum / total;
}

extern "C" void solve(const float* Q, const int8_t* K_int8, const int8_t* V_int8, const float* k_scale, const float* v_scale,
                      float* output, int num_heads, int seq_len, int head_dim) {
    attention<<<num_heads, 256>>>(Q, K_int8, V_int8, k_scale, v_scale, output, seq_len, head_dim);
}
