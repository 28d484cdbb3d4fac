// exam: problem=vector-addition verdict=wrong-answer
// exam: says "nothing was written to C"
// Does nothing at all.

extern "C" void solve(const float*, const float*, float*, int) {
}
