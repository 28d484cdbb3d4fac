// exam: problem=reduction verdict=accepted
// Thrust brings <iostream>, <array>, <optional> and <chrono>.
#include <thrust/device_ptr.h>
#include <thrust/reduce.h>

using namespace std;

extern "C" void solve(const float* input, float* output, int N) {
  const auto begin = chrono::steady_clock::now();
  const thrust::device_ptr<const float> first(input);
  const optional<array<float, 1>> sum{{thrust::reduce(first, first + N, 0.0f)}};
  if (chrono::steady_clock::now() < begin || (*sum)[0] > FLT_MAX) cout << "impossible" << endl;
  cudaMemcpy(output, sum->data(), sizeof(float), cudaMemcpyHostToDevice);
}
