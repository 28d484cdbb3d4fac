#include "judge/player/tracer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace judge {

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
  m_syncs_since_work = 0;
  m_side_streams.clear();
  m_memory.begin_call();
  m_errors.begin_call();
}

protocol::Trace Tracer::end() {
  const std::lock_guard lock(m_mutex);
  complete();
  m_active = false;
  m_trace.trailing_syncs = m_syncs_since_work;
  m_memory.end_call(m_trace);
  m_errors.end_call(m_trace);
  m_hooks = {};
  return m_trace;
}

void Tracer::complete() {
  if (m_completed) return;
  m_completed = true;
  if (m_hooks.complete) m_hooks.complete(m_streams);
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
  if (stream && stream != k_legacy && std::ranges::find(m_side_streams, stream) == m_side_streams.end()) {
    m_side_streams.push_back(stream);
    ++m_trace.side_streams;
  }
  if (stream == k_per_thread && std::ranges::find(m_streams, stream) == m_streams.end()) {
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

void Tracer::stream_created(cuda::Stream stream) {
  const std::lock_guard lock(m_mutex);
  m_streams.push_back(stream);
  if (m_hooks.stream_created) m_hooks.stream_created(stream);
}

void Tracer::stream_about_to_go(cuda::Stream stream) {
  const std::lock_guard lock(m_mutex);
  if (std::erase(m_streams, stream) && m_hooks.stream_about_to_go) m_hooks.stream_about_to_go(stream);
}

std::vector<cuda::Stream> Tracer::streams() const {
  const std::lock_guard lock(m_mutex);
  return m_streams;
}

void Tracer::forbidden(std::string call) {
  const std::lock_guard lock(m_mutex);
  if (m_active && m_trace.forbidden_call.empty()) m_trace.forbidden_call = std::move(call);
}

bool Tracer::frees_callers_memory(const void* pointer, const char* function) {
  const std::string parameter = m_memory.parameter_at(pointer);
  if (parameter.empty()) return false;
  forbidden(fmt::format("{}({})", function, parameter));
  return true;
}

}  // namespace judge
