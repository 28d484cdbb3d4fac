// Dry calls, of the emulated runtime.

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "judge/player/player_loop.hpp"
#include "judge/player/tracer.hpp"
#include "judge/util/described_json.hpp"

namespace judge {

using Clock = std::chrono::steady_clock;

protocol::Returned PlayerLoop::dry_answer() {
  const auto& cuda = m_runtime->cuda;
  protocol::Returned returned{.wall_ns = std::chrono::duration<double, std::nano>(Clock::now() - m_dry_call_began).count()};
  JudgeEmulatedDryCall report{};
  cuda.judgeEmulatedEndDryCall(&report);
  if (!report.error || report.goes_on) return returned;
  returned.failed_launch = {report.kernel, report.number, report.error};
  returned.error_name = cuda.cudaGetErrorName(report.error);
  returned.error_text = cuda.cudaGetErrorString(report.error);
  const auto failed = tracer().errors().first();
  returned.error_call = failed.text;
  returned.error_offset = failed.offset;
  returned.trace.refused_bytes = tracer().memory().refused_bytes();
  return returned;
}

// On a thread that is in the attempt's code: nothing of the attempt's can go on, so the process ends with the answer.
void PlayerLoop::cut_dry_call_short() {
  if (m_dry_call_is_over.exchange(true))
    for (;;) ::pause();
  auto returned = dry_answer();
  returned.is_cut_short = true;
  reply(encode(returned));
  ::_exit(static_cast<int>(protocol::Ending::stopped));
}

// What solve() reads on the host is not there, so it ends the call. The addresses are not given back: they cost nothing.
static Result<void*> reserve_host_memory(std::size_t bytes) {
  void* const reserved =
      ::mmap(nullptr, std::max<std::size_t>(bytes, 1), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) return fail("no addresses for a dry call: {}", std::strerror(errno));
  return reserved;
}

Result<void*> PlayerLoop::reserve(const protocol::CallArgument& argument) const {
  if (m_host_slabs.at(argument.slab).data()) return reserve_host_memory(argument.bytes);
  void* reserved = nullptr;
  JUDGE_CUDA(*m_runtime, cudaMalloc(&reserved, argument.bytes));
  return reserved;
}

Result<protocol::Returned> PlayerLoop::call_dry(const protocol::Call& request) {
  const auto& cuda = m_runtime->cuda;
  if (!cuda.judgeEmulatedBeginDryCall) return fail("this runtime has no dry calls");
  static std::atomic<PlayerLoop*> caller = nullptr;
  if (!caller.exchange(this))
    std::atexit([] {  // by solve(), which may have seen that a launch failed
      if (!caller.load()->m_dry_call_is_over) caller.load()->cut_dry_call_short();
    });
  m_dry_call_is_over = false;
  cuda.cudaGetLastError();  // what the call before this left
  m_dry_call_began = Clock::now();
  tracer().memory().set_limit(0);  // this machine's memory says nothing
  cuda.judgeEmulatedBeginDryCall([] { caller.load()->cut_dry_call_short(); });
  DynamicCall call;
  std::vector<void*> in_device_memory;
  for (const auto& argument : request.arguments) {
    if (argument.slab < 0) {
      JUDGE_CHECK(call.add_scalar(argument.type, argument.bits));
      continue;
    }
    JUDGE_TRY(void* const reserved, reserve(argument));
    if (!m_host_slabs[argument.slab].data()) in_device_memory.push_back(reserved);
    call.add_pointer(reserved);
  }
  cuda.judgeEmulatedRefuseLaunch("", 0, 0);  // counts from here on
  tracer().begin({});
  if (m_solve) call(m_solve);
  tracer().end();
  if (m_dry_call_is_over.exchange(true))
    for (;;) ::pause();
  auto answer = dry_answer();
  for (void* pointer : in_device_memory) cuda.cudaFree(pointer);  // the next one's count
  return answer;
}

}  // namespace judge
