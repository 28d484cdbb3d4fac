// exam: problem=vector-addition verdict=accepted
// Virtual functions, of objects that each thread makes for itself on the device.
#include <cuda_runtime.h>

class Source {
 public:
  __device__ virtual float at(int i) const = 0;
  __device__ virtual ~Source() {}
};

class Memory : public Source {
 public:
  __device__ explicit Memory(const float* p) : p_(p) {}
  __device__ float at(int i) const override { return p_[i]; }

 private:
  const float* p_;
};

class SumOf final : public Source {
 public:
  __device__ SumOf(const Source& left, const Source& right) : left_(left), right_(right) {}
  __device__ float at(int i) const override { return left_.at(i) + right_.at(i); }

 private:
  const Source& left_;
  const Source& right_;
};

__device__ void assign(float* c, const Source& source, int i) { c[i] = source.at(i); }

__global__ void evaluate(const float* a, const float* b, float* c, int n) {
  const Memory left(a), right(b);
  const SumOf sum(left, right);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) assign(c, sum, i);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
  const int wanted = (N + 255) / 256;
  evaluate<<<wanted < 2112 ? wanted : 2112, 256>>>(A, B, C, N);
}
