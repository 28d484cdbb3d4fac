// exam: problem=vector-addition verdict=runtime-error
// exam: says "exit(3)"
// Ends the process as a failed program does.

#include <cstdlib>

extern "C" void solve(const float*, const float*, float*, int) {
    exit(3);
}
