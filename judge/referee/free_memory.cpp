#include "judge/referee/free_memory.hpp"

#include <algorithm>
#include <fstream>
#include <limits>

#include "judge/util/units.hpp"

namespace judge {

namespace {

// What could be had without paging; where the kernel does not say, anything.
double free_host_bytes() {
  std::ifstream meminfo("/proc/meminfo");
  for (std::string name, unit; meminfo >> name;) {
    double kibibytes = 0;
    meminfo >> kibibytes;
    std::getline(meminfo, unit);
    if (name == "MemAvailable:") return kibibytes * 1024;
  }
  return std::numeric_limits<double>::infinity();
}

struct Need {
  double device = 0;  ///< a slab for each buffer, each input once more, each expected output
  double host = 0;    ///< each buffer, while inputs are drawn and the reference works
};

Need need_of(const Case& test) {
  Need need;
  for (const auto& argument : test.arguments)
    if (const auto* buffer = std::get_if<BufferArgument>(&argument)) {
      const auto bytes = static_cast<double>(buffer->bytes());
      need.device += (buffer->direction == Direction::inout ? 3 : 2) * bytes;
      need.host += bytes;
    }
  return need;
}

Result<void> check(const Case& test, const char* whose, double needed, double free) {
  if (needed <= free) return {};
  return fail(
      "case {}: its inputs, outputs, expected values and the judge's copies of them need {} of {}memory, and {} are free: "
      "make it smaller (\"emulated\" in tests.json: for the emulated runtime only)",
      test.name, format_bytes(needed), whose, format_bytes(free));
}

}  // namespace

Result<FreeMemory> free_memory(const Runtime& runtime) {
  std::size_t free_bytes = 0, total_bytes = 0;
  JUDGE_CUDA(runtime, cudaMemGetInfo(&free_bytes, &total_bytes));
  return FreeMemory{
      .device = static_cast<double>(free_bytes), .host = free_host_bytes(), .is_shared = runtime.kind == RuntimeKind::emulated};
}

Result<void> check_room(const std::vector<Case>& cases, const FreeMemory& free) {
  for (const Case& test : cases) {
    const Need need = need_of(test);
    if (free.is_shared) {
      JUDGE_CHECK(check(test, "", need.device + need.host, free.host));
    } else {
      JUDGE_CHECK(check(test, "the host's ", need.host, free.host));
    }
    JUDGE_CHECK(check(test, "the device's ", need.device, free.device));
  }
  return {};
}

}  // namespace judge
