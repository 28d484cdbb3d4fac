#include "judge/verify/answers.hpp"

#include <algorithm>
#include <cstring>

#include "judge/verdict/judge_outcome.hpp"

namespace judge {

namespace {

using State = SoundnessResult::State;

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

AnswersTest::Tally& AnswersTest::tally_of(const std::string& name, Kind kind) {
  const auto [at, is_new] = m_tallies.try_emplace(name);
  if (is_new) m_order.push_back(name);
  at->second.kind = kind;
  return at->second;
}

Result<void> AnswersTest::test(Referee& referee, const Runtime& runtime, const PreparedCase& prepared, const Truth& truth) {
  const Case& test = prepared.test;
  JUDGE_CHECK(try_right(referee, runtime, prepared, Kind::right, "the right answer", truth.right));
  if (!truth.right_f32.empty())
    JUDGE_CHECK(try_right(referee, runtime, prepared, Kind::right_f32, "reference_f32()'s answer", truth.right_f32));
  if (has_doubles(test))
    JUDGE_CHECK(try_right(referee, runtime, prepared, Kind::through_float, "right, rounded to float",
                          through_float(test, truth.right)));
  for (std::size_t i = 0; i < test.arguments.size(); ++i)
    if (const auto* buffer = output_at(test, i)) m_zeros.resize(std::max(m_zeros.size(), buffer->bytes()));
  for (const auto& answer : trivial_answers(test)) JUDGE_CHECK(try_trivial(referee, runtime, prepared, truth, answer));
  return {};
}

AnswersTest::Written AnswersTest::written(const PreparedCase& prepared, const Truth& truth, const TrivialAnswer& answer) const {
  const auto& buffer = std::get<BufferArgument>(prepared.test.arguments[answer.output]);
  const std::size_t bytes = buffer.bytes(), element = size_of(buffer.type);
  const std::byte* right = truth.right[answer.output].data();
  switch (answer.kind) {
    case TrivialAnswer::Kind::zeros: return {m_zeros.data(), bytes};
    case TrivialAnswer::Kind::untouched: return {};
    case TrivialAnswer::Kind::first_half: return {right, static_cast<std::size_t>(buffer.elements()) / 2 * element};
    case TrivialAnswer::Kind::last_missing: return {right, bytes - element};
    case TrivialAnswer::Kind::of_other_inputs: return {truth.of_others[answer.output].data(), bytes};
    case TrivialAnswer::Kind::copied: break;
  }
  const auto& input = std::get<BufferArgument>(prepared.test.arguments[answer.input]);
  return {truth.inputs[answer.input].data(), std::min(bytes, input.bytes())};
}

Result<void> AnswersTest::try_right(Referee& referee, const Runtime& runtime, const PreparedCase& prepared, Kind kind,
                                    const std::string& name, const std::vector<HostMemory>& answers) {
  JUDGE_TRY(const auto outcome, referee.judge_answer(prepared, [&](std::size_t argument, char* device) {
    return write(runtime, device, answers[argument].data(), answers[argument].span().size());
  }));
  Tally& tally = tally_of(name, kind);
  ++tally.cases;
  if (std::holds_alternative<outcome::Passed>(outcome)) return {};
  tally.refused.push_back(prepared.test.name);
  if (!tally.reason.empty()) return {};
  const Verdict verdict = judge_outcome(outcome, prepared.test);
  tally.reason = verdict.details.empty() ? verdict.summary : verdict.summary + '\n' + verdict.details;
  while (tally.reason.ends_with('\n')) tally.reason.pop_back();
  return {};
}

Result<bool> AnswersTest::is_accepted(Referee& referee, const Runtime& runtime, const PreparedCase& prepared,
                                      const Truth& truth, std::size_t output, Written written) {
  JUDGE_TRY(const auto outcome, referee.judge_answer(prepared, [&](std::size_t argument, char* device) {
    if (argument == output) return write(runtime, device, written.source, written.bytes);
    return write(runtime, device, truth.right[argument].data(), truth.right[argument].span().size());
  }));
  return std::holds_alternative<outcome::Passed>(outcome);
}

// What is not written stays the input of an in-place buffer, or zeros; poison is never right.
static bool is_right(const BufferArgument& buffer, const std::byte* right, const std::byte* written, std::size_t bytes,
                     const std::byte* before) {
  if (!same_values(buffer.type, written, right, bytes)) return false;
  if (bytes == buffer.bytes()) return true;
  return buffer.holds_something() && same_values(buffer.type, before + bytes, right + bytes, buffer.bytes() - bytes);
}

Result<void> AnswersTest::try_trivial(Referee& referee, const Runtime& runtime, const PreparedCase& prepared,
                                      const Truth& truth, const TrivialAnswer& answer) {
  const Case& test = prepared.test;
  const bool is_of_others = answer.kind == TrivialAnswer::Kind::of_other_inputs;
  if (is_of_others && truth.of_others.empty()) return {};
  const auto& buffer = std::get<BufferArgument>(test.arguments[answer.output]);
  const Written written = this->written(prepared, truth, answer);
  const bool leaves_poison = !buffer.holds_something() && written.bytes < buffer.bytes();
  const bool is_nan = is_floating(buffer.type) && buffer.checker.kind != CheckerKind::custom;
  // A whole number's poison is another one each time, and may be the right one by chance.
  bool accepted = true;
  for (int tries = leaves_poison ? 3 : 1; accepted && tries > 0; --tries) {
    JUDGE_TRY(accepted, is_accepted(referee, runtime, prepared, truth, answer.output, written));
  }
  Tally& tally = tally_of(answer.name(), is_of_others ? Kind::of_other_inputs : Kind::trivial);
  tally.most_elements = std::max(tally.most_elements, buffer.elements());
  tally.never_accepted |= leaves_poison && is_nan && answer.kind != TrivialAnswer::Kind::copied;
  ++tally.cases;
  tally.rejected += !accepted;
  tally.rejected_untimed += test.purpose == Purpose::untimed && !test.is_extra && !accepted;
  if (!accepted) return {};
  tally.accepted.push_back(test.name);
  if (is_of_others) return {};
  const std::byte* before = answer.in_place ? truth.inputs[answer.output].data() : m_zeros.data();
  if (!is_right(buffer, truth.right[answer.output].data(), written.source, written.bytes, before))
    tally.mistaken.push_back(test.name);
  return {};
}

bool AnswersTest::wants_answer_to_other_inputs(const Case& test) const {
  if (test.purpose != Purpose::untimed || test.is_extra) return false;
  bool is_known = false, is_told_apart = true;
  for (const auto& [name, tally] : m_tallies) {
    if (tally.kind != Kind::of_other_inputs) continue;
    is_known = true;
    is_told_apart &= tally.rejected > 0;
  }
  return !is_known || !is_told_apart;
}

std::vector<SoundnessResult> AnswersTest::results() const {
  std::vector<SoundnessResult> results;
  for (const auto& name : m_order) {
    const Tally& tally = m_tallies.at(name);
    switch (tally.kind) {
      case Kind::right:
      case Kind::right_f32:
      case Kind::through_float: results.push_back(right_result(name, tally)); break;
      case Kind::of_other_inputs: results.push_back(independent_result(name, tally)); break;
      default: results.push_back(trivial_result(name, tally));
    }
  }
  return results;
}

SoundnessResult AnswersTest::right_result(const std::string& name, const Tally& tally) {
  if (tally.refused.empty()) return {.name = name, .found = fmt::format("accepted by all {} cases", tally.cases)};
  SoundnessResult result{State::failed, name, "rejected: " + tally.reason, "", tally.refused};
  if (tally.kind == Kind::through_float) {
    result.state = State::warning;
    result.found = "rejected: attempts must compute in double";
    result.advice = "if that is not meant, widen the tolerance";
  } else if (tally.kind == Kind::right_f32) {
    result.advice = "widen the tolerance, or correct reference_f32()";
  } else {
    result.advice = "make the checker of problem.json, or check() in reference.cpp, accept what reference() computes";
  }
  return result;
}

SoundnessResult AnswersTest::declared_result(const std::string& name, const Tally& tally, const std::string& reason) {
  if (tally.accepted.empty())
    return {State::failed, name,
            fmt::format("rejected by all {} cases, though problem.json says that it is right: {}", tally.cases, reason),
            "take it out of \"trivially_right\" in problem.json, or correct reference()"};
  const std::string by_tolerance =
      tally.mistaken.empty() ? "" : fmt::format(", {} of them by the tolerance", tally.mistaken.size());
  return {.name = name,
          .found = fmt::format("right in {} of {} cases{}, as problem.json says: {}", tally.accepted.size(), tally.cases,
                               by_tolerance, reason)};
}

SoundnessResult AnswersTest::independent_result(const std::string& name, const Tally& tally) const {
  if (const auto declared = m_declared.find(name); declared != m_declared.end())
    return declared_result(name, tally, declared->second);
  SoundnessResult result{.name = name, .found = fmt::format("rejected by {} of {} cases", tally.rejected, tally.cases)};
  if (tally.rejected > 0) return result;
  // One number may be the same by chance, as the length of a way through most mazes.
  result.state = tally.most_elements > 1 ? State::failed : State::warning;
  result.cases = tally.accepted;
  result.found = "no case rejects the answer to the inputs of another seed: the right answer hardly depends on its inputs";
  result.advice = fmt::format(
      "choose scalars, inputs and a tolerance that tell the answers apart (bounds that are equal clamp all to one number); or, "
      "if it is meant, say so in problem.json: \"trivially_right\": {{\"{}\": \"why\"}}",
      name);
  return result;
}

SoundnessResult AnswersTest::trivial_result(const std::string& name, const Tally& tally) const {
  const auto right_in = static_cast<int>(tally.accepted.size() - tally.mistaken.size());
  const auto declared = m_declared.find(name);
  if (declared != m_declared.end()) return declared_result(name, tally, declared->second);
  SoundnessResult result{.name = name, .found = fmt::format("rejected by {} of {} cases", tally.rejected, tally.cases)};
  if (tally.rejected == 0 && right_in == tally.cases)
    result.found = fmt::format("no case rejects it: it is the right answer in all {}", tally.cases);
  else if (right_in) result.found += fmt::format("; in {} it is the right answer", right_in);
  if (!tally.mistaken.empty())
    result.found += fmt::format("; accepted in {}, though it is not what reference() gives", tally.mistaken.size());
  const bool is_failure = tally.rejected_untimed == 0 || (tally.never_accepted && !tally.accepted.empty());
  if (!is_failure && tally.mistaken.empty()) return result;
  result.state = is_failure ? State::failed : State::warning;
  result.cases = tally.mistaken.empty() ? tally.accepted : tally.mistaken;
  if (!tally.mistaken.empty()) {
    result.advice = "narrow the tolerance, make check() stricter, or choose inputs whose answers tell it apart";
  } else {
    result.advice = fmt::format(
        "add cases that are neither timed nor extra where it is not the answer; or, if it always is, say so in problem.json: "
        "\"trivially_right\": {{\"{}\": \"why\"}}",
        name);
  }
  return result;
}

}  // namespace judge
