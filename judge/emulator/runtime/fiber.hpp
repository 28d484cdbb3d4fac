#pragma once

#include <vector>

/// Saves the caller's registers and stack pointer in *save, continues on the stack at `load`.
extern "C" void judgeEmulatedSwitchContext(void** save, void* load);

namespace judge::emulated {

/// A stack on which CUDA threads run, one after the other until one must wait.
struct Fiber {
  void* stack_pointer = nullptr;  ///< while it does not run
  char* stack_low = nullptr;      ///< lowest accessible byte; a guard page is below
  char* stack_high = nullptr;
  unsigned first_thread = 0;   ///< of the run whose exits are not yet counted
  unsigned thread = 0;         ///< that waits
  int line = 0;                ///< where it waits
  const void* code = nullptr;  ///< return address of the call in which it waits
  int result = 0;              ///< of the barrier that it waited at
  unsigned functions = 0;      ///< expf() and its like, that it called since its last access; counted in lockstep
};

/// Makes fibers and takes them back. One for each runner.
class FiberPool {
 public:
  /// A fiber that starts in entry(), on an empty stack.
  Fiber* take(void (*entry)());
  void give_back(Fiber* fiber) { m_free.push_back(fiber); }
  /// True if `address` is in the guard page of a fiber's stack.
  static bool is_stack_guard(const Fiber& fiber, const void* address);
  ~FiberPool();

 private:
  void grow();
  std::vector<Fiber*> m_free;
  std::vector<char*> m_arenas;
  std::vector<Fiber*> m_fibers;
};

}  // namespace judge::emulated
