#include "judge/passes/playback.hpp"

#include <algorithm>

#include "judge/build/device_code.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/verdict/judge_outcome.hpp"

namespace judge {

namespace {

using Source = Referee::CallOptions::Source;

constexpr std::chrono::milliseconds k_take_limit{20'000};
// Where the buffers lie changes from call to call, and so must what is played back.
constexpr std::uint64_t k_shifts[] = {0, 5, 11};

std::string why(const Outcome& outcome, const Case& test) { return judge_outcome(outcome, test).summary; }

// One that cannot take it has its context still, unless it has ended.
Result<std::shared_ptr<Player>> ready_player(Harness& harness, NewPlayers started) {
  if (harness.spare.empty() && started == NewPlayers::never) return nullptr;
  std::unique_ptr<Player> player;
  if (harness.spare.empty()) {
    auto fresh = start_player(harness.setting);
    if (!fresh) return nullptr;
    player = *std::move(fresh);
  } else {
    player = std::move(harness.spare.back());
    harness.spare.pop_back();
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
    JUDGE_TRY(const auto called, harness.referee.call(player, prepared, {.shift = shift, .source = Source::recording}));
    if (interrupted()) return fail("interrupted");
    if (std::holds_alternative<outcome::Passed>(called.outcome) && !called.returned.error) continue;
    attempt.playback.obstacle = "its operations alone do not give the answer: " + why(called.outcome, prepared.test);
    return false;
  }
  return true;
}

Result<bool> record(Harness& harness, Tested& attempt, const PreparedCase& prepared) {
  JUDGE_TRY(auto called, harness.referee.call(*attempt.standing->front(), prepared, {.source = Source::solve_recorded}));
  if (interrupted()) return fail("interrupted");
  if (!std::holds_alternative<outcome::Passed>(called.outcome)) {
    reject(attempt, std::move(called.outcome), prepared.test);
    return false;
  }
  attempt.playback.recording = std::move(called.returned.recording);
  attempt.playback.obstacle = attempt.playback.recording.obstacle;
  if (!attempt.playback.obstacle.empty()) return false;
  auto images = device_code(attempt.built->artifact.library);
  if (images) attempt.playback.images = *std::move(images);
  else attempt.playback.obstacle = images.error().message;
  return images.has_value();
}

// Another one, where what was played back has cost it its context.
Result<void> keep_bystander(Harness& harness, const PreparedCase& prepared) {
  const auto called = harness.referee.call_nothing(*harness.bystander, prepared, {});
  if (interrupted()) return fail("interrupted");
  if (called && !called->error) return {};
  JUDGE_TRY(auto player, start_bystander(harness.setting));
  JUDGE_CHECK(stand_by(harness, *player));
  harness.bystander = std::move(player);
  return {};
}

}  // namespace

Result<void> give_up_playback(Harness& harness, Tested& attempt, std::size_t case_index, std::string obstacle) {
  attempt.playback = {.obstacle = std::move(obstacle), .given_up = true};
  if (!harness.bystander) return {};
  JUDGE_TRY(const PreparedCase* prepared, harness.draws.prepared(case_index));
  return keep_bystander(harness, *prepared);
}

Result<void> play_back(Harness& harness, const std::vector<Tested*>& attempts, std::size_t case_index, NewPlayers started) {
  JUDGE_TRY(const PreparedCase* prepared, harness.draws.prepared(case_index));
  bool bystander_is_free = harness.bystander != nullptr;
  for (Tested* attempt : attempts) {
    auto& playback = attempt->playback;
    if (playback.given_up) {
      playback.players.clear();
      continue;
    }
    auto player = playback.players.empty() ? nullptr : std::move(playback.players.front());
    playback = {};
    JUDGE_TRY(const bool recorded, record(harness, *attempt, *prepared));
    if (!recorded) continue;
    const bool is_bystander = !player && std::exchange(bystander_is_free, false);
    if (is_bystander) {
      player = std::shared_ptr<Player>(std::shared_ptr<Player>(), harness.bystander.get());  // the harness owns it
      harness.bystander_has_played = true;
    } else if (!player) {
      JUDGE_TRY(player, ready_player(harness, started));
    }
    if (!player) {
      playback.obstacle = "no room for another process on the device";
      continue;
    }
    JUDGE_TRY(const bool plays, plays_right(harness, *attempt, *player, *prepared));
    if (plays) playback.players.push_back(std::move(player));
    else if (is_bystander) JUDGE_CHECK(keep_bystander(harness, *prepared));
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

}  // namespace judge
