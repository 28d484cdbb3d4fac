// exam: problem=vector-addition verdict=runtime-error
// Writes 256 KiB over the stack of whoever called it, return addresses and all.

#include <cstddef>

extern "C" void solve(const float*, const float*, float*, int) {
    volatile unsigned char* here = static_cast<unsigned char*>(__builtin_frame_address(0));
    for (size_t k = 0; k < (256 << 10); k++) here[k] = 0x41;
}
