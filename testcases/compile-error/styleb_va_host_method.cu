// exam: problem=vector-addition verdict=compile-error only=cuda
// One method of the view was forgotten: size() is not __device__.
#include <cuda_runtime.h>

template <typename T>
class View {
 public:
  View(T* data, int size) : data_(data), size_(size) {}
  __device__ T& operator[](int i) const { return data_[i]; }
  int size() const { return size_; }

 private:
  T* data_;
  int size_;
};

__global__ void add(View<const float> a, View<const float> b, View<float> c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < c.size()) c[i] = a[i] + b[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
  add<<<(N + 255) / 256, 256>>>(View<const float>(A, N), View<const float>(B, N), View<float>(C, N));
}
