// Runs a function of a lowered attempt on the emulated runtime, in a process of its own, and prints the faults.
//
//     runner RUNTIME ATTEMPT FUNCTION     calls `int FUNCTION()`, with $TIMES so often until it is not 0; its result is the exit status
//     runner RUNTIME open HANDLE          opens the IPC handle (hex), adds 1 to each int in it
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "judge/runtime/cuda_abi.hpp"
#include "judge/runtime/emulated_extension.hpp"

namespace {

void print_fault(const JudgeEmulatedFault* fault) {
  Dl_info info{};
  const bool known = fault->code_address && dladdr(fault->code_address, &info);
  std::printf(
      "FAULT kind=%d write=%d in_kernel=%d fatal=%d kernel=%s block=%u,%u,%u thread=%u,%u,%u bytes=%zu offset=%lld "
      "code=0x%zx passes=%d thing=%s note=%s\n",
      fault->kind, fault->is_write, fault->in_kernel, fault->is_fatal, fault->kernel, fault->block[0], fault->block[1],
      fault->block[2], fault->thread[0], fault->thread[1], fault->thread[2], fault->buffer_bytes,
      static_cast<long long>(fault->offset_bytes),
      known ? static_cast<std::size_t>(static_cast<const char*>(fault->code_address) - static_cast<const char*>(info.dli_fbase))
            : 0,
      fault->passes_on_gpu, fault->thing, fault->note);
  std::fflush(stdout);
  if (fault->is_fatal) _exit(77);
}

void* need(void* symbol) {
  if (symbol) return symbol;
  std::printf("%s\n", dlerror());
  std::exit(99);
}

int open_handle(void* runtime, const std::string& hex) {
  judge::cuda::IpcMemHandle handle{};
  for (std::size_t i = 0; i < sizeof handle; ++i)
    handle.reserved[i] = static_cast<char>(std::stoi(hex.substr(2 * i, 2), nullptr, 16));
  const auto open =
      reinterpret_cast<int (*)(void**, judge::cuda::IpcMemHandle, unsigned)>(need(dlsym(runtime, "cudaIpcOpenMemHandle")));
  const auto close = reinterpret_cast<int (*)(void*)>(need(dlsym(runtime, "cudaIpcCloseMemHandle")));
  void* pointer = nullptr;
  if (const int error = open(&pointer, handle, 1)) return error;
  for (int i = 0; i < 1000; ++i) ++static_cast<int*>(pointer)[i];
  return close(pointer);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 98;
  void* const runtime = need(dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL));
  if (!std::strcmp(argv[2], "open")) return open_handle(runtime, argv[3]);
  if (std::getenv("GPU_LAYOUT"))
    reinterpret_cast<decltype(&judgeEmulatedUseGpuLayout)>(need(dlsym(runtime, "judgeEmulatedUseGpuLayout")))();
  if (!std::getenv("NO_FAULT_HANDLER"))
    reinterpret_cast<decltype(&judgeEmulatedSetFaultHandler)>(need(dlsym(runtime, "judgeEmulatedSetFaultHandler")))(
        print_fault);
  const auto gate = reinterpret_cast<decltype(&judgeEmulatedTakeGate)>(need(dlsym(runtime, "judgeEmulatedTakeGate")))();
  if (const char* const order = std::getenv("ORDER"))
    reinterpret_cast<decltype(&judgeEmulatedUseOrder)>(need(dlsym(runtime, "judgeEmulatedUseOrder")))(
        static_cast<JudgeEmulatedOrder>(std::atoi(order)));
  void* const attempt = need(dlopen(argv[2], RTLD_NOW | RTLD_LOCAL));
  // As in a player's calls that are not timed.
  gate(std::getenv("DECOYS") ? judge_emulated_decoys : judge_emulated_faults);
  const auto function = reinterpret_cast<int (*)()>(need(dlsym(attempt, argv[3])));
  const char* const times = std::getenv("TIMES");
  int result = 0;
  for (int left = times ? std::atoi(times) : 1; left > 0 && result == 0; --left) result = function();
  reinterpret_cast<int (*)()>(need(dlsym(runtime, "cudaDeviceSynchronize")))();  // as the judge does behind solve()
  if (const char* const touched = gate(judge_emulated_open)) std::printf("TOUCHED %s\n", touched);
  std::fflush(stdout);
  return std::min(result, 96);  // an exit status has eight bits
}
