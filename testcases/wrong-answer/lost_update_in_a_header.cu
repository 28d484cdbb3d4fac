// exam: problem=reduction verdict=wrong-answer size=small timed=no
// Blocks add their sums to the output without an atomic, as red_plain_sum_of_blocks does, but in a header beside this file and by a macro.
// What the judge looks for in an attempt's code it must see there, too.
#include "lost_update.cuh"

extern "C" void solve(const float* input, float* output, int N) {
  sum<<<256, 256>>>(input, output, N);
  cudaDeviceSynchronize();
}
