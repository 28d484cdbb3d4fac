// exam: problem=vector-addition verdict=runtime-error
// exam: says "SIGKILL"
// Kills its own process with the signal that nothing can catch.

#include <signal.h>
#include <unistd.h>

extern "C" void solve(const float*, const float*, float*, int) {
    kill(getpid(), SIGKILL);
}
