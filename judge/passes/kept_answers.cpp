#include "judge/passes/kept_answers.hpp"

#include <algorithm>

#include "judge/passes/draws.hpp"
#include "judge/passes/rejections.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {

namespace {

std::size_t output_bytes(const Case& test) {
  std::size_t bytes = 0;
  for (const auto& argument : test.arguments)
    if (const auto* buffer = std::get_if<BufferArgument>(&argument); buffer && buffer->direction != Direction::in)
      bytes += buffer->bytes();
  return bytes;
}

// A quarter of what is free: the rest is for the attempts.
std::size_t turns_that_fit(const Runtime& runtime, std::size_t bytes, int wanted) {
  std::size_t free_bytes = 0, total_bytes = 0;
  if (runtime.cuda.cudaMemGetInfo(&free_bytes, &total_bytes) != cuda::success) return 1;
  return std::clamp<std::size_t>(free_bytes / 4 / std::max<std::size_t>(bytes, 1), 1, static_cast<std::size_t>(wanted));
}

}  // namespace

KeptAnswers::KeptAnswers(const Setting& setting, Referee& referee, VerifiedTurns& order, std::size_t index,
                         std::size_t attempts, int wanted)
    : m_setting(&setting),
      m_referee(&referee),
      m_order(&order),
      m_index(index),
      m_capacity(turns_that_fit(setting.runtime, attempts * output_bytes(setting.cases[index]), wanted)) {
  m_kept.reserve(m_capacity);
  m_order->begin(index);
}

void KeptAnswers::allocate(std::size_t attempts) {
  while (m_free.size() < m_capacity * attempts) {
    auto answers = m_referee->allocate_answers(m_setting->cases[m_index]);
    if (!answers) return;
    m_free.push_back(*std::move(answers));
  }
}

void KeptAnswers::forget() {
  for (Turn& turn : m_kept)
    for (auto& [attempt, answer] : turn.answers) m_free.push_back(std::move(answer.outputs));
  m_kept.clear();
  m_current = nullptr;
}

void KeptAnswers::begin_turn(std::uint64_t turn) {
  m_current = nullptr;
  const std::uint64_t place = m_order->place_of(turn);
  if (m_kept.size() < m_capacity) {
    m_current = &m_kept.emplace_back();
  } else if (Turn& last = *std::ranges::max_element(m_kept, {}, &Turn::place); place < last.place) {
    m_current = &last;
  }
  if (!m_current) return;
  m_current->turn = turn;
  m_current->place = place;
  // The memory of the answers that go is for those that come.
  for (auto& [attempt, answer] : m_current->answers) answer.call = 0;
}

Result<void> KeptAnswers::keep(const PreparedCase& prepared, const Placed& placed, std::size_t attempt, std::size_t call) {
  if (!m_current) return {};
  Answer& answer = m_current->answers[attempt];
  answer.call = call;
  if (answer.outputs.buffers.empty() && !m_free.empty()) {
    answer.outputs = std::move(m_free.back());
    m_free.pop_back();
  }
  return m_referee->copy_answers(prepared, placed, answer.outputs);
}

std::vector<const KeptAnswers::Turn*> KeptAnswers::turns_to_compare(const std::vector<Timed>& attempts) {
  std::vector<const Turn*> turns;
  for (Turn& turn : m_kept) {
    std::erase_if(turn.answers, [&](const auto& of_attempt) {
      return of_attempt.second.call == 0 || !attempts[of_attempt.first].is_right();
    });
    if (!turn.answers.empty()) turns.push_back(&turn);
  }
  return turns;
}

Result<void> KeptAnswers::judge_turn(const Turn& turn, const PreparedCase& prepared, FreshInputs& inputs,
                                     std::vector<Timed>& attempts) {
  for (const auto& [attempt, answer] : turn.answers) {
    if (!attempts[attempt].is_right()) continue;
    JUDGE_TRY(const auto outcome, m_referee->judge_kept(prepared, answer.outputs));
    if (std::holds_alternative<outcome::Passed>(outcome)) continue;
    if (auto& playback = attempts[attempt].playback; counts_calls(playback.recording)) playback.is_refuted = true;
    else reject_timed(attempts[attempt], outcome, m_setting->cases[m_index], answer.call);
  }
  for (const auto& [attempt, answer] : turn.answers) JUDGE_CHECK(call_solve(turn, inputs, attempt, attempts[attempt]));
  return {};
}

// What was timed was recorded of its first calls: later ones of solve() itself may do something else.
Result<void> KeptAnswers::call_solve(const Turn& turn, FreshInputs& inputs, std::size_t index, Timed& attempt) {
  constexpr int k_most_calls = 3;
  if (!attempt.is_right() || attempt.playback.players.empty() || attempt.playback.is_refuted) return {};
  if (m_calls_of_solve[index] == k_most_calls) return {};
  ++m_calls_of_solve[index];
  JUDGE_TRY(const PreparedCase* prepared, inputs.with_inputs_of_answered(turn.turn));
  JUDGE_TRY(auto called, m_referee->call(*attempt.standing->front(), *prepared, {}));
  if (interrupted()) return fail("interrupted");
  if (!std::holds_alternative<outcome::Passed>(called.outcome))
    reject_after_timing(attempt, std::move(called.outcome), m_setting->cases[m_index]);
  return {};
}

// The turns are in host memory, each in its place, with the device left where `apart`.
Result<void> KeptAnswers::compare_some(std::span<const Turn* const> turns, Apart apart, FreshInputs& inputs,
                                       std::vector<Timed>& attempts, DeviceAccess& device) {
  const bool by_host = apart == Apart::all && inputs.can_be_drawn_on_host();
  if (apart == Apart::all && !by_host) JUDGE_CHECK(device.beside_others());
  for (std::size_t i = 0; i < turns.size(); ++i)
    JUDGE_CHECK(by_host ? inputs.draw_on_host(turns[i]->turn, i) : inputs.fetch(turns[i]->turn, i));
  if (apart != Apart::nothing) device.leave();
  if (interrupted()) return fail("interrupted");
  JUDGE_CHECK(inputs.compute(turns.size()));
  if (apart != Apart::nothing) JUDGE_CHECK(device.beside_others());
  for (std::size_t i = 0; i < turns.size(); ++i) {
    if (apart == Apart::all && m_order->has_room(output_bytes(m_setting->cases[m_index])))
      m_order->remember(turns[i]->turn, inputs.answer_in(i));
    JUDGE_TRY(const PreparedCase* prepared, inputs.with_answer_in(i));
    JUDGE_CHECK(judge_turn(*turns[i], *prepared, inputs, attempts));
  }
  if (apart == Apart::all) device.leave();
  return {};
}

// Those are no longer among the turns then.
Result<void> KeptAnswers::compare_with_known(std::vector<const Turn*>& turns, FreshInputs& inputs, std::vector<Timed>& attempts,
                                             DeviceAccess& device) {
  const auto unknown =
      std::ranges::stable_partition(turns, [&](const Turn* turn) { return m_order->known(turn->turn) != nullptr; });
  const std::span known(turns.begin(), unknown.begin());
  if (known.empty()) return {};
  JUDGE_CHECK(device.beside_others());
  for (const Turn* turn : known) {
    JUDGE_TRY(const PreparedCase* prepared, inputs.with_known_answer(turn->turn, *m_order->known(turn->turn)));
    JUDGE_CHECK(judge_turn(*turn, *prepared, inputs, attempts));
  }
  device.leave();
  turns.erase(turns.begin(), unknown.begin());
  return {};
}

Result<void> KeptAnswers::compare_by_check(std::span<const Turn* const> turns, FreshInputs& inputs,
                                           std::vector<Timed>& attempts) {
  for (const Turn* turn : turns) {
    if (interrupted()) return fail("interrupted");
    JUDGE_TRY(const PreparedCase* prepared, inputs.with_answer(turn->turn));
    JUDGE_CHECK(judge_turn(*turn, *prepared, inputs, attempts));
  }
  return {};
}

Result<void> KeptAnswers::compare(FreshInputs& inputs, std::vector<Timed>& attempts, DeviceAccess& device) {
  auto turns = turns_to_compare(attempts);
  const bool on_gpu = m_setting->runtime.kind == RuntimeKind::cuda;
  const bool has_others = on_gpu && device.has_others() && inputs.has_references();
  if (on_gpu && !has_others) JUDGE_CHECK(device.beside_others());
  if (!inputs.has_references()) return compare_by_check(turns, inputs, attempts);
  if (has_others) JUDGE_CHECK(compare_with_known(turns, inputs, attempts, device));
  for (std::size_t i = 0; i < turns.size();) {
    if (interrupted()) return fail("interrupted");
    const Apart apart = has_others ? Apart::all : inputs.is_worth_leaving() ? Apart::references : Apart::nothing;
    const std::size_t count = inputs.at_once(turns.size() - i, apart != Apart::nothing);
    JUDGE_CHECK(compare_some(std::span(turns).subspan(i, count), apart, inputs, attempts, device));
    i += count;
  }
  inputs.trim_host();
  return {};
}

}  // namespace judge
