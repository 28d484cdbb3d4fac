// Two tasks that nothing orders and that use the same bytes, one of them writing. Streams are ordered as CUDA promises it
// (stream_work.hpp), whatever the order in which tasks ran here.
#include <dlfcn.h>
#include <unwind.h>

#include <cstdio>
#include <mutex>

#include "judge/emulator/checker/checking.hpp"
#include "judge/emulator/runtime/stream_work.hpp"

namespace judge::emulated {

namespace {

std::string describe(const TaskId& id, const TaskName& name) {
  const std::string stream = describe_stream(id.stream);
  return std::string(name.is_kernel ? "the kernel " : "") + name.what + (stream == "a graph" ? " of " : " on ") + stream;
}

/// What the note says of the later of the two; the host has no stream.
std::string describe_now(const Task* task) { return task ? describe(task->id, task->name) : "host code"; }

const char* verb(bool is_write) { return is_write ? "writes" : "reads"; }

struct Search {
  std::uintptr_t library;
  const void* found = nullptr;
};

_Unwind_Reason_Code visit_frame(_Unwind_Context* context, void* argument) {
  auto& search = *static_cast<Search*>(argument);
  const void* const code = reinterpret_cast<const void*>(_Unwind_GetIP(context));
  Dl_info info{};
  if (!::dladdr(code, &info) || reinterpret_cast<std::uintptr_t>(info.dli_fbase) != search.library) return _URC_NO_REASON;
  search.found = code;
  return _URC_END_OF_STACK;
}

}  // namespace

const void* Checker::find_caller() {
  const Busy busy;
  Search search{m_library};
  ::_Unwind_Backtrace(visit_frame, &search);
  return search.found;
}

void Checker::work_started(const Task& task) {
  const std::lock_guard lock(m_lock);
  forget_what_the_host_knows();
  m_task = &task;
  m_work = {.id = task.id, .name = task.name, .after = m_order.now()};
  m_past.begin(*task.clock);
}

void Checker::work_ended() {
  const std::lock_guard lock(m_lock);
  m_work.until = m_order.now();
  if (m_work.until > m_work.after) m_past.add(m_work);
  m_task = nullptr;
  m_host_waits = 0;  // what is unordered to the host is found anew
}

// Only where the host has waited since.
void Checker::forget_what_the_host_knows() {
  if (m_past.is_empty() || m_host_waits == host_waits + 1) return;
  m_host_waits = host_waits + 1;
  const StreamClock known = host_clock();
  m_past.forget(known);
  m_past.begin(known);
}

void Checker::work_accesses(const void* first, std::size_t bytes, bool is_write) {
  const Busy busy;
  const std::lock_guard lock(m_lock);
  if (!m_task) return;
  const auto address = reinterpret_cast<std::uintptr_t>(first);
  const std::uint8_t flags = is_write ? Access::write : Access::read;
  const Access access{.address = address, .bytes = bytes, .flags = flags, .code = m_task->name.code};
  check_streams(access, m_map.find(address));
  m_past.add(RangeAccess{m_task->id, m_task->name, address, bytes, is_write});
}

// A whole range, or what the host does: held against kernels' accesses cell by cell, and against ranges.
void Checker::check_streams(const Access& access, Buffer* buffer) {
  if (const RangeAccess* const range = m_past.unordered_range(access.address, access.bytes, access.writes()))
    tell_stream_race(access, range->id, range->name, range->is_write, range->name.code);
  if (!buffer || !m_past.may_race_with_kernels() || access.address < buffer->begin()) return;
  const PastWork* work = nullptr;
  const Trace* found = nullptr;
  for_each_cell(access.address - buffer->begin(), access.bytes, [&](std::size_t index, std::uint8_t bytes) {
    if (found || index >= buffer->cells.size()) return;
    const Cell& cell = buffer->cells[index];
    const auto look_at = [&](const Trace& earlier) {
      if (found || earlier.time == 0 || !(earlier.bytes & bytes)) return;
      work = m_past.unordered_at(earlier.time);
      if (work) found = &earlier;
    };
    look_at(cell.write);
    if (access.writes())
      for (const Trace& read : cell.reads) look_at(read);
  });
  if (found) tell_stream_race(access, work->id, work->name, found->flags & Access::write, code_of(*found));
}

void Checker::check_host_streams(const Access& access, Buffer* buffer) {
  if (m_task || m_past.is_empty()) return;  // a host function comes after what its stream did before
  forget_what_the_host_knows();
  const bool is_shared = buffer && (buffer->region.kind == MemoryKind::host || buffer->region.kind == MemoryKind::managed);
  check_streams(access, is_shared ? buffer : nullptr);
}

// One access of a kernel, against those of an earlier one.
bool Checker::is_stream_race(const Trace& earlier, const Trace& now) const {
  return earlier.time != 0 && earlier.time < m_order.launch_start() && (earlier.bytes & now.bytes) &&
         conflicts(earlier, now, Fault::Space::global) && m_past.unordered_at(earlier.time);
}

void Checker::tell_stream_race(const Access& access, const TaskId& id, const TaskName& name, bool is_write, const void* code) {
  if (m_findings.is_known(Fault::Kind::stream_race, access.code, code)) return;
  JudgeEmulatedFault fault = fault_of(access, Fault::Kind::stream_race, Fault::Space::global);
  if (!access.code) fault.code_address = nullptr;
  fault.has_other = code != nullptr;
  fault.other_is_write = is_write;
  if (code) fault.other_code_address = static_cast<const char*>(code) - 1;
  std::snprintf(fault.note, sizeof fault.note, "%s %s what %s %s, and nothing orders the two", describe_now(m_task).c_str(),
                verb(access.writes()), describe(id, name).c_str(), verb(is_write));
  m_findings.tell(fault);
}

}  // namespace judge::emulated
