// exam: problem=k-means-clustering verdict=wrong-answer
// Labels the points once more after the last move.
#include <cuda_runtime.h>

__global__ void assign(const float* x, const float* y, int* labels, const float* cx, const float* cy, int n, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int best = 0;
    float least = INFINITY;
    for (int c = 0; c < k; c++) {
        float dx = x[i] - cx[c], dy = y[i] - cy[c];
        float d = dx * dx + dy * dy;
        if (d < least) {
            least = d;
            best = c;
        }
    }
    labels[i] = best;
}

__global__ void move(const float* x, const float* y, const int* labels, float* cx, float* cy, int n, int k) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= k) return;
    float sum_x = 0, sum_y = 0;
    int count = 0;
    for (int i = 0; i < n; i++)
        if (labels[i] == c) {
            sum_x += x[i];
            sum_y += y[i];
            count++;
        }
    if (count > 0) {
        cx[c] = sum_x / count;
        cy[c] = sum_y / count;
    }
}

extern "C" void solve(const float* data_x, const float* data_y, int* labels, float* initial_centroid_x,
                      float* initial_centroid_y, float* final_centroid_x, float* final_centroid_y, int sample_size,
                      int k, int max_iterations) {
    float *cx = final_centroid_x, *cy = final_centroid_y;
    cudaMemcpy(cx, initial_centroid_x, k * sizeof(float), cudaMemcpyDeviceToDevice);
    cudaMemcpy(cy, initial_centroid_y, k * sizeof(float), cudaMemcpyDeviceToDevice);
    int blocks = (sample_size + 255) / 256;
    for (int round = 0; round < max_iterations; round++) {
        assign<<<blocks, 256>>>(data_x, data_y, labels, cx, cy, sample_size, k);
        move<<<(k + 31) / 32, 32>>>(data_x, data_y, labels, cx, cy, sample_size, k);
    }
    assign<<<blocks, 256>>>(data_x, data_y, labels, cx, cy, sample_size, k);
}
