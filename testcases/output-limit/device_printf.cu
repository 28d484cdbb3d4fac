// exam: problem=vector-addition verdict=output-limit
// exam: says "printed more than"
// Prints from the kernel, launch after launch, up to some GB.

#include <cstdio>
#include <cuda_runtime.h>

__global__ void chatter(int turn) {
    printf("turn %d, block %d, thread %d: a line that is long enough to fill what holds it before long\n", turn,
           blockIdx.x, threadIdx.x);
}

extern "C" void solve(const float*, const float*, float*, int) {
    for (int turn = 0; turn < 4000; turn++) {
        chatter<<<32, 256>>>(turn);
        cudaDeviceSynchronize();
    }
}
