// Dry calls (emulated_extension.hpp): each function gives 0 where one does what it promises. Those called `ends...` give 0 only from
// the place where the dry call is over.
#include <cuda_runtime.h>

#include <cstdlib>
#include <cstring>
#include <vector>

extern "C" {
void judgeEmulatedBeginDryCall(void (*over)());
struct JudgeEmulatedDryCall {
  int error;
  char kernel[256];
  unsigned long long number;
  int goes_on;
};
void judgeEmulatedEndDryCall(JudgeEmulatedDryCall* report);
void judgeEmulatedRefuseLaunch(const char* kernel, unsigned long long number, int error);
}

namespace {

__device__ int result;

__global__ void write(int* p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 7; }
__global__ void other(int* p) { p[0] = 1; }

void begin() {
  judgeEmulatedBeginDryCall([] { std::_Exit(1); });
}
void begin_what_ends() {
  judgeEmulatedBeginDryCall([] { std::_Exit(0); });
}
JudgeEmulatedDryCall end() {
  JudgeEmulatedDryCall report;
  judgeEmulatedEndDryCall(&report);
  return report;
}

int* memory(std::size_t bytes = 1 << 20) {
  int* p = nullptr;
  cudaMalloc(&p, bytes);
  return p;
}

}  // namespace

extern "C" {

int nothing_is_done() {
  const std::vector<int> ones(1 << 16, 1);
  begin();
  int* const p = memory(std::size_t{100} << 30);
  if (!p || reinterpret_cast<std::size_t>(p) % 256) return 1;
  cudaMemset(p, 1, std::size_t{100} << 30);
  cudaMemcpy(p, ones.data(), ones.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(result, ones.data(), sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  write<<<1 << 30, 1024, 0, stream>>>(p);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  if (cudaDeviceSynchronize() || cudaGetLastError() || cudaFree(p)) return 2;
  if (end().error) return 3;
  int read = 5;
  if (cudaMemcpyFromSymbol(&read, result, sizeof read)) return 4;
  return read;
}

int its_first_failure_is_told() {
  begin();
  int* const p = memory();
  write<<<1, 1>>>(p);
  other<<<dim3(1, 65536), 1>>>(p);
  write<<<1, 1025>>>(p);
  const auto report = end();
  return report.error != cudaErrorInvalidValue || report.number != 1 || !std::strstr(report.kernel, "other") || report.goes_on;
}

int too_large_an_allocation_is_told() {
  begin();
  int* const first = memory();
  int* p = first;
  if (cudaMalloc(&p, std::size_t{140} << 30) != cudaErrorMemoryAllocation) return 1;
  const auto report = end();
  return report.error != cudaErrorMemoryAllocation || report.number != 2 || std::strcmp(report.kernel, "cudaMalloc") != 0 ||
         report.goes_on;
}

int work_after_a_refused_allocation_is_told() {
  begin();
  int* p = nullptr;
  if (cudaMallocAsync((void**)&p, std::size_t{140} << 30, nullptr) != cudaErrorMemoryAllocation) return 1;
  write<<<1, 1>>>(memory());
  const auto report = end();
  return std::strcmp(report.kernel, "cudaMallocAsync") != 0 || !report.goes_on;
}

int an_allocation_is_refused() {
  judgeEmulatedRefuseLaunch("cudaMalloc", 2, cudaErrorMemoryAllocation);
  int *first = nullptr, *second = nullptr, *third = nullptr;
  const bool only_second = cudaMalloc(&first, 4) == cudaSuccess && cudaMalloc(&second, 4) == cudaErrorMemoryAllocation &&
                           cudaMalloc(&third, 4) == cudaSuccess;
  return !only_second || cudaGetLastError() != cudaErrorMemoryAllocation;
}

int nobody_has_seen_the_failure() {
  begin();
  int* const p = memory();
  write<<<1, 1>>>(p);
  write<<<1, 1025>>>(p);
  other<<<1, 1>>>(p);
  if (cudaGetLastError() != cudaErrorInvalidValue) return 1;
  const auto report = end();
  return report.number != 2 || report.goes_on;
}

int a_failure_may_be_made_up_for() {
  begin();
  int* const p = memory();
  write<<<1, 1025>>>(p);
  if (cudaGetLastError()) other<<<1, 1>>>(p);
  if (!end().goes_on) return 1;
  begin();
  void* arguments[] = {const_cast<int**>(&p)};
  if (!cudaLaunchKernel(reinterpret_cast<const void*>(write), dim3(1), dim3(1025), arguments, 0, nullptr)) return 2;
  cudaMemset(p, 0, 4);
  return !end().goes_on;
}

int a_launch_is_refused() {
  begin();
  write<<<1, 1025>>>(memory());
  const auto report = end();
  cudaGetLastError();
  int* const p = memory();
  judgeEmulatedRefuseLaunch(report.kernel, 2, cudaErrorInvalidConfiguration);
  for (int i = 0; i < 3; ++i) {
    other<<<1, 1>>>(p);
    write<<<1, 4>>>(p + 4 * i);
    if (cudaGetLastError() != (i == 1 ? cudaErrorInvalidConfiguration : cudaSuccess)) return 1;
  }
  int got[12];
  cudaMemcpy(got, p, sizeof got, cudaMemcpyDeviceToHost);
  return got[3] != 7 || got[4] == 7 || got[8] != 7;
}

int ends_where_the_host_reads() {
  begin_what_ends();
  int* const p = memory();
  write<<<1, 1>>>(p);
  int got = 0;
  cudaMemcpy(&got, p, sizeof got, cudaMemcpyDefault);
  return 1;
}

int ends_where_the_host_reads_a_symbol() {
  begin_what_ends();
  int got = 0;
  cudaMemcpyFromSymbolAsync(&got, result, sizeof got, 0, cudaMemcpyDeviceToHost, 0);
  return 1;
}

int ends_with_an_empty_grid() {
  begin_what_ends();
  write<<<0, 1>>>(memory());
  return 1;
}

int ends_with_another_error() {
  begin_what_ends();
  cudaMemset(nullptr, 0, 1);
  return 1;
}

}
