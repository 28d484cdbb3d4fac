#pragma once

#include <cstdint>
#include <map>

namespace judge::emulated {

/// What names a task in clocks.
struct TaskId {
  std::uint32_t stream = 0;
  std::uint32_t count = 0;   ///< of the stream's tasks until then
  std::uint64_t number = 0;  ///< of all streams' tasks until then
};

/// The known progress of each stream.
class StreamClock {
 public:
  void join(const StreamClock& other);
  void add(const TaskId& task) { m_counts[task.stream] = task.count; }
  bool covers(const TaskId& task) const;
  /// All tasks before this number are known, whatever their streams.
  void cover_all_before(std::uint64_t number);

 private:
  std::uint64_t m_all_before = 0;
  std::map<std::uint32_t, std::uint32_t> m_counts;
};

/// What a task is, for messages.
struct TaskName {
  const char* what = "";  ///< "cudaMemcpyAsync()"; of a kernel its name
  bool is_kernel = false;
  const void* code = nullptr;  ///< of the call in the attempt; null = not known or not needed
};

}  // namespace judge::emulated
