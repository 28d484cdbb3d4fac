#include "judge/util/child_setting.hpp"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include "judge/util/contains.hpp"

namespace judge {

namespace {

constexpr std::array<std::string_view, 5> k_names{"LANG", "PATH", "TZ", "LD_LIBRARY_PATH", "GLIBC_TUNABLES"};
constexpr std::array<std::string_view, 10> k_beginnings{"LC_",   "CUDA_", "NVIDIA_", "OMP_", "GOMP_", "JUDGE_EMULATED_",
                                                        "ASAN_", "LSAN_", "UBSAN_",  "TSAN_"};

bool is_kept(std::string_view entry) {
  const std::string_view name = entry.substr(0, entry.find('='));
  return contains(k_names, name) ||
         std::ranges::any_of(k_beginnings, [&](std::string_view beginning) { return name.starts_with(beginning); });
}

// The limit before raise_descriptor_limit(); 0 = it was not raised.
rlim_t s_own_descriptors = 0;

// What the variable was before use_one_device_queue(); none = that was not called.
std::optional<std::string> s_own_queues;

// SYS_close_range of Linux 5.9, of which older headers know nothing.
constexpr long k_close_range = 436;

void close_from(unsigned first, unsigned last) noexcept {
  if (first > last || ::syscall(k_close_range, first, last, 0) == 0) return;
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  for (unsigned fd = first; fd <= last && fd < files.rlim_cur; ++fd) ::close(static_cast<int>(fd));
}

// As it was before use_one_device_queue().
std::vector<std::string> environment() {
  std::vector<std::string> entries;
  for (char** entry = environ; *entry; ++entry)
    if (!s_own_queues || !std::string_view(*entry).starts_with(std::string(k_device_queues) + "="))
      entries.emplace_back(*entry);
  if (s_own_queues && !s_own_queues->empty()) entries.push_back(std::string(k_device_queues) + "=" + *s_own_queues);
  return entries;
}

}  // namespace

std::vector<std::string> clean_environment() {
  std::vector<std::string> kept = environment();
  std::erase_if(kept, [](const std::string& entry) { return !is_kept(entry); });
  return kept;
}

void use_one_device_queue() {
  const char* queues = ::getenv(k_device_queues);
  s_own_queues = queues ? queues : "";
  ::setenv(k_device_queues, "1", 1);
}

std::vector<std::string> merged_environment(const std::map<std::string, std::string>& extra) {
  std::vector<std::string> merged = environment();
  std::erase_if(merged, [&](const std::string& entry) { return extra.contains(entry.substr(0, entry.find('='))); });
  for (const auto& [name, value] : extra) merged.push_back(name + "=" + value);
  return merged;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (auto& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

void leave_session_and_files(int kept) noexcept {
  ::setsid();
  const auto beside = static_cast<unsigned>(std::max(kept, 2));
  close_from(3, beside - 1);
  close_from(beside + 1, ~0u);
  restore_descriptor_limit();
}

void raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur == limit.rlim_max) return;
  s_own_descriptors = std::exchange(limit.rlim_cur, limit.rlim_max);
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

void restore_descriptor_limit() noexcept {
  rlimit limit{};
  if (s_own_descriptors == 0 || ::getrlimit(RLIMIT_NOFILE, &limit)) return;
  limit.rlim_cur = s_own_descriptors;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace judge
