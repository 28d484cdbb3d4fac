// exam: problem=parallel-merge verdict=wrong-answer
// Indices of 16 bits.
__global__ void m(const float* A, const float* B, float* C, int M, int N) { unsigned i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= M + N) return; bool a = i < M; const float* o = a ? B : A; float v = a ? A[i] : B[i - M]; unsigned short lo = 0, hi = a ? N : M; while (lo < hi) { unsigned short mid = (lo + hi) / 2; if (a ? o[mid] < v : o[mid] <= v) lo = mid + 1; else hi = mid; } C[(a ? i : i - M) + lo] = v; }
extern "C" void solve(const float* A, const float* B, float* C, int M, int N) { m<<<(M + N + 255) / 256, 256>>>(A, B, C, M, N); }
