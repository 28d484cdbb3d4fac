// exam: problem=vector-addition verdict=runtime-error
// exam: cuda says "SIGSEGV"
// exam: emulated says "on the host"
// Writes through a null pointer on the host.

extern "C" void solve(const float*, const float*, float*, int) {
    volatile int* nowhere = nullptr;
    *nowhere = 1;
}
