// exam: problem=vector-addition verdict=runtime-error
// exam: says "cannot go on: the judge is to blame"
// Changes what the player sends: its answers say that the judge has failed, as if no verdict were due.

#include <cuda_runtime.h>
#include <string>
#include <sys/socket.h>
#include "../cheating/messages.h"
#include "../cheating/slots.h"

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

static ssize_t send_forged(int fd, const void* bytes, size_t size, int flags) {
    std::string message(static_cast<const char*>(bytes), size);
    put_into(message, "body", "judge_error", "\xb5the judge is to blame");
    return send(fd, message.data(), message.size(), flags);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    static void* was = replace_in_program("send", reinterpret_cast<void*>(send_forged));
    (void)was;
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
