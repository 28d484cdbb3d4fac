// exam: problem=k-means-clustering verdict=wrong-answer
// Stops where no centroid moves by 0.1 any more.

#include <cuda_runtime.h>

__global__ void assign(const float* x, const float* y, int* labels, const float* cx, const float* cy, int n, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int best = 0;
    float least = INFINITY;
    for (int c = 0; c < k; c++) {
        float dx = x[i] - cx[c], dy = y[i] - cy[c], d = dx * dx + dy * dy;
        if (d < least) {
            least = d;
            best = c;
        }
    }
    labels[i] = best;
}

__global__ void move(const float* x, const float* y, const int* labels, float* cx, float* cy, int n) {
    __shared__ float sum_x[256], sum_y[256];
    __shared__ int count[256];
    int t = threadIdx.x, c = blockIdx.x;
    sum_x[t] = sum_y[t] = 0;
    count[t] = 0;
    for (int i = t; i < n; i += 256)
        if (labels[i] == c) {
            sum_x[t] += x[i];
            sum_y[t] += y[i];
            count[t]++;
        }
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half) {
            sum_x[t] += sum_x[t + half];
            sum_y[t] += sum_y[t + half];
            count[t] += count[t + half];
        }
        __syncthreads();
    }
    if (t == 0 && count[0] > 0) {
        cx[c] = sum_x[0] / count[0];
        cy[c] = sum_y[0] / count[0];
    }
}

extern "C" void solve(const float* data_x, const float* data_y, int* labels, float* initial_centroid_x,
                      float* initial_centroid_y, float* final_centroid_x, float* final_centroid_y, int sample_size,
                      int k, int max_iterations) {
    cudaMemcpy(final_centroid_x, initial_centroid_x, k * sizeof(float), cudaMemcpyDeviceToDevice);
    cudaMemcpy(final_centroid_y, initial_centroid_y, k * sizeof(float), cudaMemcpyDeviceToDevice);
    float ox[1000], oy[1000], nx[1000], ny[1000];
    for (int round = 0; round < max_iterations; round++) {
        cudaMemcpy(ox, final_centroid_x, k * 4, cudaMemcpyDeviceToHost);
        cudaMemcpy(oy, final_centroid_y, k * 4, cudaMemcpyDeviceToHost);
        assign<<<(sample_size + 255) / 256, 256>>>(data_x, data_y, labels, final_centroid_x, final_centroid_y,
                                                   sample_size, k);
        move<<<k, 256>>>(data_x, data_y, labels, final_centroid_x, final_centroid_y, sample_size);
        cudaMemcpy(nx, final_centroid_x, k * 4, cudaMemcpyDeviceToHost);
        cudaMemcpy(ny, final_centroid_y, k * 4, cudaMemcpyDeviceToHost);
        float most = 0;
        for (int c = 0; c < k; c++) most = fmaxf(most, fmaxf(fabsf(nx[c] - ox[c]), fabsf(ny[c] - oy[c])));
        if (most < 0.1f) break;
    }
}
