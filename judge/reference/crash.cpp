#include "judge/reference/crash.hpp"

#include <execinfo.h>
#include <link.h>
#include <signal.h>
#include <stdlib.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>

#include "judge/model/reference_protocol.hpp"

namespace judge {

namespace {

using reference_protocol::Crash;

constexpr std::size_t k_signal_stack_bytes = 128 << 10, k_near_stack_bytes = 1 << 20, k_null_page_bytes = 64 << 10;
constexpr int k_most_frames = 64;

const Channel* g_channel = nullptr;
const Windows* g_windows = nullptr;
std::uintptr_t g_library_begin = 0, g_library_end = 0;

std::uintptr_t program_counter(const ucontext_t& context) {
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
#else
  return static_cast<std::uintptr_t>(context.uc_mcontext.pc);
#endif
}

std::uintptr_t stack_pointer(const ucontext_t& context) {
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RSP]);
#else
  return static_cast<std::uintptr_t>(context.uc_mcontext.sp);
#endif
}

bool is_write(const ucontext_t& context) {
#if defined(__x86_64__)
  return (context.uc_mcontext.gregs[REG_ERR] & 2) != 0;
#else
  (void)context;
  return false;
#endif
}

bool is_in_library(std::uintptr_t address) { return address >= g_library_begin && address < g_library_end; }

// Of the instruction, or of the innermost call that led to it: a bad memcpy is in libc.
std::uint64_t library_offset(const ucontext_t& context) {
  if (const auto counter = program_counter(context); is_in_library(counter)) return counter - g_library_begin;
  std::array<void*, k_most_frames> frames;
  const int count = ::backtrace(frames.data(), k_most_frames);
  for (int i = 0; i < count; ++i)
    if (const auto frame = reinterpret_cast<std::uintptr_t>(frames[static_cast<std::size_t>(i)]); is_in_library(frame))
      return frame - 1 - g_library_begin;
  return 0;
}

void place_access(Crash& crash, const siginfo_t& info, const ucontext_t& context) {
  crash.is_write = is_write(context);
  const auto address = reinterpret_cast<std::uintptr_t>(info.si_addr), stack = stack_pointer(context);
  if (const auto beside = g_windows ? g_windows->find(info.si_addr) : std::nullopt) {
    crash.place = Crash::Place::beside_buffer;
    crash.argument = beside->argument;
    crash.is_original = beside->is_original;
    crash.offset_bytes = beside->offset_bytes;
  } else if (address < k_null_page_bytes) {
    crash.place = Crash::Place::null;
  } else if (address < stack + k_near_stack_bytes && stack < address + k_near_stack_bytes) {
    crash.place = Crash::Place::stack;
  }
}

// Other threads of the reference may crash meanwhile; the first one is heard.
void on_signal(int signal, siginfo_t* info, void* raw_context) {
  static std::atomic_flag taken = ATOMIC_FLAG_INIT;
  if (taken.test_and_set()) {
    if (signal == SIGALRM) return;
    for (;;) ::pause();
  }
  const auto& context = *static_cast<const ucontext_t*>(raw_context);
  Crash crash{.signal = signal};
  if (signal == SIGSEGV || signal == SIGBUS) place_access(crash, *info, context);
  // What follows may wait for a lock that the crashed code holds: the end comes all the same.
  ::signal(SIGALRM, SIG_DFL);
  ::alarm(1);
  crash.library_offset = library_offset(context);
  g_channel->send_raw(&crash, sizeof crash);
  ::_exit(1);
}

struct Searched {
  const char* library;
  bool found;
};

int take_range(dl_phdr_info* info, std::size_t, void* searched_pointer) {
  auto& searched = *static_cast<Searched*>(searched_pointer);
  if (std::strcmp(info->dlpi_name, searched.library) != 0) return 0;
  g_library_begin = g_library_end = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; ++i)
    if (const auto& header = info->dlpi_phdr[i]; header.p_type == PT_LOAD)
      g_library_end = std::max(g_library_end, static_cast<std::uintptr_t>(info->dlpi_addr + header.p_vaddr + header.p_memsz));
  searched.found = true;
  return 1;
}

}  // namespace

void report_crashes(const Channel& channel) {
  g_channel = &channel;
  void* frame = nullptr;
  ::backtrace(&frame, 1);  // loads what it needs, which a signal handler must not
  const stack_t stack{.ss_sp = ::malloc(k_signal_stack_bytes), .ss_flags = 0, .ss_size = k_signal_stack_bytes};
  ::sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM}) ::sigaction(signal, &action, nullptr);
}

Result<void> place_crashes_in(const char* library) {
  Searched searched{library, false};
  ::dl_iterate_phdr(take_range, &searched);
  if (!searched.found) return fail("{}: is not among the loaded libraries", library);
  return {};
}

void set_current_windows(const Windows* windows) { g_windows = windows; }

}  // namespace judge
