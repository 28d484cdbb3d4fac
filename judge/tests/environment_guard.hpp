#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace judge {

/// A variable of this process's environment that has another value for a while.
class EnvironmentGuard {
 public:
  EnvironmentGuard(const char* name, const char* value) : m_name(name) {
    if (const char* before = std::getenv(name)) m_before = before;
    ::setenv(name, value, 1);
  }
  EnvironmentGuard(const EnvironmentGuard&) = delete;
  EnvironmentGuard& operator=(const EnvironmentGuard&) = delete;
  ~EnvironmentGuard() {
    if (m_before) ::setenv(m_name, m_before->c_str(), 1);
    else ::unsetenv(m_name);
  }

 private:
  const char* m_name;
  std::optional<std::string> m_before;
};

}  // namespace judge
