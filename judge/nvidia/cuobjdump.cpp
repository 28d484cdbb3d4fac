#include "judge/nvidia/cuobjdump.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include "judge/build/symbols.hpp"
#include "judge/nvidia/ncu.hpp"
#include "judge/util/lines.hpp"
#include "judge/util/process.hpp"

namespace judge {

namespace {

// Of " Function _Z3addPKfS0_Pfi:".
std::string_view function_in(std::string_view line) {
  constexpr std::string_view word = "Function ";
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  if (!line.starts_with(word)) return {};
  line.remove_prefix(word.size());
  const auto end = line.find_first_of(": \t\r");
  return end != line.npos && line[end] == ':' ? line.substr(0, end) : std::string_view();
}

// The number behind `key` in "  REG:16 STACK:0 SHARED:1024 LOCAL:0 CONSTANT[0]:556 ..."
std::optional<double> number_behind(std::string_view key, std::string_view line) {
  const auto at = line.find(key);
  if (at == line.npos) return std::nullopt;
  line.remove_prefix(at + key.size());
  std::uint32_t number = 0;
  if (std::from_chars(line.data(), line.data() + line.size(), number).ec != std::errc{}) return std::nullopt;
  return number;
}

}  // namespace

// The line with a kernel's numbers follows the one with its name.
std::vector<KernelProfile> read_resource_usage(std::string_view text) {
  std::vector<KernelProfile> kernels;
  std::string name;
  while (!text.empty()) {
    const auto line = take_line(text);
    if (const auto head = function_in(line); !head.empty()) {
      name = head;
      continue;
    }
    const auto registers = number_behind(" REG:", line), shared = number_behind(" SHARED:", line);
    if (!registers || !shared || name.empty()) continue;
    KernelProfile kernel{.attempt = {}, .kernel = short_kernel_name(demangled(name)), .grid = {}, .block = {}, .metrics = {}};
    kernel.metrics["launch__registers_per_thread"] = *registers;
    kernel.metrics["launch__shared_mem_per_block_static"] = *shared;
    kernel.metrics["launch__shared_mem_per_block_dynamic"] = 0;
    kernels.push_back(std::move(kernel));
    name.clear();
  }
  return kernels;
}

Result<std::vector<KernelProfile>> resources_of(const std::filesystem::path& cuobjdump, const std::filesystem::path& library) {
  JUDGE_TRY(const auto done, run_command({cuobjdump.string(), "--dump-resource-usage", library.string()}));
  if (done.exit_status != 0) return fail("cuobjdump ended with status {}:\n{}", done.exit_status, done.standard_error);
  return read_resource_usage(done.standard_output);
}

}  // namespace judge
