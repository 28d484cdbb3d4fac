// exam: problem=vector-addition verdict=accepted
// Tries to leave files behind and to change what is there. It is accepted only where that is refused.

#include <cuda_runtime.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "refused.h"

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    Dl_info self;
    if (!dladdr(reinterpret_cast<void*>(solve), &self)) return;
    refused("a new file", open("left_by_attempt", O_CREAT | O_WRONLY, 0600));
    refused("a new file in /tmp", open("/tmp/left_by_attempt", O_CREAT | O_WRONLY, 0600));
    refused("a folder", mkdir("left_by_attempt", 0700));
    refused("its own library", open(self.dli_fname, O_WRONLY));
    refused("the end of its own library", unlink(self.dli_fname));
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
