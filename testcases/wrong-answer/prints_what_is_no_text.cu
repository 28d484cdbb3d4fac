// exam: problem=vector-addition verdict=wrong-answer timed=no size=small
// Prints every byte there is, codes that clear a terminal and rename it, half of a letter, and a line that ends nowhere; then it is wrong.
// What is shown and written of it must be text.

#include <cstdio>
#include <unistd.h>

extern "C" void solve(const float*, const float*, float*, int) {
    char bytes[256];
    for (int k = 0; k < 256; k++) bytes[k] = static_cast<char>(k);
    for (int fd : {1, 2}) {
        if (write(fd, bytes, sizeof bytes) < 0) return;
        dprintf(fd, "\033[2J\033]0;accepted\007\xe2\x82");
    }
}
