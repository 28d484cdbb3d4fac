// exam: problem=bfs-shortest-path verdict=wrong-answer only=cuda
// Gives up after 2000 levels.

#include <cuda_runtime.h>


__global__ void begin(int* distance, int cells, int start) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < cells) distance[i] = i == start ? 0 : -1;
}

__device__ void reach(const int* grid, int* distance, int* changed, int cell, int d) {
    if (grid[cell] == 0 && atomicCAS(&distance[cell], -1, d) == -1) atomicExch(changed, 1);
}

__global__ void level(const int* grid, int* distance, int* changed, int rows, int cols, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // An atomic read, since others mark cells meanwhile.
    if (i >= rows * cols || atomicAdd(&distance[i], 0) != d) return;
    int r = i / cols, c = i % cols;
    if (r > 0) reach(grid, distance, changed, i - cols, d + 1);
    if (r < rows - 1) reach(grid, distance, changed, i + cols, d + 1);
    if (c > 0) reach(grid, distance, changed, i - 1, d + 1);
    if (c < cols - 1) reach(grid, distance, changed, i + 1, d + 1);
}

__global__ void answer(const int* distance, int* result, int end) { *result = distance[end]; }

extern "C" void solve(const int* grid, int* result, int rows, int cols, int start_row, int start_col, int end_row,
                      int end_col) {
    int cells = rows * cols, blocks = (cells + 255) / 256;
    int *distance, *changed;
    cudaMalloc(&distance, cells * sizeof(int));
    cudaMalloc(&changed, sizeof(int));
    begin<<<blocks, 256>>>(distance, cells, start_row * cols + start_col);
    int more = 1;
    for (int d = 0; more && d < 2000; d++) {
        cudaMemset(changed, 0, sizeof(int));
        level<<<blocks, 256>>>(grid, distance, changed, rows, cols, d);
        cudaMemcpy(&more, changed, sizeof(int), cudaMemcpyDeviceToHost);
    }
    answer<<<1, 1>>>(distance, result, end_row * cols + end_col);
    cudaFree(distance);
    cudaFree(changed);
}
