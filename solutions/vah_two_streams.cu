// In chunks, on two streams in turn: while one chunk is added and copied back, the next one is on its way there.
// Device memory and streams are kept from call to call.
// Gains: little of what was hoped for. Each copy from or to pageable memory keeps the host busy until it is staged,
// so the host never gets far enough ahead for the streams to overlap. Device memory for two chunks is enough,
// though.
// judge: rung 5

#include <cuda_runtime.h>

#include <algorithm>

#ifndef CHUNK
#define CHUNK (1 << 23)
#endif
static_assert(CHUNK > 0, "a chunk has at least one element");

constexpr int block_size = 256;
constexpr int streams = 2;

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
