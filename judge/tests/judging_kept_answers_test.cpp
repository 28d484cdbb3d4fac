#include <algorithm>

#include "judge/passes/kept_answers.hpp"
#include "judge/tests/judging_passes_support.hpp"

namespace judge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// What becomes of an attempt whose answer is right in its first three turns and wrong in the last one, where a reference takes so long.
struct Compared {
  std::vector<std::string> turns;
  std::string details;
};

Compared compared(Setting& setting, Harness& harness, Timed attempt, RuntimeKind kind,
                  std::chrono::milliseconds reference_takes, bool has_others = false) {
  const std::size_t timed_case = setting.cases.size() - 1;
  auto inputs = *FreshInputs::create(setting, harness.oracle, harness.drawer, harness.host_sets, timed_case,
                                     **harness.draws.prepared(timed_case));
  KeptAnswers kept(setting, harness.referee, harness.verified_turns, timed_case, 1, 4);
  for (std::size_t turn = 1; turn <= 4; ++turn) {
    kept.begin_turn(turn);
    const PreparedCase* prepared = *inputs.of_turn(turn);
    const auto source =
        attempt.playback.players.empty() ? Referee::CallOptions::Source::solve : Referee::CallOptions::Source::recording;
    const auto called = *harness.referee.call(attempt.timed_player(0), *prepared, {.bracket = Bracket::none, .source = source});
    EXPECT_TRUE(kept.keep(*prepared, called.placed, 0, turn));
  }
  auto now = std::chrono::steady_clock::time_point();
  setting.runtime.kind = kind;
  setting.now = [&] { return now += reference_takes; };
  AccessLog device;
  device.others = has_others;
  std::vector<Timed> attempts;
  attempts.push_back(std::move(attempt));
  EXPECT_TRUE(kept.compare(inputs, attempts, device));
  setting.now = std::chrono::steady_clock::now;
  setting.runtime.kind = RuntimeKind::emulated;
  return {device.turns, attempts[0].is_right() ? "" : attempts[0].standing.error().verdict.details};
}

// Of a GPU. On the emulated runtime the reference wants the processors that others time on.
TEST_F(Passes, OthersMayTimeWhileSlowReferencesCompute) {
  using namespace std::chrono_literals;
  const auto wrong_later = [this] {
    auto player = fake();
    player->solve = [calls = 0](float* input, float* output, int n, protocol::Returned&) mutable {
      std::copy_n(input, n, output);
      if (++calls == 5) output[7] += 1;  // the first one was its test
      return std::optional<Outcome>();
    };
    return tested("wrong later", std::move(player));
  };
  const auto slow = compared(*setting, *harness, wrong_later(), RuntimeKind::cuda, 200ms);
  EXPECT_THAT(slow.turns, ElementsAre("beside others", "left", "beside others"));
  const auto fast = compared(*setting, *harness, wrong_later(), RuntimeKind::cuda, 20ms);
  EXPECT_THAT(fast.turns, ElementsAre("beside others"));
  const auto in_batch = compared(*setting, *harness, wrong_later(), RuntimeKind::cuda, 20ms, true);
  EXPECT_THAT(in_batch.turns, ElementsAre("left", "beside others", "left"));  // the device is wanted once, for all four answers
  const auto emulated = compared(*setting, *harness, wrong_later(), RuntimeKind::emulated, 200ms);
  EXPECT_THAT(emulated.turns, IsEmpty());
  for (const auto& one : {slow, fast, in_batch, emulated})
    EXPECT_THAT(one.details, HasSubstr("call 4 of those that are timed was not"));
}

/// In a session that judges several.
Compared in_session(Setting& setting, Harness& harness, Timed attempt) {
  return compared(setting, harness, std::move(attempt), RuntimeKind::cuda, std::chrono::milliseconds(20), true);
}

TEST_F(Passes, AnswersOfTurnsThatAnEarlierAttemptHadAreKnown) {
  constexpr int k_none = -1;
  const auto with_wrong_call = [this](int wrong) {  // the first call is its test
    auto player = fake();
    player->solve = [calls = 0, wrong](float* input, float* output, int n, protocol::Returned&) mutable {
      std::copy_n(input, n, output);
      if (++calls == wrong + 1) output[7] += 1;
      return std::optional<Outcome>();
    };
    return tested("copies", std::move(player));
  };
  harness->verified_turns.begin(0);  // another case: a new order for this one
  const auto first = in_session(*setting, *harness, with_wrong_call(k_none));
  EXPECT_EQ(first.details, "");
  EXPECT_THAT(first.turns, ElementsAre("left", "beside others", "left"));
  const auto right = in_session(*setting, *harness, with_wrong_call(k_none));
  EXPECT_EQ(right.details, "");
  EXPECT_THAT(right.turns, ElementsAre("beside others", "left")) << "no reference computes";
  const auto wrong = in_session(*setting, *harness, with_wrong_call(3));
  EXPECT_THAT(wrong.details, HasSubstr("call 3 of those that are timed was not"));
}

// What is timed then was recorded of its first calls.
TEST_F(Passes, SolveOfWhatWasPlayedBackIsCalledOnInputsOfComparedTurns) {
  constexpr int k_always = 1000;
  int calls = 0, played = 0;
  const auto details_if_right_for = [&](int right) {
    auto player = fake(), playing = fake();
    player->solve = [&calls, right](float* input, float* output, int n, protocol::Returned&) {
      std::copy_n(input, n, output);
      if (++calls > right) output[7] += 1;
      return std::optional<Outcome>();
    };
    playing->plays_back = [&played](float* input, float* output, int n, protocol::Returned&) {
      std::copy_n(input, n, output);
      ++played;
      return std::optional<Outcome>();
    };
    EXPECT_TRUE(stand_by(*harness, *playing));
    Timed attempt = tested("played back", std::move(player));
    attempt.playback.players.push_back(std::move(playing));
    return compared(*setting, *harness, std::move(attempt), RuntimeKind::cuda, std::chrono::milliseconds(20)).details;
  };
  EXPECT_EQ(details_if_right_for(k_always), "");
  EXPECT_EQ(played, 4);
  EXPECT_EQ(calls, 1 + 3) << "its test, and three of the turns";
  calls = 0;
  EXPECT_THAT(details_if_right_for(2), HasSubstr("one after those that are timed was not"));
  EXPECT_EQ(calls, 3);
}

std::vector<std::uint64_t> places(VerifiedTurns& order) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t turn = 0; turn < 20; ++turn) all.push_back(order.place_of(turn));
  return all;
}

TEST(VerifiedTurns, HaveOneOrderForFourAttemptsAndThenAnother) {
  std::uint64_t bits = 7;
  VerifiedTurns order([&bits] { return bits++; });
  order.begin(2);
  const auto first = places(order);
  order.remember(3, {{}, {std::byte{1}}});
  for (int more = 0; more < 3; ++more) {
    order.begin(2);
    EXPECT_EQ(places(order), first);
    EXPECT_NE(order.known(3), nullptr);
  }
  order.begin(2);
  EXPECT_NE(places(order), first);
  EXPECT_EQ(order.known(3), nullptr);
}

TEST(VerifiedTurns, OfAnotherCaseHaveAnotherOrder) {
  std::uint64_t bits = 7;
  VerifiedTurns order([&bits] { return bits++; });
  order.begin(2);
  const auto first = places(order);
  order.begin(1);
  EXPECT_NE(places(order), first);
}

// Each turn is as likely among the first ones as any other, or some calls could be left out unseen.
TEST(VerifiedTurns, AreChosenEvenly) {
  VerifiedTurns order(random_bits);
  constexpr int k_tries = 4'000, k_turns = 20, k_wanted = 5;
  std::vector<int> chosen(k_turns, 0);
  for (int i = 0; i < k_tries; ++i) {
    order.begin(static_cast<std::size_t>(i % 2));
    const auto all = places(order);
    auto sorted = all;
    std::ranges::sort(sorted);
    for (std::size_t turn = 0; turn < all.size(); ++turn) chosen[turn] += all[turn] < sorted[k_wanted];
  }
  for (const int count : chosen) EXPECT_NEAR(count, k_tries * k_wanted / k_turns, 150);  // five standard deviations
}

TEST(VerifiedTurns, RememberAGigabyteAtMost) {
  VerifiedTurns order(random_bits);
  order.begin(0);
  EXPECT_TRUE(order.has_room(std::size_t{1} << 30));
  order.remember(1, {std::vector<std::byte>(1000)});
  EXPECT_FALSE(order.has_room(std::size_t{1} << 30));
  EXPECT_TRUE(order.has_room((std::size_t{1} << 30) - 1000));
}

}  // namespace
}  // namespace judge
