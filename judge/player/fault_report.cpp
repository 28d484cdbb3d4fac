#include "judge/player/fault_report.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstring>

namespace judge {

static const Channel* s_channel = nullptr;

// Runs inside a signal handler on the faulting thread.
static void on_fault(const JudgeEmulatedFault* fault) {
  FaultMessage message{.fault = *fault};
  Dl_info info{};
  if (fault->code_address && ::dladdr(fault->code_address, &info) && info.dli_fname) {
    message.module_offset = reinterpret_cast<std::uint64_t>(fault->code_address) - reinterpret_cast<std::uint64_t>(info.dli_fbase);
    std::strncpy(message.module, info.dli_fname, sizeof message.module - 1);
  }
  s_channel->send_raw(&message, sizeof message);
  if (fault->is_fatal) ::_exit(k_fault_exit_status);
}

void report_faults_to(const Channel& channel, const Runtime& runtime) {
  s_channel = &channel;
  if (runtime.cuda.judgeEmulatedSetFaultHandler) runtime.cuda.judgeEmulatedSetFaultHandler(on_fault);
}

}  // namespace judge
