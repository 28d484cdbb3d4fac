#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <deque>

#include "judge/ledger/sqlite.hpp"
#include "judge/serve/dispatcher.hpp"
#include "judge/serve/turns.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::int64_t> ids_of(const std::vector<Turn>& turns) {
  std::vector<std::int64_t> ids;
  for (const auto& turn : turns) ids.push_back(turn.id);
  return ids;
}

TEST(Turns, PeopleTakeTurns) {
  const std::vector<Waiting> waiting{{1, "anna", 10}, {2, "anna", 10}, {3, "anna", 10},
                                     {4, "ben", 5},   {5, "carl", 1},  {6, "ben", 5}};
  EXPECT_THAT(ids_of(turns_of(waiting, {}, 0)), ElementsAre(1, 4, 5, 2, 6, 3));
  EXPECT_THAT(ids_of(turns_of(waiting, {{"anna", 100}, {"ben", 50}}, 0)), ElementsAre(5, 4, 1, 6, 2, 3))
      << "who had a turn last comes last";
}

TEST(Turns, SayThePlaceAndTheWait) {
  const auto turns = turns_of({{1, "anna", 10}, {2, "ben", 5}, {3, "anna", 2}}, {}, 4);
  ASSERT_EQ(turns.size(), 3u);
  EXPECT_EQ(turns[2].position, 3);
  EXPECT_DOUBLE_EQ(turns[0].wait_seconds, 4);
  EXPECT_DOUBLE_EQ(turns[1].wait_seconds, 14);
  EXPECT_DOUBLE_EQ(turns[2].wait_seconds, 19);
}

TEST(Turns, OfNobodyAreNone) { EXPECT_TRUE(turns_of({}, {}, 3).empty()); }

// An engine that does what the test says, and writes down what it is told.
class ScriptedEngine : public Engine {
 public:
  struct Script {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<WorkerEvent::What> events;
    std::vector<std::string> begun;  // "user/text"
    int ended = 0;
    bool fails = false;

    std::vector<std::string> all_begun() {
      const std::lock_guard lock(mutex);
      return begun;
    }
    int times_ended() {
      const std::lock_guard lock(mutex);
      return ended;
    }
    void set_failing(bool is_so) {
      {
        const std::lock_guard lock(mutex);
        fails = is_so;
      }
      changed.notify_all();
    }
    void tell(WorkerEvent::What event) {
      {
        const std::lock_guard lock(mutex);
        events.push_back(std::move(event));
      }
      changed.notify_all();
    }
  };
  explicit ScriptedEngine(Script& script) : m_script(script) {}
  Result<void> begin(const EngineJob& job) override {
    const std::lock_guard lock(m_script.mutex);
    m_script.begun.push_back(job.order.user + "/" + job.text);
    return {};
  }
  Result<std::optional<WorkerEvent::What>> next(std::chrono::milliseconds patience) override {
    std::unique_lock lock(m_script.mutex);
    m_script.changed.wait_for(lock, patience, [&] { return !m_script.events.empty() || m_script.fails; });
    if (m_script.fails) return fail("the worker is gone");
    if (m_script.events.empty()) return std::optional<WorkerEvent::What>();
    auto event = std::move(m_script.events.front());
    m_script.events.pop_front();
    return std::optional(std::move(event));
  }
  void end() override {
    const std::lock_guard lock(m_script.mutex);
    ++m_script.ended;
  }

 private:
  Script& m_script;
};

WorkerEvent::What accepted() {
  return WorkerEvent::Judged{
      {{"verdict", "accepted"}, {"summary", "fine"}, {"measurements", {{{"device", {{"median_ns", 1500.0}}}}}}}};
}
Order order_of(std::string user) {
  return {.user = std::move(user), .problem = "vector-addition", .attempt = "va_mine", .path = "/x/va_mine.cu"};
}

class Queue : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = TemporaryDirectory::create("queue-test-");
    ASSERT_TRUE(folder) << folder.error().message;
    m_folder.emplace(std::move(*folder));
  }
  std::unique_ptr<Store> open() {
    auto store = Store::open(m_folder->path() / "serve.sqlite");
    EXPECT_TRUE(store) << store.error().message;
    return store ? std::move(*store) : nullptr;
  }
  static Order wait_for_end(Store& store, std::int64_t id) {
    for (int i = 0; i < 500; ++i) {
      if (auto order = store.find(id).value(); order && !order->is_open()) return *order;
      std::this_thread::sleep_for(10ms);
    }
    ADD_FAILURE() << "order " << id << " does not end";
    return {};
  }
  static void wait_until(const std::function<bool()>& is_so) {
    for (int i = 0; i < 500 && !is_so(); ++i) std::this_thread::sleep_for(10ms);
    EXPECT_TRUE(is_so());
  }

  std::optional<TemporaryDirectory> m_folder;
  ScriptedEngine::Script m_script;
};

TEST_F(Queue, JudgesOneAfterTheOtherAndPeopleTakeTurns) {
  const auto store = open();
  std::vector<std::int64_t> ids;
  for (const char* what : {"anna 1", "anna 2", "ben 1"})
    ids.push_back(store->add(order_of(std::string(what).substr(0, std::string(what).find(' '))), what).value());
  Dispatcher dispatcher(*store, std::make_unique<ScriptedEngine>(m_script));
  for (int i = 0; i < 3; ++i) m_script.tell(accepted());
  for (const auto id : ids) EXPECT_EQ(wait_for_end(*store, id).verdict, "accepted");
  EXPECT_THAT(m_script.all_begun(), ElementsAre("anna/anna 1", "ben/ben 1", "anna/anna 2"));
  EXPECT_EQ(store->find(ids[0]).value()->median_ns, 1500.0);
  EXPECT_THAT(store->result(ids[0]).value(), HasSubstr("accepted"));
}

TEST_F(Queue, ShowsProgressWhileItJudges) {
  const auto store = open();
  Dispatcher dispatcher(*store, std::make_unique<ScriptedEngine>(m_script));
  const auto first = dispatcher.add(order_of("anna"), "a").value(), second = dispatcher.add(order_of("ben"), "b").value();
  m_script.tell(WorkerEvent::Stage{"checking"});
  m_script.tell(WorkerEvent::CaseDone{"N=4", true, 1, 21});
  m_script.tell(WorkerEvent::CaseDone{"N=5", false, 2, 21});
  wait_until([&] { return dispatcher.state().value().running.done == 2; });
  const auto state = dispatcher.state().value();
  EXPECT_EQ(state.running.id, first);
  EXPECT_EQ(state.running.stage, "checking");
  EXPECT_EQ(state.running.of, 21);
  EXPECT_EQ(state.running.failed, 1);
  ASSERT_EQ(state.turns.size(), 1u);
  EXPECT_EQ(state.turns[0].id, second);
  EXPECT_GT(state.turns[0].wait_seconds, 0);
}

// Else each of forty pages would read the whole queue at each case that passes. A store that cannot be read any more shows it.
TEST_F(Queue, IsReadOnceForEachChangeOfIt) {
  const auto store = open();
  Dispatcher dispatcher(*store, std::make_unique<ScriptedEngine>(m_script));
  const auto running = dispatcher.add(order_of("anna"), "a").value();
  wait_until([&] { return dispatcher.state().value().running.id == running && m_script.all_begun().size() == 1; });
  const auto second = dispatcher.add(order_of("ben"), "b").value();
  ASSERT_EQ(dispatcher.state().value().turns.size(), 1u);
  const auto raw = SqliteDatabase::open(m_folder->path() / "serve.sqlite", 5s).value();
  ASSERT_TRUE(raw->execute("ALTER TABLE orders RENAME TO gone"));
  m_script.tell(WorkerEvent::CaseDone{"N=4", true, 1, 21});
  wait_until([&] { return dispatcher.state().value().running.done == 1; });
  EXPECT_EQ(dispatcher.state().value().turns.front().id, second) << "progress is no change of the queue";
  ASSERT_TRUE(raw->execute("ALTER TABLE gone RENAME TO orders"));
  EXPECT_TRUE(dispatcher.cancel(second, "ben"));
  EXPECT_TRUE(dispatcher.state().value().turns.empty()) << "a change is";
}

TEST_F(Queue, CancelsWhatWaitsAndWhatRuns) {
  const auto store = open();
  Dispatcher dispatcher(*store, std::make_unique<ScriptedEngine>(m_script));
  const auto running = dispatcher.add(order_of("anna"), "a").value();
  wait_until([&] { return dispatcher.state().value().running.id == running; });
  const auto waiting = dispatcher.add(order_of("anna"), "b").value(), next = dispatcher.add(order_of("anna"), "c").value();
  EXPECT_FALSE(dispatcher.cancel(waiting, "ben")) << "not one of his";
  EXPECT_TRUE(dispatcher.cancel(waiting, "anna"));
  EXPECT_EQ(wait_for_end(*store, waiting).state, OrderState::cancelled);
  EXPECT_TRUE(dispatcher.cancel(running, "anna"));
  EXPECT_EQ(wait_for_end(*store, running).state, OrderState::cancelled);
  EXPECT_GE(m_script.times_ended(), 1) << "its processes were ended";
  m_script.tell(accepted());
  EXPECT_EQ(wait_for_end(*store, next).verdict, "accepted");
  EXPECT_FALSE(dispatcher.cancel(next, "anna")) << "it has ended";
  EXPECT_THAT(m_script.all_begun(), ElementsAre("anna/a", "anna/c"));
}

TEST_F(Queue, AWorkerThatEndsIsTheJudgesFailureAndNoVerdict) {
  const auto store = open();
  Dispatcher dispatcher(*store, std::make_unique<ScriptedEngine>(m_script));
  m_script.set_failing(true);
  const auto order = wait_for_end(*store, dispatcher.add(order_of("anna"), "a").value());
  EXPECT_EQ(order.state, OrderState::failed);
  EXPECT_EQ(order.error, "the worker is gone");
  EXPECT_EQ(order.verdict, "");
}

TEST_F(Queue, ADocumentOfAnotherShapeIsAFailureAndTheNextOrderIsJudged) {
  const auto store = open();
  Dispatcher dispatcher(*store, std::make_unique<ScriptedEngine>(m_script));
  m_script.tell(WorkerEvent::Judged{{{"verdict", "accepted"}, {"summary", 7}}});
  const auto order = wait_for_end(*store, dispatcher.add(order_of("anna"), "a").value());
  EXPECT_EQ(order.state, OrderState::failed);
  EXPECT_THAT(order.error, HasSubstr("not understood"));
  EXPECT_EQ(order.verdict, "");
  m_script.tell(accepted());
  EXPECT_EQ(wait_for_end(*store, dispatcher.add(order_of("anna"), "b").value()).verdict, "accepted");
}

TEST_F(Queue, HasRoomForSoManyOfOne) {
  const auto store = open();
  Dispatcher dispatcher(*store, std::make_unique<ScriptedEngine>(m_script), {.most_waiting_of_one = 2, .most_waiting = 3});
  EXPECT_TRUE(dispatcher.add(order_of("anna"), "a"));
  EXPECT_TRUE(dispatcher.add(order_of("anna"), "b"));
  EXPECT_FALSE(dispatcher.add(order_of("anna"), "c"));
  EXPECT_TRUE(dispatcher.add(order_of("ben"), "d"));
  EXPECT_FALSE(dispatcher.add(order_of("carl"), "e"));
}

TEST_F(Queue, GoesOnWhereTheLastServerEnded) {
  std::int64_t running = 0, waiting = 0;
  {
    const auto store = open();
    Dispatcher dispatcher(*store, std::make_unique<ScriptedEngine>(m_script));
    running = dispatcher.add(order_of("anna"), "a").value();
    waiting = dispatcher.add(order_of("anna"), "b").value();
    wait_until([&] { return dispatcher.state().value().running.id == running; });
  }
  const auto store = open();
  EXPECT_EQ(store->find(running).value()->state, OrderState::queued);
  Dispatcher dispatcher(*store, std::make_unique<ScriptedEngine>(m_script));
  m_script.tell(accepted());
  m_script.tell(accepted());
  EXPECT_EQ(wait_for_end(*store, running).verdict, "accepted");
  EXPECT_EQ(wait_for_end(*store, waiting).verdict, "accepted");
}

// Ctrl-C or the service manager ends the engine's processes as well, and they may say so before this server has heard of it.
TEST_F(Queue, WhatEndsTogetherWithTheServerStaysInTheQueue) {
  for (const bool by_event : {false, true}) {
    std::int64_t id = 0;
    {
      const auto store = open();
      Dispatcher dispatcher(*store, std::make_unique<ScriptedEngine>(m_script));
      id = dispatcher.add(order_of("anna"), "a").value();
      wait_until([&] { return dispatcher.state().value().running.id == id; });
      if (by_event) m_script.tell(WorkerEvent::Failed{"interrupted"});
      else m_script.set_failing(true);
      std::this_thread::sleep_for(50ms);
      dispatcher.close();
    }
    const auto store = open();
    EXPECT_EQ(store->find(id).value()->state, OrderState::queued);
    EXPECT_EQ(store->find(id).value()->starts, 0);
    m_script.set_failing(false);
    ASSERT_TRUE(store->cancel_queued(id).value());
  }
}

TEST_F(Queue, IsTheOwnersAlone) {
  const auto folder = m_folder->path() / "data";
  const auto store = Store::open(folder / "serve.sqlite").value();
  ASSERT_TRUE(store->add(order_of("anna"), "a"));
  constexpr auto k_others = std::filesystem::perms::group_all | std::filesystem::perms::others_all;
  EXPECT_EQ(std::filesystem::status(folder).permissions() & k_others, std::filesystem::perms::none);
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    EXPECT_EQ(entry.status().permissions() & k_others, std::filesystem::perms::none) << entry.path();
    ++files;
  }
  EXPECT_GE(files, 4) << "with the lock and what SQLite writes beside it";
}

TEST_F(Queue, KeepsTheSeedOfATrial) {
  const auto store = open();
  auto order = order_of("anna");
  order.kind = OrderKind::trial;
  order.seed = "18446744073709551615";
  const auto id = store->add(order, "a").value();
  EXPECT_EQ(store->find(id).value()->seed, order.seed);
}

// As after kill -9: the store was not told that anything ended.
TEST_F(Queue, WhatASecondServerDiedOfIsGivenUp) {
  const auto id = open()->add(order_of("anna"), "a").value();
  for (const auto expected : {OrderState::queued, OrderState::queued, OrderState::failed}) {
    const auto store = open();
    const auto order = store->find(id).value().value();
    EXPECT_EQ(order.state, expected);
    if (expected == OrderState::queued) EXPECT_TRUE(store->mark_running(id).value());
    else EXPECT_THAT(order.error, HasSubstr("more than once"));
  }
}

TEST_F(Queue, IsOfOneServerAtATime) {
  const auto store = open();
  const auto second = Store::open(m_folder->path() / "serve.sqlite");
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, HasSubstr("another `judge serve`"));
}

TEST_F(Queue, KeepsTextsAndTellsTheStandings) {
  const auto store = open();
  const auto add_ended = [&](const char* user, const char* text, const char* verdict, std::optional<double> median_ns) {
    auto order = order_of(user);
    order.id = store->add(order, text).value();
    order.state = OrderState::done;
    order.verdict = verdict;
    order.median_ns = median_ns;
    EXPECT_TRUE(store->mark_ended(order, "{}"));
    return order.id;
  };
  const auto first = add_ended("anna", "slow", "accepted", 300);
  add_ended("anna", "fast", "accepted", 100);
  add_ended("anna", "bad", "wrong-answer", std::nullopt);
  add_ended("anna", "flaky", "accepted", 10);
  add_ended("anna", "flaky", "wrong-answer", std::nullopt);
  add_ended("ben", "x", "accepted", 1);
  const auto standing = store->standings("anna").value().at("vector-addition");
  EXPECT_EQ(standing.accepted, 2);
  EXPECT_EQ(standing.rejected, 2) << "the latest judgement of a text stands";
  EXPECT_EQ(standing.best_ns, 100);
  EXPECT_EQ(store->text(store->find(first).value()->hash).value(), "slow");
  EXPECT_EQ(store->history("anna", "vector-addition", 3).value().size(), 3u);
  EXPECT_FALSE(store->text("none"));
}

}  // namespace
}  // namespace judge
