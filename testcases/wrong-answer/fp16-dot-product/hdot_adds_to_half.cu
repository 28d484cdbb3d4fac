// exam: problem=fp16-dot-product verdict=wrong-answer sample=no
// exam: says "result[0]: expected 10008, got 2048"
// exam: says "(2048 + 1 is 2048)"
// exam: never says "nothing was written"
// Adds up in the output itself, in half precision. What it adds to the judge's mark there (about 30,000) is lost, too.

#include <cuda_fp16.h>

__global__ void hdot(const half* A, const half* B, half* result, int N) {
    for (int i = 0; i < N; ++i) *result = __hadd(*result, __hmul(A[i], B[i]));
}

extern "C" void solve(const half* A, const half* B, half* result, int N) { hdot<<<1, 1>>>(A, B, result, N); }
