// exam: problem=vector-addition verdict=time-limit
// exam: says "not done after"
// Stops its own process: it neither runs nor ends.

#include <signal.h>

extern "C" void solve(const float*, const float*, float*, int) {
    for (;;) raise(SIGSTOP);
}
