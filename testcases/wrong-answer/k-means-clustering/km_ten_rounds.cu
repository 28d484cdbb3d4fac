// exam: problem=k-means-clustering verdict=wrong-answer
// Ten rounds at most: right where centroids have come to rest by then.
#include <cuda_runtime.h>

__global__ void cluster(const float* x, const float* y, int* labels, const float* from_x, const float* from_y, float* cx, float* cy, int n,
                        int k, int rounds) {
    for (int c = threadIdx.x; c < k; c += blockDim.x) cx[c] = from_x[c], cy[c] = from_y[c];
    for (int round = 0; round < min(rounds, 10); round++) {
        __syncthreads();
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
            int best = 0;
            float least = INFINITY;
            for (int c = 0; c < k; c++) {
                float dx = x[i] - cx[c], dy = y[i] - cy[c], square = dx * dx + dy * dy;
                if (square < least) least = square, best = c;
            }
            labels[i] = best;
        }
        __syncthreads();
        for (int c = threadIdx.x; c < k; c += blockDim.x) {
            float sum_x = 0.0f, sum_y = 0.0f;
            int count = 0;
            for (int i = 0; i < n; i++)
                if (labels[i] == c) sum_x += x[i], sum_y += y[i], count++;
            if (count > 0) cx[c] = sum_x / count, cy[c] = sum_y / count;
        }
    }
}

extern "C" void solve(const float* data_x, const float* data_y, int* labels, float* initial_centroid_x, float* initial_centroid_y,
                      float* final_centroid_x, float* final_centroid_y, int sample_size, int k, int max_iterations) {
    cluster<<<1, 256>>>(data_x, data_y, labels, initial_centroid_x, initial_centroid_y, final_centroid_x, final_centroid_y, sample_size, k,
                        max_iterations);
}
