// exam: problem=bfs-shortest-path verdict=wrong-answer
// The column is not checked: a step to the right of the last cell leads to the next row.
#include <cuda_runtime.h>

// One thread searches.
__global__ void search(const int* grid, int* dist, int* queue, int* result, int rows, int cols, int start, int end) {
    const int moves = 4;
    const int dr[8] = {-1, 1, 0, 0, -1, -1, 1, 1}, dc[8] = {0, 0, -1, 1, -1, 1, -1, 1};
    for (int i = 0; i < rows * cols; i++) dist[i] = -1;
    int head = 0, tail = 1;
    queue[0] = start;
    dist[start] = 0;
    while (head < tail) {
        int cell = queue[head++], r = cell / cols, c = cell % cols;
        for (int m = 0; m < moves; m++) {
            int to = cell + dr[m] * cols + dc[m];
            if (to < 0 || to >= rows * cols) continue;
            if (grid[to] || dist[to] >= 0) continue;
            dist[to] = dist[cell] + 1;
            queue[tail++] = to;
        }
    }
    *result = dist[end];
}

extern "C" void solve(const int* grid, int* result, int rows, int cols, int start_row, int start_col, int end_row,
                      int end_col) {
    int* scratch;
    cudaMalloc(&scratch, 2 * rows * cols * sizeof(int));
    search<<<1, 1>>>(grid, scratch, scratch + rows * cols, result, rows, cols, start_row * cols + start_col,
                     end_row * cols + end_col);
    cudaFree(scratch);
}
