#include "judge/passes/playback.hpp"

#include <algorithm>
#include <utility>

#include "judge/build/device_code.hpp"
#include "judge/measure/sampling.hpp"
#include "judge/passes/bystander.hpp"
#include "judge/passes/recorded_counters.hpp"
#include "judge/passes/rejections.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/verdict/judge_outcome.hpp"

namespace judge {

namespace {

using Source = Referee::CallOptions::Source;

constexpr std::chrono::milliseconds k_take_limit{20'000};
// What waits for a number that the host keeps waits for ever.
constexpr std::chrono::milliseconds k_most_time_to_try{1'000};
constexpr std::size_t k_most_images = 64, k_most_image_bytes = 64 << 20;
constexpr std::uint64_t k_calls_of_nothing = 24;
// A counter that begins again after fewer calls is none.
constexpr std::size_t k_counted_calls = 9;
// Where the buffers lie changes from call to call, and so must what is played back.
constexpr std::uint64_t k_shifts[] = {0, 5, 11};

std::string why(const Outcome& outcome, const Case& test) { return judge_outcome(outcome, test).summary; }

// One that cannot take it has its context still, unless it has ended.
Result<std::shared_ptr<Player>> ready_player(Harness& harness, NewPlayers started) {
  auto& spare = harness.spare_for_playback;
  if (spare.empty() && started == NewPlayers::never) return nullptr;
  std::unique_ptr<Player> player;
  if (spare.empty()) {
    auto fresh = start_bystander(harness.setting);
    if (!fresh) return nullptr;
    player = *std::move(fresh);
  } else {
    player = std::move(spare.back());
    spare.pop_back();
  }
  JUDGE_CHECK(stand_by(harness, *player));
  return std::shared_ptr<Player>(std::move(player));
}

// Takes the recording, and gives the right answer to the inputs of the test wherever they lie.
Result<bool> plays_right(Harness& harness, Tested& attempt, Player& player, const PreparedCase& prepared) {
  const auto taken = player.take_recording(attempt.playback.recording, attempt.playback.images, k_take_limit);
  if (interrupted()) return fail("interrupted");
  if (!taken) {
    attempt.playback.obstacle = why(taken.error(), prepared.test);
    return false;
  }
  for (const std::uint64_t shift : k_shifts) {
    JUDGE_TRY(
        const auto called,
        harness.referee.call(player, prepared, {.shift = shift, .most_time = k_most_time_to_try, .source = Source::recording}));
    if (interrupted()) return fail("interrupted");
    if (std::holds_alternative<outcome::Passed>(called.outcome) && !called.returned.error) continue;
    attempt.playback.obstacle = "its operations alone do not give the answer: " + why(called.outcome, prepared.test);
    return false;
  }
  return true;
}

// None: the attempt is rejected.
Result<std::optional<std::vector<Recording>>> record_calls(Harness& harness, Tested& attempt, Player& player,
                                                           const PreparedCase& prepared, std::size_t count) {
  std::vector<Recording> calls;
  while (calls.size() < count) {
    const std::uint64_t shift = k_shifts[calls.size() % std::size(k_shifts)];
    JUDGE_TRY(auto called, harness.referee.call(player, prepared, {.shift = shift, .source = Source::solve_recorded}));
    if (interrupted()) return fail("interrupted");
    if (!std::holds_alternative<outcome::Passed>(called.outcome)) {
      reject(attempt, std::move(called.outcome), prepared.test);
      return std::nullopt;
    }
    calls.push_back(std::move(called.returned.recording));
  }
  return calls;
}

// What differs between two calls but for where memory lies comes from host code that keeps something. Perhaps it counts its calls: what it
// counts from, and the device's memory then, are those of a process that was not called before.
Result<std::optional<std::vector<Recording>>> record_first_calls(Harness& harness, Tested& attempt,
                                                                 const PreparedCase& prepared) {
  Players& players = *attempt.standing;
  const std::size_t before = players.size();
  JUDGE_CHECK(add_players(harness, {&attempt}, 1));
  if (players.size() == before) return std::vector<Recording>{{.obstacle = "no room for another process on the device"}};
  JUDGE_TRY(auto calls, record_calls(harness, attempt, *players.back(), prepared, k_counted_calls));
  if (calls) players.pop_back();
  return calls;
}

Result<bool> record(Harness& harness, Tested& attempt, const PreparedCase& prepared) {
  JUDGE_TRY(auto calls, record_calls(harness, attempt, *attempt.standing->front(), prepared, 2));
  if (!calls) return false;
  std::optional<Recording> recorded = calls->front();
  if (recorded->obstacle.empty() && calls->front() != calls->back()) {
    JUDGE_TRY(calls, record_first_calls(harness, attempt, prepared));
    if (!calls) return false;
    recorded = calls->front().obstacle.empty() ? with_counters(*calls) : calls->front();
  }
  attempt.playback.obstacle = recorded ? recorded->obstacle : "solve() does not do the same in each call";
  if (!attempt.playback.obstacle.empty()) return false;
  attempt.playback.recording = *std::move(recorded);
  auto images = device_code(attempt.built->artifact.library);
  std::size_t bytes = 0;
  for (const std::string& image : images ? *images : std::vector<std::string>()) bytes += image.size();
  if (!images) attempt.playback.obstacle = images.error().message;
  else if (images->size() > k_most_images || bytes > k_most_image_bytes)
    attempt.playback.obstacle = "it has very much device code";
  else attempt.playback.images = *std::move(images);
  return attempt.playback.obstacle.empty();
}

// Whatever of an attempt's has run in its context may have changed it.
Result<void> replace_bystander(Harness& harness) {
  if (!harness.bystander_has_played) return {};
  JUDGE_TRY(auto player, start_bystander(harness.setting));
  JUDGE_CHECK(stand_by(harness, *player));
  harness.bystander = std::move(player);
  harness.bystander_has_played = false;
  harness.nothing_before_playing.clear();
  return {};
}

// While it is a bystander still: the second clock's base.
Result<void> call_nothing(Harness& harness, const PreparedCase& prepared, Referee::L2 l2) {
  for (std::uint64_t shift = 0; shift < k_calls_of_nothing; ++shift) {
    JUDGE_TRY(const TwiceTimed called, nothing_called(harness.referee, *harness.bystander, prepared,
                                                      {.bracket = Bracket::blocked, .l2 = l2, .shift = shift}));
    harness.nothing_before_playing.push_back(called);
  }
  return {};
}

}  // namespace

Result<void> give_up_playback(Harness& harness, Tested& attempt, std::string obstacle) {
  attempt.playback = {.obstacle = std::move(obstacle)};
  return replace_bystander(harness);
}

Result<void> forget_playback(Harness& harness, std::vector<Timed>& attempts) {
  for (Timed& attempt : attempts) attempt.playback = {};
  return replace_bystander(harness);
}

Result<void> play_back(Harness& harness, const std::vector<Tested*>& attempts, std::size_t case_index, Alone alone,
                       Referee::L2 l2, NewPlayers started) {
  JUDGE_TRY(const PreparedCase* prepared, harness.draws.prepared(case_index));
  for (Tested* attempt : attempts) {
    auto& playback = attempt->playback;
    JUDGE_TRY(const bool recorded, record(harness, *attempt, *prepared));
    if (!recorded) continue;
    std::shared_ptr<Player> player;
    if (alone == Alone::yes && harness.bystander) {
      JUDGE_CHECK(call_nothing(harness, *prepared, l2));
      player = std::shared_ptr<Player>(std::shared_ptr<Player>(), harness.bystander.get());  // the harness owns it
      harness.bystander_has_played = true;
    } else {
      JUDGE_TRY(player, ready_player(harness, started));
    }
    if (!player) {
      playback.obstacle = "no room for another process on the device";
      continue;
    }
    JUDGE_TRY(const bool plays, plays_right(harness, *attempt, *player, *prepared));
    if (plays) playback.players.push_back(std::move(player));
    else JUDGE_CHECK(replace_bystander(harness));
  }
  return {};
}

static Result<void> add_playback_players(Harness& harness, Tested& attempt, std::size_t count, NewPlayers started) {
  for (std::size_t i = 0; i < count; ++i) {
    JUDGE_TRY(auto player, ready_player(harness, started));
    if (!player) break;
    const auto taken = player->take_recording(attempt.playback.recording, attempt.playback.images, k_take_limit);
    if (interrupted()) return fail("interrupted");
    if (!taken) break;
    attempt.playback.players.push_back(std::move(player));
  }
  return {};
}

Result<void> add_timed_players(Harness& harness, const std::vector<Tested*>& attempts, std::size_t count, NewPlayers started) {
  std::vector<Tested*> in_own_processes;
  for (Tested* attempt : attempts) {
    if (attempt->playback.players.empty()) in_own_processes.push_back(attempt);
    else JUDGE_CHECK(add_playback_players(harness, *attempt, count, started));
  }
  return add_players(harness, in_own_processes, count, started);
}

// By the host's clock, with launches and a wait, for the first time at this size: 9 us more on an idle H200, and some more beside others.
static bool looks_short(const Tested& attempt, const Case& test) {
  constexpr double k_most_wall_ns = 60e3;
  const auto called = std::ranges::find(attempt.cases, test.name, &CaseResult::name);
  return called != attempt.cases.end() && called->wall_ns < k_most_wall_ns;
}

Result<void> add_players_ahead(Harness& harness, const std::vector<Tested*>& attempts, std::size_t case_index,
                               std::size_t most_processes, DeviceAccess& device) {
  const Case& test = harness.setting.cases[case_index];
  if (!device.has_others() || harness.setting.runtime.kind == RuntimeKind::emulated || test.is_end_to_end()) return {};
  std::vector<Tested*> wanting;
  for (Tested* attempt : attempts)
    if (attempt->timed_players() == 1 && (attempt->is_known_short || looks_short(*attempt, test))) wanting.push_back(attempt);
  const std::size_t count = processes_for_short_times(attempts.size(), most_processes) - 1;
  const auto playing = static_cast<std::size_t>(
      std::ranges::count_if(wanting, [](const Tested* attempt) { return !attempt->playback.players.empty(); }));
  const std::size_t for_playback = playing * count, for_attempts = (wanting.size() - playing) * count;
  if (harness.spare.size() < for_attempts || harness.spare_for_playback.size() < for_playback) {
    device.leave();
    JUDGE_CHECK(keep_spare_players(harness, SpareFor::attempts, for_attempts));
    JUDGE_CHECK(keep_spare_players(harness, SpareFor::playback, for_playback));
    JUDGE_CHECK(device.beside_others());
  }
  if (wanting.empty() || count == 0) return {};
  JUDGE_CHECK(add_timed_players(harness, wanting, count, NewPlayers::never));
  // It may need others than the spare ones.
  std::erase_if(wanting, [](const Tested* attempt) { return !attempt->is_known_short || attempt->timed_players() > 1; });
  return add_timed_players(harness, wanting, count, NewPlayers::where_spare_ones_do_not_suffice);
}

}  // namespace judge
