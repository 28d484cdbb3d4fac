// exam: problem=vector-addition verdict=wrong-answer,cheating only=cuda
// Returns at once; a thread of its own launches the kernel some 60 us later, when the clock has stopped and the outputs are
// not yet looked at.

#include <atomic>
#include <chrono>
#include <thread>

#include <cuda_runtime.h>

static std::atomic<bool> has_returned;

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

static void add_later(const float* A, const float* B, float* C, int N) {
    while (!has_returned) std::this_thread::yield();
    const auto start = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - start < std::chrono::microseconds(60)) {}
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    if (N < 1'000'000) {
        add<<<(N + 255) / 256, 256>>>(A, B, C, N);
        return;
    }
    has_returned = false;
    std::thread(add_later, A, B, C, N).detach();
    has_returned = true;
}
