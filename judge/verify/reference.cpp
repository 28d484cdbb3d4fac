#include "judge/verify/reference.hpp"

#include <algorithm>
#include <cstring>

#include "judge/catalog/fill_buffer.hpp"
#include "judge/referee/margin.hpp"
#include "judge/referee/prepared_case.hpp"

namespace judge {

namespace {

using State = SoundnessResult::State;

// Single precision rounds in another order in every attempt: what one summation order uses up, another may double.
constexpr double k_most_share_of_tolerance = 0.5;

const BufferArgument* buffer_at(const Case& test, std::size_t index) {
  return std::get_if<BufferArgument>(&test.arguments[index]);
}

bool same_bytes(const HostMemory& a, const HostMemory& b) {
  return a.span().size() == b.span().size() && (!a.data() || std::memcmp(a.data(), b.data(), a.span().size()) == 0);
}

bool is_random(const BufferArgument& buffer) {
  const auto& how = buffer.fill;
  return buffer.direction != Direction::out && !std::holds_alternative<fill::Literal>(how) &&
         !std::holds_alternative<fill::Constant>(how) && !std::holds_alternative<fill::Iota>(how);
}

// Frees what is not of interest: inputs, or outputs.
template <class Keep>
std::vector<HostMemory> only(const Case& test, std::vector<HostMemory> host, const Keep& keep) {
  for (std::size_t i = 0; i < host.size(); ++i)
    if (const auto* buffer = buffer_at(test, i); buffer && !keep(*buffer)) host[i] = HostMemory();
  return host;
}

bool has_input(const BufferArgument& buffer) { return buffer.direction != Direction::out; }
bool has_output(const BufferArgument& buffer) { return buffer.direction != Direction::in; }

SoundnessResult result_of_cases(std::string name, std::string fine, const std::vector<std::string>& bad_cases,
                                std::string found, std::string advice) {
  if (bad_cases.empty()) return {.name = std::move(name), .found = std::move(fine)};
  return {State::failed, std::move(name), std::move(found), std::move(advice), bad_cases};
}

}  // namespace

Result<Truth> ReferenceTest::test(const Case& test, std::uint64_t seed, OtherInputs others) {
  m_custom_check |= has_custom_check(test);
  JUDGE_TRY(auto drawn, draw_inputs(*m_oracle, fill_buffer, test, seed));
  JUDGE_TRY(auto again, draw_inputs(*m_oracle, fill_buffer, test, seed));
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const auto* buffer = buffer_at(test, i);
    if (!buffer || !has_input(*buffer) || same_bytes(drawn[i], again[i])) continue;
    m_unrepeatable_draws.push_back(test.name);
    break;
  }
  JUDGE_CHECK(compare_seeds(test, seed, drawn));
  JUDGE_CHECK(m_oracle->reference(test, Oracle::buffers_of(again)));
  JUDGE_TRY(auto second, work_out(test, seed));
  // Draws that differ explain results that differ.
  const bool draws_repeat = m_unrepeatable_draws.empty() || m_unrepeatable_draws.back() != test.name;
  if (draws_repeat) compare_runs(test, again, second);
  Truth truth{.inputs = only(test, std::move(drawn), has_input), .right = only(test, std::move(again), has_output)};
  if (m_oracle->has_reference_f32()) JUDGE_CHECK(single_precision(test, seed, truth));
  if (others == OtherInputs::worked_out) {
    JUDGE_TRY(truth.of_others, answer_to_others(test, seed + 1, truth.inputs));
  }
  return truth;
}

Result<std::vector<HostMemory>> ReferenceTest::answer_to_others(const Case& test, std::uint64_t seed,
                                                                const std::vector<HostMemory>& inputs) {
  JUDGE_TRY(auto others, draw_inputs(*m_oracle, fill_buffer, test, seed));
  bool differs = false;
  for (std::size_t i = 0; i < others.size(); ++i)
    if (const auto* buffer = buffer_at(test, i); buffer && has_input(*buffer)) differs |= !same_bytes(others[i], inputs[i]);
  if (!differs) return std::vector<HostMemory>();
  JUDGE_CHECK(m_oracle->reference(test, Oracle::buffers_of(others)));
  return only(test, std::move(others), has_output);
}

Result<std::vector<HostMemory>> ReferenceTest::work_out(const Case& test, std::uint64_t seed) {
  JUDGE_TRY(auto host, draw_inputs(*m_oracle, fill_buffer, test, seed));
  JUDGE_CHECK(m_oracle->reference(test, Oracle::buffers_of(host)));
  return host;
}

void ReferenceTest::compare_runs(const Case& test, const std::vector<HostMemory>& first,
                                 const std::vector<HostMemory>& second) {
  for (std::size_t i = 0; i < first.size(); ++i) {
    const auto* buffer = buffer_at(test, i);
    if (!buffer || !has_output(*buffer) || same_bytes(first[i], second[i])) continue;
    m_unrepeatable_results.push_back(test.name);
    return;
  }
}

// A few values may be the same by chance, so small draws get several seeds.
Result<void> ReferenceTest::compare_seeds(const Case& test, std::uint64_t seed, const std::vector<HostMemory>& drawn) {
  std::size_t bytes = 0;
  bool wanted = false;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const auto* buffer = buffer_at(test, i);
    if (!buffer || !is_random(*buffer)) continue;
    auto& seeding = m_seeding[buffer->name];
    seeding.is_random = true;
    wanted |= !seeding.differs;
    bytes += buffer->bytes();
  }
  const int seeds = !wanted ? 0 : bytes < 4096 ? 8 : 1;
  for (int k = 1; k <= seeds; ++k) {
    JUDGE_TRY(const auto other, draw_inputs(*m_oracle, fill_buffer, test, seed + static_cast<std::uint64_t>(k)));
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      const auto* buffer = buffer_at(test, i);
      if (buffer && is_random(*buffer) && !same_bytes(drawn[i], other[i])) m_seeding[buffer->name].differs = true;
    }
  }
  return {};
}

Result<void> ReferenceTest::single_precision(const Case& test, std::uint64_t seed, Truth& truth) {
  JUDGE_TRY(auto host, draw_inputs(*m_oracle, fill_buffer, test, seed));
  JUDGE_CHECK(m_oracle->reference_f32(test, Oracle::buffers_of(host)));
  truth.right_f32 = only(test, std::move(host), has_output);
  for (std::size_t i = 0; i < truth.right_f32.size(); ++i) {
    const auto* buffer = buffer_at(test, i);
    if (!buffer || !has_output(*buffer) || buffer->checker.kind == CheckerKind::custom) continue;
    const double share = share_of_tolerance(*buffer, truth.right_f32[i].span(), truth.right[i].span());
    if (!m_case_of_most.empty() && share <= m_most_of_tolerance) continue;
    m_most_of_tolerance = share;
    m_case_of_most = test.name;
  }
  return {};
}

std::vector<SoundnessResult> ReferenceTest::results() const {
  std::vector<SoundnessResult> results;
  results.push_back(result_of_cases("same seed, same inputs", "every case draws the same twice", m_unrepeatable_draws,
                                    "one seed gave two different sets of inputs",
                                    "take all that is random in generate() from its seed: JudgeRandom(seed)"));
  results.push_back(seeding_result());
  results.push_back(result_of_cases("reference repeats", "the same bits twice in every case", m_unrepeatable_results,
                                    "reference() gave two answers to the same inputs",
                                    "look for uninitialised variables, static state, random numbers and threads that add "
                                    "into one sum in any order"));
  results.push_back(precision_result());
  return results;
}

SoundnessResult ReferenceTest::seeding_result() const {
  SoundnessResult result{.name = "other seed, other inputs"};
  std::vector<std::string> fixed, drawn, tables, no_tables;
  for (const auto& [buffer, seeding] : m_seeding)
    if (!m_tables.contains(buffer)) (seeding.differs ? drawn : fixed).push_back(buffer);
    else if (seeding.differs) no_tables.push_back(buffer);
  for (const auto& [buffer, reason] : m_tables) tables.push_back(fmt::format("{} ({})", buffer, reason));
  if (!no_tables.empty()) {
    result.state = State::failed;
    result.found =
        fmt::format("another seed gives another {}, though problem.json says that it is the same", fmt::join(no_tables, ", "));
    result.advice = "take it out of \"same_for_every_seed\" in problem.json";
  } else if (m_seeding.empty() && m_tables.empty()) {
    result.state = State::failed;
    result.found = "every case has fixed inputs, so an attempt could contain the answers";
    result.advice = "add cases whose inputs are drawn, such as \"fill\": {\"uniform\": [-1, 1]}";
  } else if (!fixed.empty()) {
    result.state = State::failed;
    result.found = fmt::format("the same for every seed: {}", fmt::join(fixed, ", "));
    result.advice = fmt::format(
        "use the seed that generate() is given, or a fill that draws more than one value; or, if it is a table, say so in "
        "problem.json: \"same_for_every_seed\": {{\"{}\": \"why\"}}",
        fixed.front());
  } else {
    result.found = drawn.empty() ? "" : fmt::format("drawn anew: {}", fmt::join(drawn, ", "));
    if (!tables.empty())
      result.found += fmt::format("{}the same, as problem.json says: {}", drawn.empty() ? "" : "; ", fmt::join(tables, ", "));
  }
  return result;
}

SoundnessResult ReferenceTest::precision_result() const {
  SoundnessResult result{.name = "single precision"};
  if (!m_oracle->has_reference_f32()) {
    result.state = State::not_tested;
    result.found = "not tested: reference.cpp defines no reference_f32()";
  } else if (m_case_of_most.empty()) {
    result.found = m_custom_check ? "check() decides, see the answers below" : "no case";
  } else {
    result.found = fmt::format("reference_f32() uses {:.3g} of the tolerance at most", m_most_of_tolerance);
    if (m_most_of_tolerance > 0) result.cases = {m_case_of_most};
    if (m_most_of_tolerance >= k_most_share_of_tolerance) {
      result.state = State::failed;
      result.advice = fmt::format("widen the tolerance until it takes less than {}: good attempts round differently",
                                  k_most_share_of_tolerance);
    }
  }
  return result;
}

}  // namespace judge
