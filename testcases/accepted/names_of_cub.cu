// exam: problem=reduction verdict=accepted
// CUB brings what the C++ library's headers in it declare.
#include <cub/cub.cuh>

static std::map<int, std::unique_ptr<int>> kept;
static std::mutex guard;
static std::atomic<int> calls{0};

extern "C" void solve(const float* input, float* output, int N) {
  std::lock_guard<std::mutex> lock(guard);
  kept[++calls] = std::make_unique<int>(N);
  const std::optional<std::array<int, 1>> size{{N}};
  void* storage = nullptr;
  std::size_t bytes = 0;
  cub::DeviceReduce::Sum(storage, bytes, input, output, (*size)[0]);
  if (cudaMalloc(&storage, bytes) != cudaSuccess) std::cerr << "no memory\n";
  cub::DeviceReduce::Sum(storage, bytes, input, output, (*size)[0]);
  cudaFree(storage);
  assert(std::bit_cast<int>(FLT_MAX) != 0);
}
