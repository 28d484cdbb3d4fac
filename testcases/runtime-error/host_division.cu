// exam: problem=vector-addition verdict=runtime-error
// exam: cuda says "SIGFPE"
// exam: emulated says "on the host"
// Divides by zero on the host.

extern "C" void solve(const float*, const float*, float*, int) {
    volatile int zero = 0;
    volatile int result = 1000 / zero;
    (void)result;
}
