// exam: problem=vector-addition verdict=runtime-error
// Throws out of solve().

#include <stdexcept>

extern "C" void solve(const float*, const float*, float*, int) {
    throw std::runtime_error("not my day");
}
