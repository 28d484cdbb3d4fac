#pragma once

#include <memory>
#include <vector>

#include "judge_emulated/abi.h"

namespace judge::emulated {

/// The arguments of a launch as the kernel gets them. On a GPU a kernel cannot access host memory; here both have one address
/// space. So a pointer to host-only memory is passed with one bit changed, to an unmapped address. Differences and comparisons of
/// such pointers are unchanged, and a pointer that is passed but not used has no effect.
class KernelArguments {
 public:
  KernelArguments(const judge_emulated::Kernel& kernel, void** arguments);
  void** pointers() { return m_changed.empty() ? m_arguments : m_changed.data(); }

 private:
  void change(const judge_emulated::Kernel& kernel, unsigned parameter, std::size_t offset);

  void** m_arguments;
  std::vector<void*> m_changed;  // empty: as they were
  std::vector<std::unique_ptr<char[]>> m_values;
};

/// The number, from 1, of the parameter that pointed to host memory near what `address` stands for; 0 = it stands for none.
/// Safe in a signal handler.
int parameter_that_hides(const void* address);

/// In a library: code, and variables, of which __device__ ones cannot be told from the host's.
bool is_in_a_library(const void* pointer);

}  // namespace judge::emulated
