#include "judge/player/fault_report.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstring>

#include "judge/model/outcome.hpp"
#include "judge/player/tracer.hpp"

namespace judge {

static const Channel* s_channel = nullptr;

// Fixed storage: a signal handler reads it.
struct NamedBuffer {
  const void* pointer = nullptr;
  char name[64] = {};
};
static std::array<NamedBuffer, 64> s_buffers;

void name_buffer(int index, const void* pointer, const std::string& name) {
  NamedBuffer& buffer = s_buffers.at(static_cast<std::size_t>(index));
  buffer.pointer = pointer;
  std::strncpy(buffer.name, name.c_str(), sizeof buffer.name - 1);
}

void forget_buffers() { s_buffers = {}; }

/// A pointer that leads nowhere may be what an allocation that failed has left.
static void note_refused_memory(JudgeEmulatedFault& fault) {
  const std::uint64_t bytes = tracer().memory().refused_bytes();
  if (bytes == 0 || fault.kind != static_cast<int>(Fault::Kind::illegal_access) || fault.buffer || fault.note[0]) return;
  std::snprintf(fault.note, sizeof fault.note,
                "before this an allocation of %llu bytes failed in this call: is what cudaMalloc() returns tested?",
                static_cast<unsigned long long>(bytes));
}

// Runs inside a signal handler on the faulting thread.
static void on_fault(const JudgeEmulatedFault* fault) {
  FaultMessage message{.fault = *fault};
  note_refused_memory(message.fault);
  Dl_info info{};
  if (fault->code_address && ::dladdr(fault->code_address, &info) && info.dli_fname) {
    message.module_offset =
        reinterpret_cast<std::uint64_t>(fault->code_address) - reinterpret_cast<std::uint64_t>(info.dli_fbase);
    if (fault->other_code_address)
      message.other_module_offset =
          reinterpret_cast<std::uint64_t>(fault->other_code_address) - reinterpret_cast<std::uint64_t>(info.dli_fbase);
    Dl_info of_thing{};
    if (fault->thing_code && ::dladdr(fault->thing_code, &of_thing) && of_thing.dli_fbase == info.dli_fbase)
      message.thing_module_offset =
          reinterpret_cast<std::uint64_t>(fault->thing_code) - reinterpret_cast<std::uint64_t>(info.dli_fbase);
    std::strncpy(message.module, info.dli_fname, sizeof message.module - 1);
  }
  for (const NamedBuffer& buffer : s_buffers)
    if (fault->buffer && buffer.pointer == fault->buffer) std::memcpy(message.buffer_name, buffer.name, sizeof buffer.name);
  s_channel->send_raw(&message, sizeof message);
  if (fault->is_fatal) ::_exit(k_fault_exit_status);
}

void report_faults_to(const Channel& channel, const Runtime& runtime) {
  s_channel = &channel;
  if (runtime.cuda.judgeEmulatedSetFaultHandler) runtime.cuda.judgeEmulatedSetFaultHandler(on_fault);
}

}  // namespace judge
