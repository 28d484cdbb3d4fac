#include "judge/nvidia/cuobjdump.hpp"

#include <sstream>

#include "judge/build/symbols.hpp"
#include "judge/nvidia/ncu.hpp"
#include "judge/util/process.hpp"
#include "judge/util/regex.hpp"

namespace judge {

// " Function _Z3addPKfS0_Pfi:", and in the next line "  REG:16 STACK:0 SHARED:1024 LOCAL:0 CONSTANT[0]:556 ..."
std::vector<KernelProfile> read_resource_usage(std::string_view text) {
  static const Regex function(R"(^\s*Function ([^:\s]+):)"), usage(R"(REG:([0-9]+).*\bSHARED:([0-9]+))");
  std::vector<KernelProfile> kernels;
  std::istringstream lines{std::string(text)};
  std::string name;
  for (std::string line; std::getline(lines, line);) {
    if (const auto head = function.find(line)) {
      name = (*head)[1];
    } else if (const auto found = usage.find(line); found && !name.empty()) {
      KernelProfile kernel{.attempt = {}, .kernel = short_kernel_name(demangled(name)), .grid = {}, .block = {}, .metrics = {}};
      kernel.metrics["launch__registers_per_thread"] = std::stod(std::string((*found)[1]));
      kernel.metrics["launch__shared_mem_per_block_static"] = std::stod(std::string((*found)[2]));
      kernel.metrics["launch__shared_mem_per_block_dynamic"] = 0;
      kernels.push_back(std::move(kernel));
      name.clear();
    }
  }
  return kernels;
}

Result<std::vector<KernelProfile>> resources_of(const std::filesystem::path& cuobjdump, const std::filesystem::path& library) {
  JUDGE_TRY(const auto done, run_command({cuobjdump.string(), "--dump-resource-usage", library.string()}));
  if (done.exit_status != 0) return fail("cuobjdump ended with status {}:\n{}", done.exit_status, done.standard_error);
  return read_resource_usage(done.standard_output);
}

}  // namespace judge
