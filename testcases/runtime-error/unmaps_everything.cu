// exam: problem=vector-addition verdict=runtime-error
// Unmaps the upper part of its addresses: stack, libraries, the judge's buffers, itself.

#include <sys/mman.h>

extern "C" void solve(const float*, const float*, float*, int) {
    munmap(reinterpret_cast<void*>(0x7000'0000'0000), 0xfff'ffff'f000);
}
