// Answers without a player: those of a call that were kept, and those that somebody else writes.

#include "judge/referee/referee.hpp"

namespace judge {

Result<Outcome> Referee::judge_answer(const PreparedCase& prepared, const AnswerWriter& write) {
  return judge_written(prepared, write, static_cast<std::uint32_t>(m_random()));
}

Result<Outcome> Referee::judge_written(const PreparedCase& prepared, const AnswerWriter& write, std::uint32_t poison) {
  JUDGE_TRY(const auto placed, place(prepared, m_slabs.windows(prepared.test, {}), OutputContent{}, poison));
  JUDGE_CUDA(*m_runtime, cudaDeviceSynchronize());
  for (std::size_t i = 0; i < prepared.test.arguments.size(); ++i) {
    const auto* buffer = std::get_if<BufferArgument>(&prepared.test.arguments[i]);
    if (buffer && buffer->direction != Direction::in) JUDGE_CHECK(write(i, placed.windows[i].pointer));
  }
  JUDGE_TRY(const auto checks, begin_inspection(prepared, placed, OutputSum::is_of_no_interest));
  return end_inspection(prepared, placed, checks, {});
}

Result<void> Referee::copy_answers(const PreparedCase& prepared, const Placed& placed, Answers& into) const {
  if (into.buffers.empty()) {
    JUDGE_TRY(into, allocate_answers(prepared.test));
  }
  into.poison = placed.poison;
  for (std::size_t i = 0; i < into.buffers.size(); ++i) {
    if (!into.buffers[i].data()) continue;
    const auto& window = placed.windows[i];
    JUDGE_CUDA(*m_runtime,
               cudaMemcpy(into.buffers[i].data(), window.pointer, window.bytes, cuda::MemcpyKind::device_to_device));
  }
  return {};
}

Result<Referee::Answers> Referee::allocate_answers(const Case& test) const {
  Answers answers;
  answers.buffers.resize(test.arguments.size());
  for (std::size_t i = 0; i < test.arguments.size(); ++i) {
    const auto* buffer = std::get_if<BufferArgument>(&test.arguments[i]);
    if (!buffer || buffer->direction == Direction::in) continue;
    JUDGE_TRY(answers.buffers[i], DeviceMemory::allocate(*m_runtime, buffer->bytes()));
  }
  return answers;
}

Result<Outcome> Referee::judge_kept(const PreparedCase& prepared, const Answers& answers) {
  const AnswerWriter write = [&](std::size_t argument, char* window) -> Result<void> {
    const DeviceMemory& kept = answers.buffers[argument];
    JUDGE_CUDA(*m_runtime, cudaMemcpy(window, kept.data(), kept.bytes(), cuda::MemcpyKind::device_to_device));
    return {};
  };
  return judge_written(prepared, write, answers.poison);
}

}  // namespace judge
