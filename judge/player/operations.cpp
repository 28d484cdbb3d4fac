#include "judge/player/operations.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace judge {

namespace {

constexpr std::size_t k_most_one_by_one = 64, k_most_told = 256, k_most_bytes_of_names = 64 << 10;

bool are_alike(const Operation& a, const Operation& b) {
  const auto shape = [](const Operation& operation) {
    return std::tie(operation.what, operation.grid, operation.block, operation.registers, operation.shared_bytes,
                    operation.bytes, operation.stream);
  };
  return shape(a) == shape(b);
}

void join(Operation& sum, const Operation& operation) {
  sum.count += operation.count;
  sum.gap_ns += operation.gap_ns;
  sum.duration_ns += operation.duration_ns;
}

}  // namespace

std::vector<Operation> operations_to_report(std::vector<Operation> operations) {
  if (operations.size() <= k_most_one_by_one) return operations;
  std::vector<Operation> told;
  Operation others{.what = "others", .count = 0};
  std::size_t bytes_of_names = 0;
  for (auto& operation : operations) {
    const auto alike = std::ranges::find_if(told, [&](const Operation& other) { return are_alike(operation, other); });
    if (alike != told.end()) {
      join(*alike, operation);
    } else if (told.size() == k_most_told || bytes_of_names + operation.what.size() > k_most_bytes_of_names) {
      join(others, operation);
    } else {
      bytes_of_names += operation.what.size();
      told.push_back(std::move(operation));
    }
  }
  if (others.count > 0) told.push_back(std::move(others));
  return told;
}

OperationLog::~OperationLog() {
  for (const auto& entry : m_entries)
    for (const cuda::Event event : {entry.before, entry.after})
      if (event) m_runtime->cuda.cudaEventDestroy(event);
}

void OperationLog::listen(Tracer::Hooks& hooks) {
  hooks.operation_begins = [this](cuda::Stream stream) { begin(stream); };
  hooks.operation_ends = [this](cuda::Stream stream, Operation operation) { end(stream, std::move(operation)); };
}

void OperationLog::begin(cuda::Stream stream) {
  Entry& entry = m_entries.emplace_back();
  entry.stream = stream;
  m_runtime->cuda.cudaEventCreateWithFlags(&entry.before, 0);
  m_runtime->cuda.cudaEventCreateWithFlags(&entry.after, 0);
  m_runtime->cuda.cudaEventRecord(entry.before, stream);
}

void OperationLog::end(cuda::Stream stream, Operation operation) {
  // Threads of the attempt may take turns: the newest that still waits for its end on this stream.
  const auto waits = [&](const Entry& entry) { return entry.stream == stream && !entry.is_timed; };
  const auto found = std::ranges::find_if(m_entries.rbegin(), m_entries.rend(), waits);
  if (found == m_entries.rend()) return;
  found->is_timed = m_runtime->cuda.cudaEventRecord(found->after, stream) == cuda::success;
  found->operation = std::move(operation);
  found->operation.stream = number_of(stream);
}

int OperationLog::number_of(cuda::Stream stream) {
  auto found = std::ranges::find(m_streams, stream);
  if (found == m_streams.end()) found = m_streams.insert(found, stream);
  return static_cast<int>(found - m_streams.begin());
}

std::optional<double> OperationLog::between_ns(cuda::Event from, cuda::Event to) const {
  float milliseconds = 0;
  if (m_runtime->cuda.cudaEventElapsedTime(&milliseconds, from, to) == cuda::success)
    return static_cast<double>(milliseconds) * 1e6;
  m_runtime->cuda.cudaGetLastError();
  return std::nullopt;
}

std::vector<Operation> OperationLog::finish() {
  std::vector<Operation> operations;
  std::map<int, cuda::Event> last_on_stream;
  for (auto& [operation, stream, before, after, is_timed] : m_entries) {
    const auto duration_ns = is_timed ? between_ns(before, after) : std::nullopt;
    if (!duration_ns) continue;
    operation.duration_ns = *duration_ns;
    if (const auto last = last_on_stream.find(operation.stream); last != last_on_stream.end())
      operation.gap_ns = between_ns(last->second, before).value_or(0);
    last_on_stream[operation.stream] = after;
    operations.push_back(std::move(operation));
  }
  return operations_to_report(std::move(operations));
}

}  // namespace judge
