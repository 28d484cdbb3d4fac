// exam: problem=rainbow-table verdict=runtime-error size=full
// A grid of N / 4 blocks along y, where 65,535 is the most.
__global__ void h(const int* in, unsigned* out, int n, int R) { int i = blockIdx.y * blockDim.y + threadIdx.y; if (i < n) { unsigned v = in[i]; for (int r = 0; r < R; ++r) { unsigned x = 2166136261u; for (int b = 0; b < 4; ++b) { x ^= (v >> (8 * b)) & 255; x *= 16777619u; } v = x; } out[i] = v; } }
extern "C" void solve(const int* input, unsigned int* output, int N, int R) { h<<<dim3(1, (N + 3) / 4), dim3(1, 4)>>>(input, output, N, R); }
