// exam: problem=vector-addition verdict=compile-error
// exam: emulated says "a variable of the host's"
// A variable without __device__, which host code assigns to before it launches the kernel that reads it.
float factor;
int count;

__global__ void add(const float* A, const float* B, float* C) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) C[i] = factor * (A[i] + B[i]);  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    factor = 1.0f;
    count = N;
    add<<<(N + 255) / 256, 256>>>(A, B, C);
}
