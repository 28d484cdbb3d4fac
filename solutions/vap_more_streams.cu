// As vap_two_streams, with more streams and smaller chunks: one chunk is on its way there, one being added, one on
// its way back, and one more waits, so that the way there never stands still.
// Gains: the time is that of the longer direction, A and B, plus the first and last chunk's. Costs: more launches;
// too small a chunk pays more for each copy than it hides. `judge sweep -D CHUNK=... -D STREAMS=...` finds the
// best.
// judge: rung 5

#include <cuda_runtime.h>

#include <algorithm>

#ifndef CHUNK
#define CHUNK (1 << 21)
#endif
#ifndef STREAMS
#define STREAMS 4
#endif
static_assert(CHUNK > 0 && STREAMS > 0, "at least one element a chunk, and one stream");

constexpr int block_size = 256;
constexpr int streams = STREAMS;

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    static cudaStream_t stream[streams];
    static float* scratch[streams];   // a chunk each of A, B and C
    for (int s = 0; s < streams && !stream[s]; s++) {
        cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking);
        cudaMalloc(&scratch[s], 3 * CHUNK * sizeof(float));
    }
    int turn = 0;
    for (size_t first = 0; first < static_cast<size_t>(N); first += CHUNK, turn++) {
        cudaStream_t mine = stream[turn % streams];
        float *a = scratch[turn % streams], *b = a + CHUNK, *c = b + CHUNK;
        int count = static_cast<int>(std::min<size_t>(CHUNK, N - first));
        size_t bytes = count * sizeof(float);
        cudaMemcpyAsync(a, A + first, bytes, cudaMemcpyHostToDevice, mine);
        cudaMemcpyAsync(b, B + first, bytes, cudaMemcpyHostToDevice, mine);
        add<<<(count + block_size - 1) / block_size, block_size, 0, mine>>>(a, b, c, count);
        cudaMemcpyAsync(C + first, c, bytes, cudaMemcpyDeviceToHost, mine);
    }
    for (int s = 0; s < streams; s++) cudaStreamSynchronize(stream[s]);
}
