// exam: problem=subarray-sum verdict=wrong-answer
// Takes the difference of two sums from the beginning, up to E and up to S: the element at S is lost.
#include <cuda_runtime.h>

__global__ void sum(const int* in, int* out, int s, int e) {
    int all = 0, before = 0;
    for (int i = 0; i <= e; i++) {
        all += in[i];
        if (i <= s) before = all;
    }
    *out = all - before;
}

extern "C" void solve(const int* input, int* output, int, int S, int E) {
    sum<<<1, 1>>>(input, output, S, E);
}
