#include "judge/util/cuda_toolkit.hpp"

#include <cstdlib>

#include "judge/util/process.hpp"

namespace judge {

namespace fs = std::filesystem;

static std::vector<fs::path> usual_folders() {
  std::vector<fs::path> folders;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* value = std::getenv(variable); value && *value) folders.emplace_back(value);
  folders.emplace_back("/usr/local/cuda");
  return folders;
}

std::optional<fs::path> find_nvcc() {
  if (const auto program = find_program("nvcc")) return program;
  for (const auto& folder : usual_folders())
    if (const auto program = find_program(folder / "bin/nvcc")) return program;
  return std::nullopt;
}

fs::path toolkit_of(const fs::path& program) {
  std::error_code error;
  return fs::weakly_canonical(program, error).parent_path().parent_path();
}

std::vector<fs::path> toolkit_folders() {
  std::vector<fs::path> folders = usual_folders();
  if (const auto nvcc = find_nvcc()) folders.insert(folders.begin(), toolkit_of(*nvcc));
  return folders;
}

}  // namespace judge
