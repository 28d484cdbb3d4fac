// exam: problem=vector-addition verdict=runtime-error,cheating timed=no size=small
// Changes what the player sends: an error whose name and text are codes for a terminal and bytes that are no letters.

#include <cuda_runtime.h>
#include <string>
#include <sys/socket.h>
#include "../cheating/messages.h"
#include "../cheating/slots.h"

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

static ssize_t send_codes(int fd, const void* bytes, size_t size, int flags) {
    std::string message(static_cast<const char*>(bytes), size);
    put_into(message, "body", "error", "\x02");
    put_into(message, "body", "error_name", std::string("\xa8\xff\xfe\x1b[2J\xc3\x28", 9));
    put_into(message, "body", "error_text", std::string("\xa8\x80\x00\x1b[1m\xed\xa0", 9));
    return send(fd, message.data(), message.size(), flags);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    static void* was = replace_in_program("send", reinterpret_cast<void*>(send_codes));
    (void)was;
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
