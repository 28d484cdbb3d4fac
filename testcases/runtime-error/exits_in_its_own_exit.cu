// exam: problem=vector-addition verdict=runtime-error
// exam: says "exit("
// Ends its process, and in what runs at the end ends it again, with another number, and throws.

#include <cstdlib>
#include <stdexcept>
#include <unistd.h>

static void again() {
    try {
        throw std::runtime_error("at the end");
    } catch (const std::exception&) {
        _exit(5);
    }
}

extern "C" void solve(const float*, const float*, float*, int) {
    atexit(again);
    exit(0);
}
