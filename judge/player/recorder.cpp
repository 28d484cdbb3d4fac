#include "judge/player/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "judge/player/copy_sides.hpp"
#include "judge/player/function_attributes.hpp"
#include "judge/player/interposed.hpp"

namespace judge {

namespace {

// What it asks of the runtime may fail, which is none of the attempt's errors.
class OwnErrors {
 public:
  OwnErrors() : m_attempts_is_pending(!tracer().errors().pending().text.empty()) {}
  OwnErrors(const OwnErrors&) = delete;
  ~OwnErrors() {
    if (m_attempts_is_pending) return;
    if (const auto forget = runtime_function<cuda::Error()>("cudaGetLastError")) forget();
  }

 private:
  bool m_attempts_is_pending;
};

// False: this runtime (before CUDA 12.4) does not say where a kernel's arguments lie.
bool copy_arguments(const void* function, void* const* arguments, RecordedOperation& operation) {
  const auto where =
      runtime_function<cuda::Error(const void*, std::size_t, std::size_t*, std::size_t*)>("cudaFuncGetParamInfo");
  if (!where) return false;
  for (std::size_t i = 0;; ++i) {
    std::size_t place = 0, bytes = 0;
    if (where(function, i, &place, &bytes)) return true;
    if (place + bytes > k_most_recorded_bytes) return false;
    operation.argument_places.push_back(static_cast<std::uint32_t>(place));
    operation.arguments.resize(std::max(operation.arguments.size(), place + bytes));
    std::memcpy(operation.arguments.data() + place, arguments[i], bytes);
  }
}

bool describe(const void* function, RecordedOperation& operation) {
  const auto get_name = runtime_function<cuda::Error(const char**, const void*)>("cudaFuncGetName");
  const auto get_attributes = runtime_function<cuda::Error(void*, const void*)>("cudaFuncGetAttributes");
  const char* name = nullptr;
  FunctionAttributesHead attributes{};
  if (!get_name || !get_attributes || get_name(&name, function) || !name || get_attributes(&attributes, function)) return false;
  operation.kernel = name;
  operation.most_shared_bytes = attributes.most_shared_bytes;
  operation.shared_carveout = attributes.shared_carveout;
  return true;
}

std::string words(std::initializer_list<const void*> pointers) {
  std::string bytes;
  for (const void* pointer : pointers) bytes.append(reinterpret_cast<const char*>(&pointer), sizeof pointer);
  return bytes;
}

}  // namespace

Recorder& recorder() {
  static Recorder instance;
  return instance;
}

void Recorder::begin(std::vector<Window> windows) {
  const std::lock_guard lock(m_mutex);
  m_windows = std::move(windows);
  m_recording = {};
  m_scratch.clear();
  m_bytes = 0;
  m_active = true;
}

Recording Recorder::end(int operations) {
  const std::lock_guard lock(m_mutex);
  m_active = false;
  if (m_recording.obstacle.empty()) m_recording.obstacle = m_set_otherwise;
  if (m_recording.obstacle.empty() && m_recording.operations.empty())
    m_recording.obstacle = "solve() puts nothing on the device that the judge sees";
  if (m_recording.obstacle.empty() && static_cast<std::size_t>(operations) != m_recording.operations.size())
    m_recording.obstacle = "solve() does more on the device than launches, sets and copies within it";
  if (!m_recording.obstacle.empty()) m_recording = {.obstacle = m_recording.obstacle};
  return std::move(m_recording);
}

// The judge's own kernels come this way, too, around the call.
bool Recorder::active() const { return m_active && tracer().active(); }

void Recorder::obstacle(std::string text) {
  const std::lock_guard lock(m_mutex);
  if (m_active && m_recording.obstacle.empty()) m_recording.obstacle = std::move(text);
}

void Recorder::set_otherwise(const char* function) {
  const std::lock_guard lock(m_mutex);
  m_set_otherwise = fmt::format("solve() calls {}()", function);
}

void Recorder::launched(const void* function, const Launch& launch, void* const* arguments) {
  if (!active()) return;
  RecordedOperation operation{.grid = {launch.grid.x, launch.grid.y, launch.grid.z},
                              .block = {launch.block.x, launch.block.y, launch.block.z},
                              .shared_bytes = launch.shared_bytes,
                              .launch_attributes = launch.attributes};
  const OwnErrors own_errors;
  if (!describe(function, operation) || !copy_arguments(function, arguments, operation))
    return obstacle("this CUDA runtime does not tell a kernel's arguments");
  add(std::move(operation), launch.stream);
}

void Recorder::set(void* to, int value, std::size_t bytes, cuda::Stream stream) {
  if (!active()) return;
  add({.kind = RecordedOperation::Kind::set, .arguments = words({to}), .value = value, .bytes = bytes}, stream);
}

void Recorder::copied(void* to, const void* from, std::size_t bytes, cuda::Stream stream) {
  if (!active()) return;
  add({.kind = RecordedOperation::Kind::copy, .arguments = words({to, from}), .bytes = bytes}, stream);
}

void Recorder::add(RecordedOperation operation, cuda::Stream stream) {
  const std::lock_guard lock(m_mutex);
  if (!m_active || !m_recording.obstacle.empty()) return;
  if (stream == k_legacy) stream = nullptr;
  if (m_recording.operations.empty()) m_stream = stream;
  // Numbers and names of fields take room in the message as well.
  m_bytes += 400 + operation.kernel.size() + operation.launch_attributes.size() + 15 * operation.arguments.size();
  if (stream != m_stream) {
    m_recording.obstacle = "solve() works on several streams";
  } else if (m_recording.operations.size() == k_most_recorded_operations || m_bytes > k_most_recorded_bytes) {
    m_recording.obstacle = fmt::format("solve() has more than {} operations, or many arguments", k_most_recorded_operations);
  } else {
    find_pointers(operation);
    m_recording.operations.push_back(std::move(operation));
  }
}

// By value, wherever one may lie: whether that was right is seen when the answers of what is played back are compared.
void Recorder::find_pointers(RecordedOperation& operation) {
  for (std::size_t place = 0; place + sizeof(std::uint64_t) <= operation.arguments.size(); place += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, operation.arguments.data() + place, sizeof word);
    RecordedPointer found{.place = static_cast<std::uint32_t>(place)};
    if (!find_pointer(word, found)) continue;
    operation.pointers.push_back(found);
    std::memset(operation.arguments.data() + place, 0, sizeof word);  // it is another one in each call
  }
}

// What begins where something else ends is meant before that end.
bool Recorder::find_pointer(std::uint64_t word, RecordedPointer& found) {
  return find_pointer(word, Ends::without, found) || find_pointer(word, Ends::with, found);
}

bool Recorder::find_pointer(std::uint64_t word, Ends ends, RecordedPointer& found) {
  const char* const pointer = reinterpret_cast<const char*>(word);
  const auto is_in = [&](const char* begin, std::uint64_t bytes) {
    return pointer >= begin && (pointer < begin + bytes || (ends == Ends::with && pointer == begin + bytes));
  };
  for (const Window& window : m_windows) {
    if (!is_in(window.memory, window.memory_bytes)) continue;
    found.argument = window.argument;
    found.offset = pointer - window.pointer;
    return true;
  }
  if (const auto own = tracer().memory().allocation_at(pointer); own && is_in(own->begin, own->bytes)) {
    add_scratch(own->begin, {.bytes = own->bytes}, pointer, found);
    return true;
  }
  // Neither small numbers nor two floats are asked about.
  constexpr std::uint64_t k_least_address = std::uint64_t{1} << 32, k_end_of_addresses = std::uint64_t{1} << 47;
  if (word < k_least_address || word >= k_end_of_addresses) return false;
  if (pointed_at(pointer).where == PointedAt::Where::nowhere_known) return false;
  if (find_variable(pointer, found)) return true;
  if (ends == Ends::without) return false;
  m_recording.obstacle = "solve() uses memory that is no argument and that the judge did not see it allocate";
  return false;
}

void Recorder::add_scratch(const char* begin, RecordedScratch scratch, const char* pointer, RecordedPointer& found) {
  const auto known = std::ranges::find(m_scratch, begin);
  found.scratch = static_cast<int>(known - m_scratch.begin());
  found.offset = pointer - begin;
  if (known != m_scratch.end()) return;
  m_scratch.push_back(begin);
  m_recording.scratch.push_back(std::move(scratch));
}

void Recorder::registered(const void* symbol, const char* name, std::size_t bytes) {
  const std::lock_guard lock(m_mutex);
  m_variables.push_back({symbol, name, bytes});
}

bool Recorder::find_variable(const char* pointer, RecordedPointer& found) {
  const auto address_of = runtime_function<cuda::Error(void**, const void*)>("cudaGetSymbolAddress");
  for (const Variable& variable : m_variables) {
    void* address = nullptr;
    if (!address_of || address_of(&address, variable.symbol)) continue;
    const char* const begin = static_cast<const char*>(address);
    if (pointer < begin || pointer > begin + variable.bytes) continue;
    add_scratch(begin, {variable.bytes, variable.name}, pointer, found);
    return true;
  }
  return false;
}

}  // namespace judge
