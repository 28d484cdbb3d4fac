// Faults of the code under test: from signals (memory, division, illegal instruction) and from the emulator itself
// (deadlock, trap). What runs here runs in signal handlers: no allocation, no lock that could be held below.
#include "judge/emulator/runtime/faults.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>

#include "judge/emulator/runtime/block_runner.hpp"
#include "judge/emulator/runtime/host_code.hpp"
#include "judge/emulator/runtime/host_pointers.hpp"
#include "judge/emulator/runtime/machine_code.hpp"
#include "judge/emulator/runtime/memory.hpp"

namespace judge::emulated {

namespace {

constexpr int exit_status_of_fault = 77;
constexpr std::size_t signal_stack_bytes = 256 << 10;
constexpr std::uintptr_t near_stack_bytes = 1 << 20;
constexpr std::ptrdiff_t farthest_nearest_bytes = 1 << 30;
constexpr int fault_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};

std::atomic<JudgeEmulatedFaultHandler> fault_handler{nullptr};
std::atomic<pid_t> reporting_thread{0};

void print(const JudgeEmulatedFault& fault) {
  char text[2048];
  int used = std::snprintf(text, sizeof text, "emulated CUDA: %s%s", fault.is_fatal ? "" : "(forgiven) ",
                           name_of(static_cast<Fault::Kind>(fault.kind)));
  const auto append = [&](const char* format, auto... values) {
    if (used < static_cast<int>(sizeof text))
      used += std::snprintf(text + used, sizeof text - static_cast<std::size_t>(used), format, values...);
  };
  if (fault.in_kernel)
    append(" in kernel %s, block (%u,%u,%u), thread (%u,%u,%u)", fault.kernel, fault.block[0], fault.block[1], fault.block[2],
           fault.thread[0], fault.thread[1], fault.thread[2]);
  else append("%s", " in host code");
  if (fault.buffer)
    append(": %s at byte %lld of a buffer of %zu bytes", fault.is_write ? "write" : "read",
           static_cast<long long>(fault.offset_bytes), fault.buffer_bytes);
  if (fault.thing[0]) append(": %s", fault.thing);
  if (fault.note[0]) append(": %s", fault.note);
  append("%s", "\n");
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text, std::min(static_cast<std::size_t>(used), sizeof text - 1));
}

void tell(const JudgeEmulatedFault& fault) {
  if (const auto handler = fault_handler.load()) handler(&fault);
  else print(fault);
}

/// One fault ends the process; threads that fault meanwhile wait for that.
void become_the_reporter() {
  pid_t reporter = 0;
  const pid_t me = ::gettid();
  if (reporting_thread.compare_exchange_strong(reporter, me) || reporter == me) return;
  for (;;) ::pause();
}

// Read in signal handlers: initial-exec never allocates.
[[gnu::tls_model("initial-exec")]] thread_local const void* code_at_fault = nullptr;

struct MachineState {
  const void* code;
  bool is_write;
  std::uintptr_t stack;
};

#if defined(__x86_64__)
MachineState machine_state(const ucontext_t& context) {
  constexpr long long write_bit = 2;
  return {reinterpret_cast<const void*>(context.uc_mcontext.gregs[REG_RIP]),
          (context.uc_mcontext.gregs[REG_ERR] & write_bit) != 0,
          static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RSP])};
}
#elif defined(__aarch64__)
MachineState machine_state(const ucontext_t& context) {
  constexpr std::uint64_t write_not_read = 1 << 6;
  MachineState state{reinterpret_cast<const void*>(context.uc_mcontext.pc), false,
                     static_cast<std::uintptr_t>(context.uc_mcontext.sp)};
  const auto* record = reinterpret_cast<const _aarch64_ctx*>(context.uc_mcontext.__reserved);
  for (; record->magic; record = reinterpret_cast<const _aarch64_ctx*>(reinterpret_cast<const char*>(record) + record->size))
    if (record->magic == ESR_MAGIC) state.is_write = (reinterpret_cast<const esr_context*>(record)->esr & write_not_read) != 0;
  return state;
}
#endif

void set_note(JudgeEmulatedFault& fault, const char* note) { std::snprintf(fault.note, sizeof fault.note, "%s", note); }

void set_nearest(JudgeEmulatedFault& fault, const AddressReport& report, const void* address) {
  const Region& region = report.nearest;
  const std::ptrdiff_t offset = static_cast<const char*>(address) - region.window;
  if (!report.is_by_pointer &&
      (offset < -farthest_nearest_bytes || offset > static_cast<std::ptrdiff_t>(region.window_bytes) + farthest_nearest_bytes))
    return;
  fault.buffer = region.window;
  fault.buffer_bytes = region.window_bytes;
  fault.offset_bytes = offset;
  if (region.name[0]) return;  // the judge's, whose name the player knows
  std::snprintf(fault.thing, sizeof fault.thing, "memory from %s()", region.request.function);
  fault.thing_code = region.request.code;
}

/// The registers that a pointer to what is accessed may be in.
std::array<const void*, 4> pointers_of(const MemoryOperand& operand) {
  const auto displacement = static_cast<std::uintptr_t>(operand.displacement);
  const auto pointer = [](std::uintptr_t address) { return reinterpret_cast<const void*>(address); };
  return {pointer(operand.base), pointer(operand.base + displacement), pointer(operand.index),
          pointer(operand.index + displacement)};
}

/// An access far from everything: which variable is it of?
bool describe_by_pointer(const SharedArena& arena, const void* address, const MemoryOperand& operand, SharedReport* report) {
  return std::ranges::any_of(pointers_of(operand),
                             [&](const void* pointer) { return pointer && arena.describe(address, pointer, report); });
}

/// And which buffer is it of?
void find_by_pointer(AddressReport& report, const MemoryOperand& operand) {
  for (const void* const pointer : pointers_of(operand)) {
    AddressReport of_pointer;
    if (!pointer || !Memory::instance().describe(pointer, &of_pointer) || !of_pointer.in_window) continue;
    report.nearest = of_pointer.nearest;
    report.is_by_pointer = report.has_nearest = true;
    return;
  }
}

/// So far from its first byte, is it farther from a variable of so many bytes than `most`?
bool is_beyond(std::ptrdiff_t offset, std::size_t bytes, std::size_t most) {
  const auto reach = static_cast<std::ptrdiff_t>(most);
  return offset < -reach || offset > static_cast<std::ptrdiff_t>(bytes) + reach;
}

/// Sets what the access is of where that is not what lies nearest. Farther away than this the pointer tells it, where the instruction
/// has it in a register; without one, in a kernel that uses shared memory, nothing does that is much farther than it is large.
void find_meant(JudgeEmulatedFault& fault, AddressReport& report, const void* address, const MemoryOperand& operand,
                const BlockRunner& runner) {
  constexpr std::size_t certain_bytes = guard_bytes, probable_bytes = 1 << 20;
  const std::ptrdiff_t offset = static_cast<const char*>(address) - report.nearest.window;
  const std::size_t bytes = report.nearest.window_bytes;
  if (report.is_freed || (report.has_nearest && !is_beyond(offset, bytes, certain_bytes))) return;
  SharedReport shared;
  if (describe_by_pointer(runner.shared(), address, operand, &shared)) {
    set_shared(fault, shared);
    report.has_nearest = false;
    return;
  }
  find_by_pointer(report, operand);
  if (report.is_by_pointer || !runner.shared().has_any() || !is_beyond(offset, bytes, std::max(probable_bytes, bytes))) return;
  set_note(fault, "this kernel uses shared memory: it may be an index far outside an array there");
  report.has_nearest = false;
}

/// Fills in what happened at `address`. True: the fault is forgiven and the access may be repeated.
bool judge_access(JudgeEmulatedFault& fault, const void* address, std::uintptr_t stack, const MemoryOperand& operand) {
  const BlockRunner* const runner = BlockRunner::running();
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  if (!runner && number < stack + near_stack_bytes && stack < number + near_stack_bytes) {
    fault.kind = static_cast<int>(Fault::Kind::stack_overflow);
    return false;
  }
  if (runner && FiberPool::is_stack_guard(runner->fiber(), address)) {
    fault.kind = static_cast<int>(Fault::Kind::stack_overflow);
    set_note(fault, "the thread's local variables and calls need more than 512 KiB of stack");
    return false;
  }
  SharedReport shared;
  const bool is_in_arena = runner && runner->shared().describe(address, &shared);
  if (is_in_arena && is_beyond(shared.offset, shared.bytes, guard_bytes))
    describe_by_pointer(runner->shared(), address, operand, &shared);
  if (is_in_arena) {
    set_shared(fault, shared);
    return shared.passes_on_gpu && !fault.is_write && runner->shared().forgive(address);
  }
  if (const int parameter = runner ? parameter_that_hides(address) : 0) {
    set_hosts_memory(fault, parameter);
    return false;
  }
  AddressReport report;
  if (!Memory::instance().describe(address, &report)) return false;
  if (runner) find_meant(fault, report, address, operand, *runner);
  if (!report.has_nearest) return false;
  set_nearest(fault, report, address);
  // A GPU's red zones are there to be written to; whether one has changed is known after the call.
  const bool is_in_red_zone = runner && report.forgivable && report.nearest.kind == MemoryKind::opened;
  fault.passes_on_gpu = report.passes_on_gpu || (fault.is_write && is_in_red_zone);
  if (!runner && Memory::instance().is_of_device(address)) {
    fault.kind = static_cast<int>(Fault::Kind::host_access);
    if (report.is_freed) set_note(fault, "this buffer was freed");
    return false;
  }
  if (report.is_freed) set_note(fault, "this buffer was freed");
  if (runner && report.in_window && report.nearest.is_pageable) {
    set_note(fault, "this is pageable host memory, which a kernel cannot reach");
    return false;
  }
  if (report.in_window && fault.is_write && report.nearest.read_only)
    fault.kind = static_cast<int>(Fault::Kind::write_to_input);
  return report.forgivable && !fault.is_write && Memory::instance().forgive(address);
}

Fault::Kind kind_of(int signal, const siginfo_t& info) {
  if (signal == SIGFPE) return Fault::Kind::division_by_zero;
  if (signal == SIGILL || signal == SIGTRAP) return Fault::Kind::misaligned_access;  // the compiler's alignment check
  // Without an address: a vector access that is not aligned, or an address that no pointer can have.
  if (signal == SIGSEGV && info.si_code == SI_KERNEL) return Fault::Kind::misaligned_access;
  if (signal == SIGBUS && info.si_code == BUS_ADRALN) return Fault::Kind::misaligned_access;
  return Fault::Kind::illegal_access;
}

/// The fault that set off the search for its thread.
JudgeEmulatedFault first_fault;  // there is one reporter

void report_first_fault() { report_fatal(first_fault); }

void set_thread(JudgeEmulatedFault& fault, const BlockRunner& runner, unsigned linear_thread) {
  const unsigned* const block = runner.launch().block;
  fault.thread[0] = linear_thread % block[0];
  fault.thread[1] = linear_thread / block[0] % block[1];
  fault.thread[2] = linear_thread / block[0] / block[1];
}

/// A crash of somebody else's code: let it happen as if we were not here.
void leave_it_to_the_system(int signal) {
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  ::sigaction(signal, &standard, nullptr);
}

void on_signal(int signal, siginfo_t* info, void* context) {
  const MachineState state = machine_state(*static_cast<const ucontext_t*>(context));
  if (!BlockRunner::running() && Memory::instance().wait_for_kernels(info->si_addr, state.is_write)) return;
  const auto& machine = *static_cast<const ucontext_t*>(context);
  JudgeEmulatedFault fault = fault_here(kind_of(signal, *info));
  fault.is_write = state.is_write;
  fault.code_address = code_at_fault ? static_cast<const char*>(code_at_fault) - 1 : state.code;
  const void* address = info->si_addr;
  MemoryOperand operand;
  if (signal == SIGSEGV && address != state.code)
    if (const auto found = memory_operand(machine)) {
      operand = *found;
      if (fault.kind == static_cast<int>(Fault::Kind::misaligned_access)) {
        fault.is_write = operand.is_write;
        address = reinterpret_cast<const void*>(operand.address);
        if (!is_canonical(operand.address)) fault.kind = static_cast<int>(Fault::Kind::illegal_access);
      }
    }
  // The address is not known. In memory laid out as a GPU's, where the call is repeated, a fault is the attempt's.
  if (signal == SIGSEGV && fault.kind == static_cast<int>(Fault::Kind::misaligned_access))
    fault.passes_on_gpu = fault.in_kernel;
  if (fault.kind == static_cast<int>(Fault::Kind::illegal_access) && judge_access(fault, address, state.stack, operand)) {
    fault.is_fatal = 0;
    const BlockRunner* const runner = BlockRunner::running();
    fault.thread_is_unknown = runner && runner->can_find_faulting_thread();
    tell(fault);
    return;
  }
  if (!fault.in_kernel) fault.code_address = attempts_code(state.code);
  if (!fault.in_kernel && !fault.buffer && !fault_handler.load()) return leave_it_to_the_system(signal);
  report_fatal_with_thread(fault);
}

}  // namespace

CodeAtFault::CodeAtFault(const void* return_address) { code_at_fault = return_address; }
CodeAtFault::~CodeAtFault() { code_at_fault = nullptr; }

void install_fault_handler() {
  static const bool installed = [] {
    prepare_to_find_callers();
    for (const int signal : fault_signals) {
      struct sigaction action {};
      action.sa_sigaction = on_signal;
      action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
      ::sigaction(signal, &action, nullptr);
    }
    return true;
  }();
  (void)installed;
  prepare_thread_for_faults();
}

void prepare_thread_for_faults() {
  static thread_local bool is_prepared = false;
  if (is_prepared) return;
  is_prepared = true;
  stack_t stack{};
  if (::sigaltstack(nullptr, &stack) == 0 && !(stack.ss_flags & SS_DISABLE) && stack.ss_size >= signal_stack_bytes) return;
  void* memory = ::mmap(nullptr, signal_stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  stack = {};
  stack.ss_sp = memory;
  stack.ss_size = signal_stack_bytes;
  ::sigaltstack(&stack, nullptr);
}

JudgeEmulatedFault fault_here(Fault::Kind kind) {
  JudgeEmulatedFault fault{};
  fault.kind = static_cast<int>(kind);
  fault.is_fatal = 1;
  if (const BlockRunner* const runner = BlockRunner::running()) {
    fault.in_kernel = 1;
    std::snprintf(fault.kernel, sizeof fault.kernel, "%s", runner->launch().kernel->name);
    runner->launch().kernel->current_thread(fault.thread, fault.block);
  }
  return fault;
}

JudgeEmulatedFault fault_of_thread(Fault::Kind kind, unsigned linear_thread, const void* return_address) {
  JudgeEmulatedFault fault = fault_here(kind);
  if (return_address) fault.code_address = static_cast<const char*>(return_address) - 1;  // inside the call
  if (const BlockRunner* const runner = BlockRunner::running()) set_thread(fault, *runner, linear_thread);
  return fault;
}

/// "tile has 32 x 33 elements: this is tile[32][0]", of an access outside it.
static void set_index(JudgeEmulatedFault& fault, const SharedReport& report) {
  const auto bytes = static_cast<std::ptrdiff_t>(report.bytes);
  if (!report.variable || (report.offset >= 0 && report.offset < bytes)) return;
  const auto& [element_bytes, dimensions, columns] = report.variable->shape;
  const auto size = static_cast<std::ptrdiff_t>(element_bytes), row = static_cast<std::ptrdiff_t>(columns);
  if (size == 0) return;
  const auto floor = [](std::ptrdiff_t value, std::ptrdiff_t by) { return (value - (value % by + by) % by) / by; };
  const std::ptrdiff_t index = floor(report.offset, size);
  const char* const name = report.variable->name;
  if (dimensions == 1)
    std::snprintf(fault.note, sizeof fault.note, "%s has %td elements: this is %s[%td]", name, bytes / size, name, index);
  if (dimensions == 2 && row > 0)
    std::snprintf(fault.note, sizeof fault.note, "%s has %td x %td elements: this is %s[%td][%td]", name, bytes / size / row,
                  row, name, floor(index, row), index - floor(index, row) * row);
}

void set_shared(JudgeEmulatedFault& fault, const SharedReport& report) {
  fault.space = static_cast<int>(Fault::Space::shared);
  fault.buffer_bytes = report.bytes;
  fault.offset_bytes = report.offset;
  fault.passes_on_gpu = report.passes_on_gpu;
  set_index(fault, report);
  if (report.variable) std::snprintf(fault.thing, sizeof fault.thing, "the __shared__ variable %s", report.variable->name);
  else std::snprintf(fault.thing, sizeof fault.thing, "%s", "the launch's dynamic shared memory");
}

void set_hosts_memory(JudgeEmulatedFault& fault, int parameter) {
  std::snprintf(fault.thing, sizeof fault.thing, "host memory, which parameter %d of the kernel points to", parameter);
}

void set_nearest_buffer(JudgeEmulatedFault& fault, const void* address) {
  AddressReport report;
  if (Memory::instance().describe(address, &report) && report.has_nearest) set_nearest(fault, report, address);
}

void report_fatal_with_thread(JudgeEmulatedFault& fault) {
  BlockRunner* const runner = BlockRunner::running();
  if (runner && runner->is_trying()) {
    set_thread(fault, *runner, runner->tried_thread());
  } else if (runner && runner->can_find_faulting_thread()) {
    become_the_reporter();
    first_fault = fault;
    runner->find_faulting_thread(report_first_fault);
  }
  report_fatal(fault);
}

void report_finding(JudgeEmulatedFault& fault) {
  fault.is_fatal = 0;
  tell(fault);
}

void report_fatal(JudgeEmulatedFault& fault) {
  become_the_reporter();
  fault.is_fatal = 1;
  tell(fault);
  ::_exit(exit_status_of_fault);
}

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

void judgeEmulatedSetFaultHandler(JudgeEmulatedFaultHandler handler) {
  fault_handler = handler;
  install_fault_handler();
}

int judgeEmulatedInKernel() { return BlockRunner::running() != nullptr; }
}
