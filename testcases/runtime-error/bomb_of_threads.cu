// exam: problem=vector-addition verdict=runtime-error
// exam: emulated says "threads"
// Starts threads until there are none to be had, which would leave the judge and all others on the machine none. Ends there in any case.

#include <cuda_runtime.h>
#include <pthread.h>
#include <unistd.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

static void* wait(void*) {
    sleep(60);
    return nullptr;
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16 << 10);
    pthread_t thread;
    for (int k = 0; k < 12'000; k++)
        if (pthread_create(&thread, &small, wait, nullptr)) break;
    usleep(200'000);
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
    _exit(1);
}
