// exam: problem=vector-addition verdict=accepted only=cuda
// What the driver calls on a thread of its own has no more rights than the rest: accepted only where that holds.

#include <cstdio>
#include <cuda_runtime.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

static void try_out(void*) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", getppid());
    if (open(path, O_RDONLY) >= 0 || open("left_by_attempt", O_CREAT | O_WRONLY, 0600) >= 0 || socket(AF_INET, SOCK_STREAM, 0) >= 0)
        _exit(1);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    cudaLaunchHostFunc(nullptr, try_out, nullptr);
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
