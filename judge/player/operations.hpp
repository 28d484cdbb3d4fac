#pragma once

#include <optional>
#include <vector>

#include "judge/player/tracer.hpp"

namespace judge {

/// The operations to report. Up to 64 are reported unchanged. Of more, those that are equal except for their times become one, at
/// the position of the first; those that still do not fit into a message become one named "others", at the end.
std::vector<Operation> operations_to_report(std::vector<Operation> operations);

/// Times each operation of a call between two events of its own, inside the bracket around the call. Events serialise the
/// operations of one stream. They add the time of an empty bracket to each operation.
class OperationLog {
 public:
  explicit OperationLog(const Runtime& runtime) : m_runtime(&runtime) {}
  OperationLog(const OperationLog&) = delete;
  OperationLog& operator=(const OperationLog&) = delete;
  ~OperationLog();

  /// Records the operations of a call.
  void listen(Tracer::Hooks& hooks);

  /// Call when the device is idle. The operations in the order in which they were queued, through operations_to_report(). Captured
  /// operations of a graph have no times and are left out.
  std::vector<Operation> finish();

 private:
  struct Entry {
    Operation operation;
    cuda::Stream stream = nullptr;
    cuda::Event before = nullptr, after = nullptr;
    bool is_timed = false;
  };

  void begin(cuda::Stream stream);
  void end(cuda::Stream stream, Operation operation);
  int number_of(cuda::Stream stream);
  std::optional<double> between_ns(cuda::Event from, cuda::Event to) const;

  const Runtime* m_runtime;
  std::vector<Entry> m_entries;
  std::vector<cuda::Stream> m_streams{nullptr};
};

}  // namespace judge
