#pragma once

#include "judge/model/outcome.hpp"
#include "judge/runtime/emulated_extension.hpp"

namespace judge::emulated {

/// Installs handlers for memory faults etc. in every thread of the process.
void install_fault_handler();

/// Gives the calling host thread a stack for its signal handlers.
void prepare_thread_for_faults();

/// A fault of this kind, with the kernel, block and thread that the calling runner runs (or none).
JudgeEmulatedFault fault_here(Fault::Kind kind);

/// Same, for the thread with this linear index of the block that runs.
JudgeEmulatedFault fault_of_thread(Fault::Kind kind, unsigned linear_thread, const void* return_address);

/// An access to an address that is no multiple of `alignment`, by the call with this return address.
JudgeEmulatedFault misaligned_access(const void* pointer, std::size_t alignment, const void* return_address);

/// While this object exists, a fault of the calling host thread is one of the call with this return address: the runtime
/// accesses memory for the attempt.
class CodeAtFault {
 public:
  explicit CodeAtFault(const void* return_address);
  ~CodeAtFault();
  CodeAtFault(const CodeAtFault&) = delete;
  CodeAtFault& operator=(const CodeAtFault&) = delete;
};

/// Fills in the nearest buffer and the offset of `address` from it, if there is one not too far away.
void set_nearest_buffer(JudgeEmulatedFault& fault, const void* address);

/// Fills in the accessed object in shared memory.
struct SharedReport;
void set_shared(JudgeEmulatedFault& fault, const SharedReport& report);

/// Says that a kernel used what this parameter of it, counted from 1, points to: memory of the host.
void set_hosts_memory(JudgeEmulatedFault& fault, int parameter);

/// Like report_fatal; inside a kernel it first finds the thread, whose index an optimised loop may not store.
[[noreturn]] void report_fatal_with_thread(JudgeEmulatedFault& fault);

/// Reports to the registered handler, or to standard error; the kernel continues.
void report_finding(JudgeEmulatedFault& fault);

/// Reports to the registered handler, or to standard error, and ends the process.
[[noreturn]] void report_fatal(JudgeEmulatedFault& fault);

}  // namespace judge::emulated
