// exam: problem=max-subarray-sum verdict=wrong-answer
// The best stretch of any length: the algorithm for another problem.
#include <climits>
#include <cuda_runtime.h>

__global__ void kadane(const int* in, int* out, int n) {
    int best = INT_MIN, sum = 0;
    for (int i = 0; i < n; i++) {
        sum = max(sum, 0) + in[i];
        best = max(best, sum);
    }
    *out = best;
}

extern "C" void solve(const int* input, int* output, int N, int) { kadane<<<1, 1>>>(input, output, N); }
