// exam: problem=vector-addition verdict=output-limit
// exam: says "printed more than"
// Prints escape sequences and no end of a line: a GiB of them from two threads.

#include <cstring>
#include <cuda_runtime.h>
#include <thread>
#include <unistd.h>

static void print(int fd) {
    static char codes[1 << 16];
    for (size_t at = 0; at + 4 <= sizeof codes; at += 4) memcpy(codes + at, "\033[2J", 4);
    for (int k = 0; k < 1 << 13; k++)
        if (write(fd, codes, sizeof codes) < 0) return;
}

extern "C" void solve(const float*, const float*, float*, int) {
    std::thread other(print, 2);
    print(1);
    other.join();
}
