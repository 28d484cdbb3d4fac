// exam: problem=bfs-shortest-path verdict=wrong-answer
// Gives 0 where there is no way.
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
            int y = r + dr[m], x = c + dc[m], to = y * cols + x;
            if (y < 0 || y >= rows || x < 0 || x >= cols) continue;
            if (grid[to] || dist[to] >= 0) continue;
            dist[to] = dist[cell] + 1;
            queue[tail++] = to;
        }
    }
    *result = dist[end] < 0 ? 0 : dist[end];
}

extern "C" void solve(const int* grid, int* result, int rows, int cols, int start_row, int start_col, int end_row,
                      int end_col) {
    int* scratch;
    cudaMalloc(&scratch, 2 * rows * cols * sizeof(int));
    search<<<1, 1>>>(grid, scratch, scratch + rows * cols, result, rows, cols, start_row * cols + start_col,
                     end_row * cols + end_col);
    cudaFree(scratch);
}
