// exam: problem=relu verdict=accepted
// Cases that declare variables with a value, and further cases behind them. nvcc allows it in device code.
__device__ float clamped(float x, int kind) {
  switch (kind) {
    case 0:
    case 1: const float low = x > 0.0f ? x : 0.0f; return low;
    case 2: float parts[2] = {x, 0.0f}, best = fmaxf(parts[0], parts[1]);
      switch (kind + 1) {
        case 3: auto own = best; return own;
        default: return 0.0f;
      }
    default: return fmaxf(x, 0.0f);
  }
}

__global__ void relu(const float* in, float* out, int n, int mode) {
  __shared__ float tile[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : 0.0f;
  __syncthreads();
  if (i >= n) return;
  switch (mode) {
    case 0: float v = tile[threadIdx.x]; out[i] = v > 0.0f ? v : 0.0f; break;
    case 1: out[i] = fmaxf(in[i], 0.0f); break;
    case 2: { int twice = 2; out[i] = clamped(in[i], twice); } break;
    case 3: float w; w = in[i]; out[i] = clamped(w, i % 4); break;
    default: out[i] = max(in[i], 0.0f);
  }
}

extern "C" void solve(const float* input, float* output, int N) {
  relu<<<(N + 255) / 256, 256>>>(input, output, N, N % 4);
}
