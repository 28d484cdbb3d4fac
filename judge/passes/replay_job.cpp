#include "judge/passes/replay_job.hpp"

#include "judge/referee/scalar_bits.hpp"
#include "judge/util/files.hpp"

namespace judge {

namespace fs = std::filesystem;

protocol::ReplayJob replay_job(const Harness& harness, const Built& built) {
  return {.runtime = harness.setting.runtime.kind,
          .runtime_library = harness.setting.target.runtime_library,
          .attempt_library = built.artifact.library,
          .symbol = built.symbol};
}

Result<protocol::ReplayCase> replay_case(const Harness& harness, std::size_t index, const fs::path& folder) {
  const Case& test = harness.setting.cases[index];
  JUDGE_TRY(const auto inputs, harness.draws.inputs(index));
  protocol::ReplayCase written{.name = test.name};
  for (std::size_t i = 0; i < test.arguments.size(); ++i) {
    if (const auto* scalar = std::get_if<ScalarArgument>(&test.arguments[i])) {
      written.arguments.push_back({.type = scalar->type, .bits = bits_of(scalar->type, scalar->value)});
      continue;
    }
    const auto& buffer = std::get<BufferArgument>(test.arguments[i]);
    protocol::ReplayArgument argument{.buffer = buffer.name, .bytes = buffer.bytes(), .memory = buffer.memory};
    if (buffer.holds_something()) {
      argument.input_file = folder / fmt::format("case-{}.{}", index, i);
      JUDGE_CHECK(write_file(argument.input_file, {reinterpret_cast<const char*>(inputs[i].data()), argument.bytes}));
    }
    written.arguments.push_back(std::move(argument));
  }
  return written;
}

}  // namespace judge
