// exam: problem=vector-addition verdict=time-limit,runtime-error only=emulated
// A thread stops the whole process as soon as it goes on, again and again, and at the moment at which the judge stops it too.

#include <signal.h>
#include <thread>
#include <unistd.h>

static void stop() {
    for (;;) kill(getpid(), SIGSTOP);
}

extern "C" void solve(const float*, const float*, float*, int) { std::thread(stop).join(); }
