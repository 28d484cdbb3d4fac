// exam: problem=vector-addition verdict=compile-error
// exam: says "solve() is a kernel (__global__)"

extern "C" __global__ void solve(const float* A, const float* B, float* C, int N) {  // exam: here
    int i = threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}
