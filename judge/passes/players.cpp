#include "judge/passes/players.hpp"

#include <algorithm>

#include "judge/passes/hogged_memory.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/verdict/judge_outcome.hpp"

namespace judge {

namespace {

// Constructors are the attempt's and may hang; what else loading takes is far below this. Before that nothing of the attempt's has
// run, so the limit is there for a judge that hangs, and is long.
constexpr std::chrono::milliseconds k_load_limit{10'000}, k_own_limit{120'000};

Result<void> open_memory(Player& player, const Harness& harness) {
  const Case& any = harness.setting.cases.front();
  if (const auto ready = player.wait_ready(k_own_limit); !ready)
    return fail("the player's context: {}", judge_outcome(ready.error(), any).summary);
  if (const auto opened = player.open_slabs(harness.referee.slab_handles(), k_own_limit); !opened)
    return fail("the player cannot open the judge's memory: {}", judge_outcome(opened.error(), any).summary);
  return {};
}

protocol::Load load_request(const Harness& harness) {
  return {.bracket_library = harness.bracket_library.string(),
          .device_memory_limit_bytes = device_memory_limit_bytes(harness.setting),
          .host_memory_limit_bytes = host_memory_limit_bytes(harness.setting.problem)};
}

}  // namespace

bool has_context(Player& player) { return player.wait_ready(k_own_limit).has_value(); }

void wait_for_context(Player& player) { (void)has_context(player); }

Result<Player::Answer<void>> load_into(Player& player, const Harness& harness, const Built& built) {
  JUDGE_CHECK(open_memory(player, harness));
  protocol::Load request = load_request(harness);
  request.attempt_library = built.artifact.library;
  request.symbol = built.symbol;
  return player.load(request, k_load_limit);
}

Result<void> stand_by(const Harness& harness, Player& player) {
  JUDGE_CHECK(open_memory(player, harness));
  if (const auto ready = player.stand_by(load_request(harness), k_own_limit); !ready)
    return fail("the judge's own player: {}", judge_outcome(ready.error(), harness.setting.cases.front()).summary);
  return {};
}

bool let_go(Player& player) { return player.open_slabs({}, k_own_limit) && player.check_silence(); }

static bool is_half_full(const Runtime& runtime) {
  std::size_t free_bytes = 0, total_bytes = 0;
  return runtime.cuda.cudaMemGetInfo(&free_bytes, &total_bytes) != cuda::success || free_bytes < total_bytes / 2;
}

static std::vector<std::unique_ptr<Player>>& spare_players(Harness& harness, SpareFor what) {
  return what == SpareFor::attempts ? harness.spare : harness.spare_for_playback;
}

void start_spare_players(Harness& harness, SpareFor what, std::size_t count) {
  auto& spare = spare_players(harness, what);
  while (spare.size() < count && !is_half_full(harness.setting.runtime)) {
    auto player = start_player(harness.setting, what == SpareFor::attempts ? k_with_one_queue : k_as_bystander);
    if (!player) break;
    spare.push_back(*std::move(player));
  }
}

Result<void> keep_spare_players(Harness& harness, SpareFor what, std::size_t count) {
  start_spare_players(harness, what, count);
  std::erase_if(spare_players(harness, what),
                [](const std::unique_ptr<Player>& player) { return !player->wait_ready(k_own_limit); });
  if (interrupted()) return fail("interrupted");
  return {};
}

static bool can_take_spare(const Harness& harness, const Tested& attempt) {
  return !harness.spare.empty() && attempt.memory == Player::MemoryLayout::guarded && !attempt.built->has_several_streams;
}

static Result<std::unique_ptr<Player>> take_player(Harness& harness, const Tested& attempt) {
  if (!can_take_spare(harness, attempt))
    return start_player(harness.setting, {.memory = attempt.memory, .has_one_queue = !attempt.built->has_several_streams});
  auto player = std::move(harness.spare.back());
  harness.spare.pop_back();
  return player;
}

Result<void> add_players(Harness& harness, const std::vector<Tested*>& attempts, std::size_t count, NewPlayers started) {
  for (Tested* attempt : attempts)
    for (std::size_t i = 0; i < count; ++i) {
      if (started == NewPlayers::never && !can_take_spare(harness, *attempt)) break;
      auto player = take_player(harness, *attempt);
      if (!player) break;
      attempt->standing->push_back(*std::move(player));
    }
  for (Tested* attempt : attempts) {
    Players& players = *attempt->standing;
    const auto cannot_load = [&](const std::unique_ptr<Player>& player) {
      const auto loaded = load_into(*player, harness, *attempt->built);
      return !loaded || !*loaded;
    };
    players.erase(std::remove_if(players.begin() + 1, players.end(), cannot_load), players.end());
  }
  if (interrupted()) return fail("interrupted");
  return {};
}

}  // namespace judge
