// exam: problem=relu verdict=compile-error
// nvcc brings cuda_runtime.h by itself, which declares no printf.
__global__ void relu(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (N < 1) printf("no elements\n");  // exam: here
    if (i < N) output[i] = fmaxf(input[i], 0.0f);
}

extern "C" void solve(const float* input, float* output, int N) { relu<<<(N + 255) / 256, 256>>>(input, output, N); }
