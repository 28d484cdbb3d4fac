// exam: problem=vector-addition verdict=time-limit
// exam: says "not done after"
// Blocks and ignores every signal that can be, then never returns.

#include <signal.h>
#include <unistd.h>

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, nullptr);
    for (int number = 1; number < 64; number++) signal(number, SIG_IGN);
    for (;;) sleep(1000);
}
