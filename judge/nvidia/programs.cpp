#include "judge/nvidia/programs.hpp"

#include "judge/util/cuda_toolkit.hpp"
#include "judge/util/process.hpp"

namespace judge {

std::optional<std::filesystem::path> find_toolkit_program(const std::string& name) {
  if (auto found = find_program(name)) return found;
  const auto nvcc = find_nvcc();
  if (!nvcc) return std::nullopt;
  const auto folder = nvcc->parent_path();
  if (auto found = find_program((folder / name).string())) return found;
  return find_program((folder.parent_path() / name / name).string());
}

}  // namespace judge
