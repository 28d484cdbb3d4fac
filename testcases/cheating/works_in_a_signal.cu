// exam: problem=vector-addition verdict=cheating,wrong-answer,time-limit,runtime-error only=emulated
// In large cases solve() sets a timer and returns; a signal comes when the clock has stopped, and its handler does the work.
// On a busy machine that is not done when the judge compares, and the answer is wrong; and a handler that interrupts the runtime
// where it holds a lock waits for itself, for ever, or finds a list half changed and crashes.

#include <cuda_runtime.h>
#include <signal.h>
#include <sys/time.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

static const float *inputs[2];
static float* output;
static int count;

static void work(int) {
    add<<<(count + 255) / 256, 256>>>(inputs[0], inputs[1], output, count);
    cudaDeviceSynchronize();
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    inputs[0] = A;
    inputs[1] = B;
    output = C;
    count = N;
    if (N < 100'000) return work(0);
    signal(SIGALRM, work);
    itimerval soon{{0, 0}, {0, 200}};
    setitimer(ITIMER_REAL, &soon, nullptr);
}
