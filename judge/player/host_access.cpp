#include "judge/player/host_access.hpp"

#include <dlfcn.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "judge/model/replay_job.hpp"

namespace judge {

namespace {

// Fixed storage: a signal handler reads it.
struct Watched {
  const char* begin = nullptr;
  std::size_t bytes = 0;
  char name[64] = {};
};
std::array<Watched, 64> s_watched;
std::size_t s_count = 0;
int s_fd = -1;
struct sigaction s_before;

const void* code_of(const ucontext_t& context) {
#ifdef __x86_64__
  return reinterpret_cast<const void*>(context.uc_mcontext.gregs[REG_RIP]);
#else
  return reinterpret_cast<const void*>(context.uc_mcontext.pc);
#endif
}

bool is_write(const ucontext_t& context) {
#ifdef __x86_64__
  return (context.uc_mcontext.gregs[REG_ERR] & 2) != 0;  // of the page fault's error code
#else
  (void)context;
  return false;
#endif
}

void tell(const Watched& watched, const char* address, const ucontext_t& context) {
  const void* const code = code_of(context);
  Dl_info info{};
  const bool is_known = ::dladdr(code, &info) != 0;
  const std::size_t offset =
      is_known ? static_cast<std::size_t>(static_cast<const char*>(code) - static_cast<const char*>(info.dli_fbase)) : 0;
  char line[256];
  const int length = std::snprintf(
      line, sizeof line, "%s{\"said\":\"host-access\",\"name\":\"%s\",\"bytes\":%zu,\"offset\":%zu,\"is_write\":%s}\n",
      protocol::k_replay_line, watched.name, static_cast<std::size_t>(address - watched.begin), offset,
      is_write(context) ? "true" : "false");
  (void)!::write(s_fd, line, static_cast<std::size_t>(length));
}

// Any other fault goes to the previous handler, if there is one.
void on_fault(int signal, siginfo_t* info, void* context) {
  const char* const address = static_cast<const char*>(info->si_addr);
  for (std::size_t i = 0; i < s_count; ++i)
    if (address >= s_watched[i].begin && address < s_watched[i].begin + s_watched[i].bytes) {
      tell(s_watched[i], address, *static_cast<const ucontext_t*>(context));
      ::_exit(128 + signal);
    }
  ::sigaction(SIGSEGV, &s_before, nullptr);  // the instruction faults again
}

}  // namespace

void report_host_accesses(int fd) {
  s_fd = fd;
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGSEGV, &action, &s_before);
}

void watch_buffer(const std::string& name, const char* begin, std::size_t bytes) {
  if (s_count == s_watched.size()) return;
  Watched& watched = s_watched[s_count];
  watched.begin = begin;
  watched.bytes = bytes;
  std::strncpy(watched.name, name.c_str(), sizeof watched.name - 1);
  ++s_count;
}

void forget_buffer(const char* begin) {
  for (std::size_t i = 0; i < s_count; ++i)
    if (s_watched[i].begin == begin) s_watched[i].bytes = 0;
}

void forget_buffers() {
  s_count = 0;
  s_watched = {};
}

}  // namespace judge
