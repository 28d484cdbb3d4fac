#pragma once

#include <cstdint>
#include <optional>

#include <ucontext.h>

namespace judge::emulated {

/// What the interrupted instruction does to memory, read from its bytes: a processor gives no address for an access to one that no
/// pointer can have, nor for a misaligned one.
struct MemoryOperand {
  std::uintptr_t address = 0;
  std::uintptr_t base = 0, index = 0;  ///< registers that it is made of, the index not yet scaled; 0: none
  std::intptr_t displacement = 0;
  bool is_write = false;
};

/// Of a vector of addresses the common base. None: it has no memory operand, or the instruction is not understood. x86-64 alone.
/// Async-signal-safe.
std::optional<MemoryOperand> memory_operand(const ucontext_t& context);

/// True if a pointer may have this value: on x86-64 the upper 17 bits are equal.
bool is_canonical(std::uintptr_t address);

}  // namespace judge::emulated
