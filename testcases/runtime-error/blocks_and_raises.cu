// exam: problem=vector-addition verdict=runtime-error
// Blocks all signals, then sends itself the one that nobody can block.

#include <signal.h>
#include <unistd.h>

extern "C" void solve(const float*, const float*, float*, int) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    kill(getpid(), SIGKILL);
}
