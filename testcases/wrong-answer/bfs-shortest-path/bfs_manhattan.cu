// exam: problem=bfs-shortest-path verdict=wrong-answer
// Only steps down and to the right, swept from the start: ways that turn back are not found.
#include <cuda_runtime.h>

__global__ void sweep(const int* grid, int* reached, int* result, int rows, int cols, int sr, int sc, int er, int ec) {
    for (int r = sr; r < rows; r++)
        for (int c = sc; c < cols; c++) {
            bool from = (r == sr && c == sc) || (r > sr && reached[(r - 1) * cols + c]) ||
                        (c > sc && reached[r * cols + c - 1]);
            reached[r * cols + c] = from && grid[r * cols + c] == 0;
        }
    bool there = er >= sr && ec >= sc && reached[er * cols + ec];
    *result = there ? er - sr + ec - sc : -1;
}

extern "C" void solve(const int* grid, int* result, int rows, int cols, int start_row, int start_col, int end_row,
                      int end_col) {
    int* reached;
    cudaMalloc(&reached, rows * cols * sizeof(int));
    sweep<<<1, 1>>>(grid, reached, result, rows, cols, start_row, start_col, end_row, end_col);
    cudaFree(reached);
}
