// exam: problem=vector-addition verdict=compile-error
// __ldg() has no overload for a structure of the user's.
struct Pair {
  float first, second;
};

__global__ void add(const float* A, const float* B, float* C, int N) {
  const int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i + 1 < N) {
    const Pair a = __ldg(reinterpret_cast<const Pair*>(A + i));  // exam: here
    C[i] = a.first + B[i], C[i + 1] = a.second + B[i + 1];
  } else if (i < N) {
    C[i] = A[i] + B[i];
  }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
  add<<<(N / 2 + 256) / 256, 256>>>(A, B, C, N);
}
