#include "judge/util/installation.hpp"

namespace judge {

Installation find_installation() {
  std::error_code error;
  auto folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  // bin/judge is one level below the prefix, libexec/judge/judge-player two, tests/x-tests one.
  while (folder.has_relative_path() && !std::filesystem::exists(folder / "share/judge", error)) folder = folder.parent_path();
  return Installation{folder};
}

}  // namespace judge
