// exam: problem=vector-addition verdict=time-limit
// exam: says "not done after"
// Waits for a child of its own that waits for nothing; where a fork is refused, for nothing itself.

#include <sys/wait.h>
#include <unistd.h>

extern "C" void solve(const float*, const float*, float*, int) {
    pid_t child = fork();
    if (child <= 0) {
        for (int k = 0; k < 300; k++) sleep(1);
        _exit(0);
    }
    waitpid(child, nullptr, 0);
}
