// exam: problem=vector-addition verdict=runtime-error
// exam: cuda says "SIGSEGV"
// exam: emulated says "the host code of solve() has used up its stack"
// Recurses on the host until the stack ends.

static int descend(int depth) {
    volatile char frame[4096];
    frame[depth % 4096] = static_cast<char>(depth);
    return descend(depth + 1) + frame[0];
}

extern "C" void solve(const float*, const float*, float*, int) {
    descend(0);
}
