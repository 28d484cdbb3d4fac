#include "judge/player/tracer.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace judge {

namespace {

constexpr std::size_t k_most_kept = 64;

// Of the call before this return address, in the library that holds it; 0 = not known.
std::uint64_t offset_of_call(const void* code) {
  Dl_info info{};
  if (!code || !::dladdr(code, &info)) return 0;
  return reinterpret_cast<std::uint64_t>(code) - 1 - reinterpret_cast<std::uint64_t>(info.dli_fbase);
}

}  // namespace

Tracer& tracer() {
  static Tracer instance;
  return instance;
}

void Tracer::begin(Hooks hooks) {
  const std::lock_guard lock(m_mutex);
  m_active = true;
  m_completed = false;
  m_hooks = std::move(hooks);
  m_trace = {};
  m_trace.allocated_bytes = m_allocated_bytes;
  m_trace.refused_bytes = m_refused_outside_bytes;  // what was refused then is missing in every call
  m_launch_code = nullptr;
  ++m_call;
  m_syncs_since_work = 0;
  m_first_failed_call = m_pending_call = {};
}

protocol::Trace Tracer::end() {
  const std::lock_guard lock(m_mutex);
  complete();
  m_active = false;
  m_trace.trailing_syncs = m_syncs_since_work;
  m_trace.kept_bytes = m_allocated_bytes;
  list_kept();
  m_hooks = {};
  return m_trace;
}

void Tracer::complete() {
  if (m_completed) return;
  m_completed = true;
  if (m_hooks.complete) m_hooks.complete();
}

void Tracer::note_blocking(const char* function) {
  if (m_trace.blocking_calls++ == 0) m_trace.first_blocking = function;
}

void Tracer::work(cuda::Stream stream) {
  const std::lock_guard lock(m_mutex);
  if (!m_active) return;
  if (m_completed) m_trace.changed_behaviour = true;
  for (; m_syncs_since_work > 0; --m_syncs_since_work) note_blocking("a synchronisation between two launches");
  ++m_trace.launches;
  const auto per_thread = reinterpret_cast<cuda::Stream>(2), legacy = reinterpret_cast<cuda::Stream>(1);
  if (stream && stream != legacy) ++m_trace.side_streams;
  if (stream == per_thread && std::ranges::find(m_streams, stream) == m_streams.end()) {
    m_streams.push_back(stream);
    if (m_hooks.stream_created) m_hooks.stream_created(stream);
  }
  if (m_hooks.operation_begins) m_hooks.operation_begins(stream);
}

void Tracer::worked(cuda::Stream stream, const std::function<Operation()>& describe) {
  const std::lock_guard lock(m_mutex);
  if (m_active && m_hooks.operation_ends) m_hooks.operation_ends(stream, describe());
}

void Tracer::synchronisation() {
  const std::lock_guard lock(m_mutex);
  if (!m_active) return;
  ++m_syncs_since_work;
  complete();
}

void Tracer::blocking(const char* function) {
  const std::lock_guard lock(m_mutex);
  if (!m_active) return;
  note_blocking(function);
  complete();
}

void Tracer::copy_with_host(const char* function, cuda::Stream stream) {
  const std::lock_guard lock(m_mutex);
  if (!m_active) return;
  note_blocking(function);
  complete();
  if (m_hooks.operation_begins) m_hooks.operation_begins(stream);
}

void Tracer::forbidden(std::string call) {
  const std::lock_guard lock(m_mutex);
  if (m_active && m_trace.forbidden_call.empty()) m_trace.forbidden_call = std::move(call);
}

void Tracer::set_callers_memory(std::vector<CallersMemory> memory) {
  const std::lock_guard lock(m_mutex);
  m_callers_memory = std::move(memory);
}

const Tracer::CallersMemory* Tracer::find_callers_memory(const void* pointer) const {
  const auto holds = [at = static_cast<const char*>(pointer)](const CallersMemory& memory) {
    return at >= memory.begin && at < memory.begin + memory.bytes;
  };
  const auto found = std::ranges::find_if(m_callers_memory, holds);
  return found == m_callers_memory.end() ? nullptr : &*found;
}

void Tracer::registered(void* pointer) {
  const std::lock_guard lock(m_mutex);
  m_registered.insert(pointer);
}

void Tracer::unregistered(void* pointer) {
  const std::lock_guard lock(m_mutex);
  m_registered.erase(pointer);
}

std::vector<void*> Tracer::take_registered_callers_memory() {
  const std::lock_guard lock(m_mutex);
  std::vector<void*> taken;
  std::ranges::copy_if(m_registered, std::back_inserter(taken), [this](void* pointer) { return find_callers_memory(pointer); });
  for (void* pointer : taken) m_registered.erase(pointer);
  return taken;
}

bool Tracer::frees_callers_memory(const void* pointer, const char* function) {
  const std::lock_guard lock(m_mutex);
  const CallersMemory* const found = find_callers_memory(pointer);
  if (!found) return false;
  if (m_active && m_trace.forbidden_call.empty()) m_trace.forbidden_call = fmt::format("{}({})", function, found->name);
  return true;
}

void Tracer::refused(std::size_t bytes) {
  const std::lock_guard lock(m_mutex);
  m_trace.refused_bytes = std::max<std::uint64_t>(m_trace.refused_bytes, bytes);
}

bool Tracer::may_allocate(std::size_t bytes) {
  const std::lock_guard lock(m_mutex);
  if (m_limit_bytes == 0 || m_allocated_bytes + bytes <= m_limit_bytes) return true;
  std::uint64_t& refused = m_active ? m_trace.refused_bytes : m_refused_outside_bytes;
  refused = std::max<std::uint64_t>(refused, bytes);
  return false;
}

void Tracer::list_kept() {
  std::map<const void*, protocol::Kept> by_place;
  for (const auto& [pointer, allocation] : m_allocations) {
    if (allocation.call == 0) continue;
    auto& kept = by_place[allocation.code];
    kept.function = allocation.function;
    ++kept.count;
    kept.bytes += allocation.bytes;
  }
  for (auto& [code, kept] : by_place) {
    if (m_trace.kept.size() == k_most_kept) return;
    kept.call_offset = offset_of_call(code);
    m_trace.kept.push_back(std::move(kept));
  }
}

void Tracer::allocating(const char* function, const void* code) {
  const std::lock_guard lock(m_mutex);
  m_allocating = {.function = function, .code = code, .call = m_active ? m_call : 0};
}

void Tracer::allocated(void* pointer, std::size_t bytes) {
  const std::lock_guard lock(m_mutex);
  m_allocating.bytes = bytes;
  m_allocations[pointer] = m_allocating;
  m_allocated_bytes += bytes;
  m_trace.allocated_bytes = std::max<std::uint64_t>(m_trace.allocated_bytes, m_allocated_bytes);
}

void Tracer::freed(void* pointer) {
  const std::lock_guard lock(m_mutex);
  const auto found = m_allocations.find(pointer);
  if (found == m_allocations.end()) return;
  m_allocated_bytes -= found->second.bytes;
  m_allocations.erase(found);
}

void Tracer::stream_created(cuda::Stream stream) {
  const std::lock_guard lock(m_mutex);
  m_streams.push_back(stream);
  if (m_hooks.stream_created) m_hooks.stream_created(stream);
}

void Tracer::stream_about_to_go(cuda::Stream stream) {
  const std::lock_guard lock(m_mutex);
  if (std::erase(m_streams, stream) && m_hooks.stream_about_to_go) m_hooks.stream_about_to_go(stream);
}

void Tracer::launching(const void* code) {
  const std::lock_guard lock(m_mutex);
  m_launch_code = code;
}

void Tracer::asked_for_error(LastError last) {
  const std::lock_guard lock(m_mutex);
  if (!m_active) return;
  m_trace.unchecked_launch.clear();
  if (last == LastError::forgotten) m_pending_call = {};
}

PointedAt Tracer::pointed_at(const void* pointer) const {
  const std::lock_guard lock(m_mutex);
  const auto* const at = static_cast<const char*>(pointer);
  if (const CallersMemory* const found = find_callers_memory(pointer))
    return {.name = found->name, .bytes = found->bytes, .offset = static_cast<std::size_t>(at - found->begin)};
  auto next = m_allocations.upper_bound(const_cast<void*>(pointer));
  if (next == m_allocations.begin()) return {};
  const auto& [begin, allocation] = *--next;
  const auto offset = static_cast<std::size_t>(at - static_cast<const char*>(begin));
  if (offset > allocation.bytes) return {};
  return {.name = fmt::format("what {}() gave", allocation.function), .bytes = allocation.bytes, .offset = offset};
}

void Tracer::failed(std::string call, std::string reason, const void* code) {
  const std::lock_guard lock(m_mutex);
  if (!m_active) return;
  const bool is_launch = call.starts_with(protocol::k_launch_words);
  const std::uint64_t offset = offset_of_call(is_launch ? m_launch_code : code);
  if (is_launch && m_trace.unchecked_launch.empty()) {
    m_trace.unchecked_launch = call;
    m_trace.unchecked_launch_offset = offset;
  }
  m_pending_call = {std::move(call), std::move(reason), offset};
  if (m_first_failed_call.text.empty()) m_first_failed_call = m_pending_call;
}

}  // namespace judge
