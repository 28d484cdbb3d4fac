// exam: problem=vector-addition verdict=runtime-error
// exam: says "SIGABRT"
// Frees a block of host memory twice.

#include <cstdlib>

extern "C" void solve(const float*, const float*, float*, int) {
    void* volatile block = malloc(24);
    free(block);
    free(block);
}
