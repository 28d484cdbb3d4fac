// exam: problem=vector-addition verdict=runtime-error
// Uses up the stack of a thread of its own, where no handler of the main thread's has room.

#include <thread>

static volatile int sink;

static int deeper(int level) {
    volatile char frame[4096];
    frame[level % 4096] = 1;
    sink = level;
    return deeper(level + 1) + frame[sink % 4096];
}

extern "C" void solve(const float*, const float*, float*, int) { std::thread(deeper, 0).join(); }
