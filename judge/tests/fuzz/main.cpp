// One target of targets.cpp under libFuzzer: JUDGE_FUZZ names it. JUDGE_FUZZ_SEEDS: a folder to write its valid inputs to first.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "judge/tests/fuzz/targets.hpp"
#include "judge/util/files.hpp"

static const judge::FuzzTarget* g_target = nullptr;

// Exceptions are many here, and with the first of these each costs a walk over all frames; the others cost a fifth of the time.
// ASAN_OPTIONS sets them otherwise, to look closely at what was found.
extern "C" const char* __asan_default_options() {
  return "detect_stack_use_after_return=0:malloc_context_size=2:quarantine_size_mb=16";
}
extern "C" const char* __ubsan_default_options() { return "print_stacktrace=1"; }

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* name = std::getenv("JUDGE_FUZZ");
  const auto targets = judge::fuzz_targets();
  const auto found = std::ranges::find(targets, name ? name : "", &judge::FuzzTarget::name);
  if (found == targets.end()) {
    fmt::print(stderr, "JUDGE_FUZZ names none of:");
    for (const auto& target : targets) fmt::print(stderr, " {}", target.name);
    fmt::print(stderr, "\n");
    std::exit(2);
  }
  g_target = &*found;
  int count = 0;
  if (const char* folder = std::getenv("JUDGE_FUZZ_SEEDS"))
    for (const auto& seed : g_target->seeds()) (void)judge::write_file(fmt::format("{}/seed{}", folder, ++count), seed);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  g_target->call({reinterpret_cast<const char*>(data), size});
  return 0;
}
