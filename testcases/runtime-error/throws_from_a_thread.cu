// exam: problem=vector-addition verdict=runtime-error
// An exception that nobody catches, in a thread of its own, while solve() waits for it.

#include <stdexcept>
#include <thread>

extern "C" void solve(const float*, const float*, float*, int) {
    std::thread([] { throw std::runtime_error("in a thread"); }).join();
}
