// exam: problem=vector-addition verdict=accepted
// Everything a kernel needs in one struct, by value, as some code generators like it; views with operator[] inside.
#include <cuda_runtime.h>

template <typename T>
struct Span {
  T *data = nullptr;
  int length = 0;
  __device__ T &operator[](int i) const { return data[i]; }
  __device__ int size() const { return length; }
  __device__ T *begin() const { return data; }
  __device__ T *end() const { return data + length; }
};

enum class Mode : unsigned char { scalar, strided };

struct Config {
  struct Shape {
    int n;
    struct { int threads, per_thread; } tile;
  } shape;
  struct Operands {
    Span<const float> lhs, rhs;
    Span<float> out;
  } operands;
  Mode mode;
  struct { unsigned use_tail : 1, reserved : 31; } flags;
};

__global__ void run(const Config config) {
  const auto &[lhs, rhs, out] = config.operands;
  const auto per_thread = config.shape.tile.per_thread;
  switch (config.mode) {
  case Mode::scalar: {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out.size()) out[i] = lhs[i] + rhs[i];
    break;
  }
  case Mode::strided: {
    int base = blockIdx.x * blockDim.x * per_thread + threadIdx.x;
    for (int k = 0; k < per_thread; ++k) {
      int i = base + k * blockDim.x;
      if (config.flags.use_tail && i >= out.size()) break;
      out[i] = lhs[i] + rhs[i];
    }
    break;
  }
  }
}

extern "C" void solve(const float *A, const float *B, float *C, int N) {
  Config config{};
  config.shape = {N, {128, 4}};
  config.operands = {{A, N}, {B, N}, {C, N}};
  config.mode = N < 1000 ? Mode::scalar : Mode::strided;
  config.flags.use_tail = 1;
  int per_block = config.shape.tile.threads * (config.mode == Mode::scalar ? 1 : config.shape.tile.per_thread);
  run<<<(N + per_block - 1) / per_block, config.shape.tile.threads>>>(config);
}
