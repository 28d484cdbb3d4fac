#include "judge/cli/verify_answers.hpp"

#include <algorithm>
#include <cstring>

#include "judge/verdict/judge_outcome.hpp"

namespace judge {

namespace {

using State = SoundnessCheck::State;

const BufferArgument* output_at(const Case& test, std::size_t index) {
  const auto* buffer = std::get_if<BufferArgument>(&test.arguments[index]);
  return buffer && buffer->direction != Direction::in ? buffer : nullptr;
}

Result<void> write(const Runtime& runtime, char* device, const std::byte* source, std::size_t bytes) {
  if (bytes) JUDGE_CUDA(runtime, cudaMemcpy(device, source, bytes, cuda::MemcpyKind::host_to_device));
  return {};
}

bool has_doubles(const Case& test) {
  for (std::size_t i = 0; i < test.arguments.size(); ++i)
    if (const auto* buffer = output_at(test, i); buffer && buffer->type == DType::f64) return true;
  return false;
}

/// The right answers, the doubles among them rounded to float and back.
std::vector<HostMemory> through_float(const Case& test, const std::vector<HostMemory>& right) {
  std::vector<HostMemory> rounded(right.size());
  for (std::size_t i = 0; i < right.size(); ++i) {
    const auto* buffer = output_at(test, i);
    if (!buffer) continue;
    rounded[i] = HostMemory(buffer->bytes());
    std::memcpy(rounded[i].data(), right[i].data(), buffer->bytes());
    if (buffer->type != DType::f64) continue;
    auto* values = reinterpret_cast<double*>(rounded[i].data());
    std::transform(values, values + buffer->elements(), values, [](double value) { return static_cast<float>(value); });
  }
  return rounded;
}

bool same_values(DType type, const std::byte* a, const std::byte* b, std::size_t bytes) {
  if (bytes == 0 || std::memcmp(a, b, bytes) == 0) return true;
  const std::size_t size = size_of(type);
  for (std::size_t at = 0; at < bytes; at += size) {
    if (std::memcmp(a + at, b + at, size) == 0) continue;
    const double x = load_as_double(type, a + at), y = load_as_double(type, b + at);
    if (size == 8 && !is_floating(type)) return false;
    if (x != y && !(x != x && y != y)) return false;
  }
  return true;
}

}  // namespace

AnswersExam::Tally& AnswersExam::tally_of(const std::string& name, Kind kind) {
  const auto [at, is_new] = m_tallies.try_emplace(name);
  if (is_new) m_order.push_back(name);
  at->second.kind = kind;
  return at->second;
}

Result<void> AnswersExam::examine(Referee& referee, const Runtime& runtime, const PreparedCase& prepared,
                                  const Truth& truth) {
  const Case& test = prepared.test;
  JUDGE_CHECK(try_right(referee, runtime, prepared, Kind::right, "the right answer", truth.right));
  if (!truth.right_f32.empty())
    JUDGE_CHECK(try_right(referee, runtime, prepared, Kind::right_f32, "reference_f32()'s answer", truth.right_f32));
  if (has_doubles(test))
    JUDGE_CHECK(try_right(referee, runtime, prepared, Kind::through_float, "right, rounded to float",
                          through_float(test, truth.right)));
  for (std::size_t i = 0; i < test.arguments.size(); ++i) {
    const auto* buffer = output_at(test, i);
    if (!buffer) continue;
    if (m_zeros.size() < buffer->bytes()) m_zeros.resize(buffer->bytes());
    for (const auto& answer : trivial_answers(prepared, truth, i))
      JUDGE_CHECK(try_trivial(referee, runtime, prepared, truth, answer));
  }
  return {};
}

std::vector<AnswersExam::Answer> AnswersExam::trivial_answers(const PreparedCase& prepared, const Truth& truth,
                                                              std::size_t output) const {
  const auto& arguments = prepared.test.arguments;
  const auto& buffer = std::get<BufferArgument>(arguments[output]);
  const std::size_t bytes = buffer.bytes(), element = size_of(buffer.type);
  const auto elements = static_cast<std::size_t>(buffer.elements());
  const std::byte* right = truth.right[output].data();
  const bool in_place = buffer.direction == Direction::inout;
  std::vector<Answer> answers{
      {Kind::zeros, output, "zeros in " + buffer.name, m_zeros.data(), bytes},
      {Kind::untouched, output, buffer.name + (in_place ? " left as it was" : " left untouched"), nullptr, 0},
      {Kind::half, output, "the first half of " + buffer.name, right, elements / 2 * element},
      {Kind::last_missing, output, "all but the last of " + buffer.name, right, bytes - element},
  };
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto* input = std::get_if<BufferArgument>(&arguments[i]);
    if (!input || i == output || input->direction == Direction::out || input->type != buffer.type) continue;
    answers.push_back({Kind::copied, output, fmt::format("{} copied to {}", input->name, buffer.name),
                       truth.inputs[i].data(), std::min(bytes, input->bytes())});
  }
  return answers;
}

Result<void> AnswersExam::try_right(Referee& referee, const Runtime& runtime, const PreparedCase& prepared, Kind kind,
                                    const std::string& name, const std::vector<HostMemory>& answers) {
  JUDGE_TRY(const auto outcome, referee.judge_answer(prepared, [&](std::size_t argument, char* device) {
    return write(runtime, device, answers[argument].data(), answers[argument].span().size());
  }));
  Tally& tally = tally_of(name, kind);
  ++tally.checked;
  if (std::holds_alternative<outcome::Passed>(outcome)) return {};
  tally.refused.push_back(prepared.test.name);
  if (!tally.reason.empty()) return {};
  const Verdict verdict = judge_outcome(outcome, prepared.test);
  tally.reason = verdict.details.empty() ? verdict.summary : verdict.summary + '\n' + verdict.details;
  while (tally.reason.ends_with('\n')) tally.reason.pop_back();
  return {};
}

Result<bool> AnswersExam::is_accepted(Referee& referee, const Runtime& runtime, const PreparedCase& prepared,
                                      const Truth& truth, const Answer& answer) {
  JUDGE_TRY(const auto outcome, referee.judge_answer(prepared, [&](std::size_t argument, char* device) {
    if (argument == answer.output) return write(runtime, device, answer.source, answer.bytes);
    return write(runtime, device, truth.right[argument].data(), truth.right[argument].span().size());
  }));
  return std::holds_alternative<outcome::Passed>(outcome);
}

Result<void> AnswersExam::try_trivial(Referee& referee, const Runtime& runtime, const PreparedCase& prepared,
                                      const Truth& truth, const Answer& answer) {
  const Case& test = prepared.test;
  const auto& buffer = std::get<BufferArgument>(test.arguments[answer.output]);
  const bool leaves_poison = buffer.direction == Direction::out && answer.bytes < buffer.bytes();
  const bool is_nan = is_floating(buffer.type) && buffer.checker.kind != CheckerKind::custom;
  // A whole number's poison is another one each time, and may be the right one by chance.
  bool accepted = true;
  for (int tries = leaves_poison ? 3 : 1; accepted && tries > 0; --tries) {
    JUDGE_TRY(accepted, is_accepted(referee, runtime, prepared, truth, answer));
  }
  Tally& tally = tally_of(answer.name, answer.kind);
  tally.never_accepted |= leaves_poison && is_nan && answer.kind != Kind::copied;
  tally.checked += test.purpose == Purpose::check;
  tally.rejected += test.purpose == Purpose::check && !accepted;
  if (!accepted) return {};
  tally.accepted.push_back(test.name);
  const std::byte* right = truth.right[answer.output].data();
  bool is_right = same_values(buffer.type, answer.source, right, answer.bytes);
  if (is_right && answer.bytes < buffer.bytes())
    is_right = buffer.direction == Direction::inout &&
               same_values(buffer.type, truth.inputs[answer.output].data() + answer.bytes, right + answer.bytes,
                           buffer.bytes() - answer.bytes);
  if (!is_right) tally.mistaken.push_back(test.name);
  return {};
}

std::vector<SoundnessCheck> AnswersExam::checks() const {
  std::vector<SoundnessCheck> checks;
  for (const auto& name : m_order) {
    const Tally& tally = m_tallies.at(name);
    switch (tally.kind) {
      case Kind::right: case Kind::right_f32: case Kind::through_float:
        checks.push_back(right_check(name, tally));
        break;
      default: checks.push_back(trivial_check(name, tally));
    }
  }
  return checks;
}

SoundnessCheck AnswersExam::right_check(const std::string& name, const Tally& tally) {
  if (tally.refused.empty()) return {.name = name, .found = fmt::format("accepted by all {} cases", tally.checked)};
  SoundnessCheck check{State::failed, name, "rejected: " + tally.reason, "", tally.refused};
  if (tally.kind == Kind::through_float) {
    check.state = State::warning;
    check.found = "rejected: attempts must compute in double";
    check.advice = "if that is not meant, widen the tolerance";
  } else if (tally.kind == Kind::right_f32) {
    check.advice = "widen the tolerance, or correct reference_f32()";
  } else {
    check.advice = "make the checker of problem.json, or check() in reference.cpp, accept what reference() computes";
  }
  return check;
}

SoundnessCheck AnswersExam::trivial_check(const std::string& name, const Tally& tally) {
  SoundnessCheck check{.name = name, .found = fmt::format("rejected by {} of {} cases", tally.rejected, tally.checked)};
  const bool is_failure = tally.rejected == 0 || (tally.never_accepted && !tally.accepted.empty());
  const auto right_in = tally.accepted.size() - tally.mistaken.size();
  if (!is_failure && tally.mistaken.empty()) {
    if (right_in) check.found += fmt::format(", really right in {}", right_in);
    return check;
  }
  check.state = is_failure ? State::failed : State::warning;
  check.cases = tally.mistaken.empty() ? tally.accepted : tally.mistaken;
  if (!tally.mistaken.empty()) {
    check.found += fmt::format("; accepted, though not what reference() gives, in {}", tally.mistaken.size());
    check.advice = "narrow the tolerance, make check() stricter, or choose inputs whose answers tell it apart";
  } else {
    check.found += fmt::format("; it is really right in {}", right_in);
    check.advice = "add cases, not only timed ones, where this is not the answer";
  }
  return check;
}

}  // namespace judge
