#include "judge/emulator/runtime/dry_call.hpp"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>

#include "judge/emulator/runtime/memory.hpp"
#include "judge/runtime/emulated_extension.hpp"

namespace judge::emulated {

namespace {

struct DryCall {
  std::mutex mutex;
  void (*over)() = nullptr;
  JudgeEmulatedDryCall report{};
  bool failure_is_seen = false;
};

DryCall& dry_call() {
  static auto* call = new DryCall;
  return *call;
}

struct CountedLaunches {
  std::mutex mutex;
  std::map<std::string, std::uint64_t> by_kernel;
  std::string refused_kernel;
  std::uint64_t refused_number = 0;
  cudaError_t error = cudaSuccess;
};

CountedLaunches& counted() {
  static auto* launches = new CountedLaunches;
  return *launches;
}

std::atomic<bool> counts_launches = false;

// What comes after a failure that solve() may know of may be there to make up for it.
void work_locked(DryCall& call) {
  if (call.report.error && call.failure_is_seen) call.report.goes_on = 1;
}

}  // namespace

cudaError_t launch_dry(const char* kernel, cudaError_t error, LaunchResult result) {
  DryCall& call = dry_call();
  const std::lock_guard lock(call.mutex);
  if (!error) {
    work_locked(call);
    return error;
  }
  call.failure_is_seen |= result == LaunchResult::is_returned;
  if (call.report.error) return error;
  call.report.error = error;
  std::snprintf(call.report.kernel, sizeof call.report.kernel, "%s", kernel);
  const std::lock_guard counted_lock(counted().mutex);
  call.report.number = counted().by_kernel[kernel];
  return error;
}

void work_dry() {
  const std::lock_guard lock(dry_call().mutex);
  work_locked(dry_call());
}

void error_is_read() {
  const std::lock_guard lock(dry_call().mutex);
  dry_call().failure_is_seen |= dry_call().report.error != 0;
}

void dry_call_is_over() {
  dry_call().over();
  std::abort();
}

cudaError_t count_call(const char* name) {
  if (!counts_launches.load(std::memory_order_relaxed)) return cudaSuccess;
  CountedLaunches& launches = counted();
  const std::lock_guard lock(launches.mutex);
  const bool is_refused = ++launches.by_kernel[name] == launches.refused_number && launches.refused_kernel == name;
  return is_refused ? launches.error : cudaSuccess;
}

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

void judgeEmulatedBeginDryCall(void (*over)()) {
  dry_call().over = over;
  dry_call().report = {};
  dry_call().failure_is_seen = false;
  judgeEmulatedRefuseLaunch("", 0, cudaSuccess);
  Memory::instance().only_reserve(true);
  is_dry_call = true;
}

void judgeEmulatedEndDryCall(JudgeEmulatedDryCall* report) {
  is_dry_call = false;
  Memory::instance().only_reserve(false);
  const std::lock_guard lock(dry_call().mutex);
  *report = dry_call().report;
}

void judgeEmulatedRefuseLaunch(const char* kernel, unsigned long long number, int error) {
  CountedLaunches& launches = counted();
  const std::lock_guard lock(launches.mutex);
  launches.by_kernel.clear();
  launches.refused_kernel = kernel;
  launches.refused_number = number;
  launches.error = static_cast<cudaError_t>(error);
  counts_launches = true;
}
}
