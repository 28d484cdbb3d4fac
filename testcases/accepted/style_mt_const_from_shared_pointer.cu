// exam: problem=matrix-transpose verdict=accepted
// Pointers in shared memory; const pointers and const offsets are made from them in each turn of a do-while.
#include <cuda_runtime.h>

struct Job { const float* src; float* dst; int h, w; };

__global__ void turn(const float* in, float* out, int rows, int cols, int across, int tiles) {
    __shared__ float t[16][17];
    __shared__ Job job;
    __shared__ const float* from;
    __shared__ float* to;
    __shared__ int next;
    if (threadIdx.x == 0 && threadIdx.y == 0) next = blockIdx.x;
    __syncthreads();
    do {
        const int now = next, x = threadIdx.x, y = threadIdx.y;
        if (now >= tiles) return;
        if (x == 15 && y == 15) {
            const int r = now / across * 16, c = now % across * 16;
            job = Job{in + (size_t)r * cols + c, out + (size_t)c * rows + r, min(16, rows - r), min(16, cols - c)};
            from = job.src;
            to = job.dst;
        }
        __syncthreads();
        const Job j = job;
        const float* const row = from + (size_t)y * cols;
        float* const line = &to[(size_t)y * rows];
        const bool load = y < j.h && x < j.w, store = y < j.w && x < j.h;
        if (load) t[y][x] = row[x];
        if (x + y == 0) next = now + gridDim.x;
        __syncthreads();
        if (store) line[x] = t[x][y];
        __syncthreads();
    } while (true);
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    const int across = (cols + 15) / 16, tiles = across * ((rows + 15) / 16);
    turn<<<min(tiles, 2000), dim3(16, 16)>>>(input, output, rows, cols, across, tiles);
}
