#include "judge/judging/sanitizer_job.hpp"

#include "judge/referee/scalar_bits.hpp"
#include "judge/util/files.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

// Under a sanitizer kernels are up to a hundred times slower. A case that is looked at alone is the one that failed.
constexpr std::size_t k_largest_case_bytes = std::size_t{64} << 20, k_largest_only_case_bytes = std::size_t{1} << 30;
constexpr std::chrono::seconds k_sanitizer_patience{20};

Result<protocol::CheckCase> write_case(const Case& test, const std::vector<HostMemory>& inputs, const fs::path& stem) {
  protocol::CheckCase written{.name = test.name};
  for (std::size_t i = 0; i < test.arguments.size(); ++i) {
    if (const auto* scalar = std::get_if<ScalarArgument>(&test.arguments[i])) {
      written.arguments.push_back({.type = scalar->type, .bits = bits_of(scalar->type, scalar->value)});
      continue;
    }
    const auto& buffer = std::get<BufferArgument>(test.arguments[i]);
    protocol::CheckArgument argument{.buffer = buffer.name, .bytes = buffer.bytes(), .memory = buffer.memory};
    if (buffer.holds_something()) {
      argument.input_file = stem.string() + "." + std::to_string(i);
      JUDGE_CHECK(write_file(argument.input_file, {reinterpret_cast<const char*>(inputs[i].data()), argument.bytes}));
    }
    written.arguments.push_back(std::move(argument));
  }
  return written;
}

}  // namespace

Result<SanitizerJob> sanitizer_job(const Harness& harness, const Built& built, std::span<const std::size_t> indices,
                                   const fs::path& folder) {
  SanitizerJob result;
  result.job = {.runtime = harness.setting.runtime.kind,
                .runtime_library = harness.setting.target.runtime_library,
                .attempt_library = built.artifact.library,
                .symbol = built.symbol,
                .host_memory_limit_bytes = host_memory_limit_bytes(harness.setting.problem),
                .patience_ms = std::chrono::milliseconds(k_sanitizer_patience).count()};
  const std::size_t most_bytes = indices.size() == 1 ? k_largest_only_case_bytes : k_largest_case_bytes;
  std::string left_out;
  for (const std::size_t index : indices) {
    const Case& test = harness.setting.cases[index];
    if (bytes_of(test) > most_bytes) {
      left_out += (left_out.empty() ? "" : ", ") + test.name;
      continue;
    }
    JUDGE_TRY(const auto inputs, harness.draws.inputs(index));
    JUDGE_TRY(auto written, write_case(test, inputs, folder / fmt::format("case-{}", index)));
    result.job.cases.push_back(std::move(written));
  }
  if (!left_out.empty())
    result.note = fmt::format("of more than {} and so left out: {}", format_bytes(static_cast<double>(most_bytes)), left_out);
  return result;
}

}  // namespace judge
