#include "judge/util/protection.hpp"

#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

#include "judge/util/landlock.hpp"

namespace judge {

namespace {

constexpr int k_with_truncate = 3;

bool has_seccomp() {
  const std::uint32_t refuses = SECCOMP_RET_ERRNO;
  return ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &refuses) == 0;
}

}  // namespace

std::vector<std::string> missing_protection() {
  std::vector<std::string> missing;
  const int landlock = Landlock::version();
  if (landlock == 0)
    missing.emplace_back(
        "no Landlock (Linux 5.13, in the list lsm=): attempts and what they include can read and change your files");
  else if (landlock < k_with_truncate)
    missing.emplace_back("an old Landlock (before Linux 6.2): attempts can truncate your files");
  if (!has_seccomp())
    missing.emplace_back("no seccomp: attempts can use the network, start programs, and signal your processes");
  return missing;
}

}  // namespace judge
