#include <fmt/format.h>

#include <vector>

#include "judge/render/problem_page.hpp"

namespace judge {

/// The names of the integer scalars: most often the sizes that a grid covers.
static std::vector<std::string> sizes_of(const Signature& signature) {
  std::vector<std::string> names;
  for (const auto& parameter : signature.parameters)
    if (!parameter.is_pointer && !is_floating(parameter.type) && parameter.type != DType::boolean)
      names.push_back(parameter.name);
  return names;
}

static std::string kernel_body(const std::vector<std::string>& sizes) {
  if (sizes.size() == 1)
    return fmt::format(
        "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  if (i >= {}) return;\n"
        "  // what thread i does\n",
        sizes[0]);
  if (sizes.size() == 2)
    return fmt::format(
        "  const int column = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  const int row = blockIdx.y * blockDim.y + threadIdx.y;\n"
        "  if (row >= {} || column >= {}) return;\n"
        "  // what thread (row, column) does\n",
        sizes[0], sizes[1]);
  return "  // what one thread does\n";
}

static std::string launch_shape(const std::vector<std::string>& sizes) {
  if (sizes.size() == 1)
    return fmt::format(
        "  const int threads = 256;\n"
        "  const int blocks = ({} + threads - 1) / threads;\n",
        sizes[0]);
  if (sizes.size() == 2)
    return fmt::format(
        "  const dim3 threads(16, 16);\n"
        "  const dim3 blocks(({1} + 15) / 16, ({0} + 15) / 16);\n",
        sizes[0], sizes[1]);
  return "  const dim3 threads(256);\n  const dim3 blocks(1);  // choose a grid that covers the problem\n";
}

std::string starter_source(const Problem& problem) {
  std::vector<std::string> declared, passed;
  for (const auto& parameter : problem.signature.parameters) {
    declared.push_back(parameter.spelling + ' ' + parameter.name);
    passed.push_back(parameter.name);
  }
  const auto parameters = fmt::format("{}", fmt::join(declared, ", "));
  const auto sizes = sizes_of(problem.signature);
  return fmt::format(
      "// {}. The statement: judge show {}\n"
      "#include <cuda_runtime.h>\n\n"
      "#include \"solve.h\"\n\n"
      "__global__ void kernel({}) {{\n{}}}\n\n"
      "// Every pointer is device memory.\n"
      "extern \"C\" void solve({}) {{\n{}"
      "  kernel<<<blocks, threads>>>({});\n"
      "}}\n",
      problem.title, problem.name, parameters, kernel_body(sizes), parameters, launch_shape(sizes),
      fmt::join(passed, ", "));
}

}  // namespace judge
