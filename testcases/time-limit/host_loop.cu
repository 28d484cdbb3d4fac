// exam: problem=vector-addition verdict=time-limit
// exam: says "not done after"
// A loop that never ends on the host.

extern "C" void solve(const float*, const float*, float*, int) {
    for (volatile unsigned long turns = 0;; turns = turns + 1) {}
}
