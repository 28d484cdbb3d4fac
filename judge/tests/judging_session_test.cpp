/// Sessions one after the other, with processes on the emulated runtime: which players the next one gets.

#include "judge/judging/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <set>
#include <thread>

#include "judge/catalog/catalog.hpp"
#include "judge/tests/child_pids.hpp"
#include "judge/tests/fake_player.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr const char* k_right = R"(extern "C" void solve(const float* input, float* output, int N) {
  cudaMemcpy(output, input, N * sizeof(float), cudaMemcpyDefault);
})";

class Sessions : public testing::Test {
 protected:
  /// judge/device/copy with buffers of so many elements.
  Problem problem(const std::string& name, int elements, const std::string& memory = "device") {
    const auto folder = m_folder.path() / name;
    std::filesystem::copy(JUDGE_SOURCE_DIR "/judge/device/copy", folder);
    auto text = read_file(folder / "problem.json").value();
    for (const char* buffer : {R"("input": {)", R"("output": {)"})
      text.insert(text.find(buffer) + std::string(buffer).size(), fmt::format(R"("memory": "{}", )", memory));
    EXPECT_TRUE(write_file(folder / "problem.json", text));
    EXPECT_TRUE(
        write_file(folder / "tests.json",
                   fmt::format(R"({{"cases": [{{"name": "timed", "timed": true, "scalars": {{"N": {}}}}}]}})", elements)));
    auto loaded = load_problem(folder);
    EXPECT_TRUE(loaded) << loaded.error().message;
    return *std::move(loaded);
  }

  std::unique_ptr<Session> open(Problem problem) {
    Observer nobody;
    JudgingRules rules{.keep = JudgingRules::Keep::nowhere, .check = CheckWish::none};
    rules.timing.rule = {.min_samples = 16, .max_samples = 20, .min_device_time_ns = 0};
    rules.timing.most_processes = 1;
    auto session = Session::open({.cache = JUDGE_BINARY_DIR "/tests/cache",
                                  .ledger = m_folder.path() / "ledger.sqlite",
                                  .runtime = RuntimeKind::emulated},
                                 rules, {JUDGE_BINARY_DIR}, std::move(problem), StageClock(), nobody, &m_players);
    EXPECT_TRUE(session) << session.error().message;
    return *std::move(session);
  }

  static VerdictKind verdict(Session& session, const std::string& source = k_right) {
    Observer nobody;
    Submission submission{.attempt = {.name = "copies", .path = "copies.cu"}, .source = source};
    const auto found = session.judge(start_builds(session.setting(), {submission}), nobody);
    EXPECT_TRUE(found) << found.error().message;
    if (!found) return VerdictKind::runtime_error;
    const Record& record = found->records.front();
    EXPECT_EQ(record.verdict.kind == VerdictKind::accepted, !record.measurements.empty()) << record.verdict.summary;
    return record.verdict.kind;
  }

  TemporaryDirectory m_folder = TemporaryDirectory::create("session").value();
  CleanPlayers m_players;
};

std::set<pid_t> players() { return child_pids(::getpid(), "judge-player"); }

/// Once there are so many: a process that was just started bears the judge's name until it runs its own program.
std::set<pid_t> players(std::size_t count) {
  for (int i = 0; i < 1'000 && players().size() < count; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return players();
}

/// Of all buffers of a judge's that a process has mapped.
std::vector<std::string> mapped_buffers(pid_t process) {
  std::vector<std::string> found;
  std::ifstream maps(fmt::format("/proc/{}/maps", process));
  for (std::string line; std::getline(maps, line);)
    if (line.contains("judge-device-memory")) found.push_back(line);
  return found;
}

TEST_F(Sessions, PlayersWithoutAnAttemptServeTheNextOne) {
  auto session = open(problem("small", 1000));
  EXPECT_EQ(verdict(*session), VerdictKind::accepted);
  const auto bystander = players();
  ASSERT_THAT(bystander, SizeIs(1)) << "what was timed has ended";
  EXPECT_THAT(mapped_buffers(*bystander.begin()), Not(IsEmpty()));
  ASSERT_TRUE(session->start_next_player());
  session.reset();
  const auto kept = players(2);
  EXPECT_THAT(kept, SizeIs(2));
  for (const pid_t process : kept) EXPECT_THAT(mapped_buffers(process), IsEmpty());

  // The one that was started for an attempt gets the next one.
  session = open(problem("large", 5000));
  EXPECT_EQ(verdict(*session), VerdictKind::accepted);
  EXPECT_EQ(players(), bystander);
  session.reset();
  session = open(problem("pageable", 2000, "pageable"));
  EXPECT_EQ(verdict(*session), VerdictKind::accepted);
  EXPECT_EQ(players(), bystander);
  session.reset();
  EXPECT_EQ(players(), bystander);
  EXPECT_THAT(mapped_buffers(*bystander.begin()), IsEmpty());
  m_players.clear();
  EXPECT_THAT(players(), IsEmpty());
}

TEST_F(Sessions, WhatDoesNotCompileTakesNoPlayer) {
  auto session = open(problem("some", 1000));
  EXPECT_EQ(verdict(*session, "no C++"), VerdictKind::compile_error);
  const auto before = players(2);
  EXPECT_THAT(before, SizeIs(2));
  ASSERT_TRUE(session->start_next_player());
  EXPECT_EQ(players(), before);
  EXPECT_EQ(verdict(*session), VerdictKind::accepted);
  EXPECT_THAT(players(), testing::IsSubsetOf(before));
}

TEST_F(Sessions, OneThatWasKilledIsReplaced) {
  auto session = open(problem("first", 1000));
  EXPECT_EQ(verdict(*session), VerdictKind::accepted);
  session.reset();
  const auto kept = players();
  ASSERT_THAT(kept, SizeIs(1));
  ASSERT_EQ(::kill(*kept.begin(), SIGKILL), 0);
  session = open(problem("second", 1000));
  EXPECT_EQ(verdict(*session), VerdictKind::accepted);
  const auto bystander = players();
  EXPECT_THAT(bystander, SizeIs(1));
  EXPECT_NE(bystander, kept);

  // It cannot let go of the session's memory.
  ASSERT_EQ(::kill(*bystander.begin(), SIGKILL), 0);
  session.reset();
  session = open(problem("third", 1000));
  EXPECT_EQ(verdict(*session), VerdictKind::accepted);
}

TEST(CleanPlayers, OneOfTheSameKindIsTakenIfItLives) {
  const Runtime runtime{};
  std::vector<Player*> started;
  const PlayerSource start = [&](const PlayerProcess::Options&) -> Result<std::unique_ptr<Player>> {
    auto player = std::make_unique<FakePlayer>(runtime);
    started.push_back(player.get());
    return player;
  };
  const PlayerProcess::Options usual, patient{.patience = 5}, as_on_gpu{.memory = Player::MemoryLayout::of_gpu},
      in_order{.order = protocol::ThreadOrder::late_writes}, bystander{.is_bystander = true},
      on_gpu{.runtime = RuntimeKind::cuda};
  CleanPlayers clean;
  auto first = *clean.take(usual, start), second = *clean.take(usual, start);
  ASSERT_THAT(started, SizeIs(2));
  clean.keep(usual, std::move(first));
  clean.keep(usual, std::move(second));
  for (const auto& unlike : {patient, as_on_gpu, in_order, bystander, on_gpu}) EXPECT_TRUE(clean.take(unlike, start));
  EXPECT_THAT(started, SizeIs(7));
  first = *clean.take(usual, start);
  EXPECT_EQ(first.get(), started[0]);
  EXPECT_THAT(started, SizeIs(7));
  static_cast<FakePlayer&>(*started[1]).ended = true;
  EXPECT_TRUE(clean.take(usual, start));
  EXPECT_THAT(started, SizeIs(8));
}

}  // namespace
}  // namespace judge
