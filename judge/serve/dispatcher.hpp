#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "judge/serve/answer.hpp"
#include "judge/serve/engine.hpp"
#include "judge/serve/store.hpp"
#include "judge/serve/turns.hpp"

namespace judge {

/// How far the running order is.
struct LiveProgress {
  std::int64_t id = 0;  ///< 0 = nothing runs
  std::string user, problem, attempt;
  OrderKind kind = OrderKind::judge;
  std::string stage;
  int done = 0, of = 0, failed = 0;  ///< cases
  std::vector<std::string> messages;
  double elapsed_seconds = 0, usual_seconds = 0;
};

/// The queue as it is at one moment.
struct QueueState {
  LiveProgress running;
  std::vector<Turn> turns;  ///< of those that wait, in the order in which they will be judged
  std::map<std::int64_t, Order> waiting;
};

/// Takes one order after the other out of the store and has the engine judge it: one at a time, since a timing needs the device alone.
class Dispatcher {
 public:
  struct Limits {
    std::size_t most_waiting_of_one = 8, most_waiting = 200;
    std::chrono::seconds idle{60};  ///< after which the engine gives the device back
  };
  Dispatcher(Store& store, std::unique_ptr<Engine> engine, Limits limits);
  Dispatcher(Store& store, std::unique_ptr<Engine> engine) : Dispatcher(store, std::move(engine), Limits()) {}
  /// Ends the running job, which stays in the queue.
  ~Dispatcher();

  /// Into the queue; its id. Failures: 429 too many wait; the store's.
  Answer<std::int64_t> add(Order order, std::string_view text, std::string_view other_text = {});
  /// Failures: 404 there is none of this user that waits or runs; the store's.
  Answer<void> cancel(std::int64_t id, std::string_view user);

  /// As of now; the store is read only where the queue has changed. Errors: the store's.
  Result<QueueState> state() const;
  /// Another one after each change of the queue or of the running order's progress.
  std::uint64_t version() const;
  /// Returns when the version is another one, or after `patience`; the version.
  std::uint64_t wait_for_change(std::uint64_t version, std::chrono::milliseconds patience) const;
  /// Ends the running job, which stays in the queue, and every wait_for_change(), now and from now on.
  void close();

 private:
  void work();
  bool is_ending() const;
  bool is_ending_soon() const;
  std::optional<Order> next_order();
  void judge(Order order);
  bool begin(Order& order);
  Result<void> follow(Order& order, std::string& result);
  void keep(const std::function<Result<void>()>& write);
  void take(const WorkerEvent::What& event, Order& order, std::string& result);
  /// What the store has of the queue. It is read once for each change, however many pages look on.
  struct Known {
    std::uint64_t version = 0;
    std::vector<Order> orders;     ///< open ones, oldest first
    std::vector<Waiting> waiting;  ///< of those the queued ones
  };
  using KnownPtr = std::shared_ptr<const Known>;

  enum class Change { progress, queue };
  void changed(Change what = Change::queue);
  double usual_seconds(const Order& order) const;
  Result<KnownPtr> known() const;
  std::vector<Turn> turns(const Known& known) const;

  Store& m_store;
  std::unique_ptr<Engine> m_engine;
  Limits m_limits;
  mutable std::mutex m_mutex;
  mutable std::condition_variable m_changed;
  std::uint64_t m_version = 1, m_queue_version = 1;
  mutable std::mutex m_reading;  ///< before m_mutex: one reads the store anew, and the others wait for what that has
  mutable KnownPtr m_known;
  LiveProgress m_running;
  double m_running_since = 0;
  std::int64_t m_cancelled = 0;  ///< the running one, where it is to be ended
  std::map<std::string, double> m_last_turns;
  bool m_ending = false;
  std::thread m_thread;
};

}  // namespace judge
