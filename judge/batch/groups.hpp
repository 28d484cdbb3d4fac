#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

#include "judge/worker/messages.hpp"

namespace judge {

/// A job whose file was read.
struct ReadyJob {
  WorkerJob job;
  std::string key;    ///< of all that its result depends on but the device
  std::string group;  ///< jobs of one group can be judged in one session of a worker
  int failures = 0;   ///< of workers that had it, or of the judge, which had no device memory
  std::string problem_hash = {};
  std::uint64_t number = 0;  ///< of the jobs in the order in which they came, their texts with them
  std::uint64_t seed = 0;    ///< that its worker was given for it
};

/// Jobs that wait, so that each worker stays at one problem as long as it can: opening one costs as much as several verdicts.
class Groups {
 public:
  void add(ReadyJob job);
  /// Before all others of its group.
  void put_back(ReadyJob job);

  /// For a worker that had `current` last. The next of that group, else of the largest group that no worker is at, else of the one with the most
  /// jobs for each worker that is at it. None: nothing waits.
  std::optional<ReadyJob> take(const std::string& current);

  std::size_t size() const { return m_size; }
  bool empty() const { return m_size == 0; }
  /// A worker that had this group is gone or idle.
  void leave(const std::string& group);

 private:
  struct Group {
    std::deque<ReadyJob> jobs;
    std::size_t workers = 0;
  };
  Group* fullest();
  void drop_if_unused(const std::string& name);

  std::map<std::string, Group> m_groups;
  std::size_t m_size = 0;
};

}  // namespace judge
