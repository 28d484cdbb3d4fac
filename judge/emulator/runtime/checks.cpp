// What compiled code calls when a check in it fails: __trap(), assert(), and the compiler's check of alignment.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "judge/emulator/runtime/block_runner.hpp"
#include "judge/emulator/runtime/faults.hpp"
#include "judge/emulator/runtime/memory.hpp"

namespace judge::emulated {

namespace {

// How -fsanitize=alignment describes an access: the ABI of gcc's and clang's undefined behaviour sanitizer.
struct SourceLocation {
  const char* file;
  std::uint32_t line, column;
};
struct TypeDescriptor {
  std::uint16_t kind, info;
  char name[1];  // 'float4', quotes included
};
struct TypeMismatch {
  SourceLocation location;
  const TypeDescriptor* type;
  unsigned char log_alignment;
  unsigned char access;  // 0 load, 1 store, ...
};
constexpr unsigned char access_store = 1;
struct AlignmentAssumption {
  SourceLocation location, assumption;
  const TypeDescriptor* type;
};

[[noreturn]] void report_misaligned(const TypeMismatch& mismatch, std::uintptr_t pointer, const void* return_address) {
  JudgeEmulatedFault fault =
      misaligned_access(reinterpret_cast<const void*>(pointer), std::size_t{1} << mismatch.log_alignment, return_address);
  fault.is_write = mismatch.access == access_store;
  std::snprintf(fault.note, sizeof fault.note, "%s:%u:%u: an object of type %s must have an address that is a multiple of %u",
                mismatch.location.file, mismatch.location.line, mismatch.location.column, mismatch.type->name,
                1u << mismatch.log_alignment);
  report_fatal_with_thread(fault);
}

}  // namespace

JudgeEmulatedFault misaligned_access(const void* pointer, std::size_t alignment, const void* return_address) {
  JudgeEmulatedFault fault = fault_here(Fault::Kind::misaligned_access);
  fault.code_address = static_cast<const char*>(return_address) - 1;
  SharedReport shared;
  const BlockRunner* const runner = BlockRunner::running();
  if (runner && runner->shared().describe(pointer, &shared)) {
    set_shared(fault, shared);
    fault.passes_on_gpu = shared.gpu_place % static_cast<std::ptrdiff_t>(alignment) == 0;
    return fault;
  }
  set_nearest_buffer(fault, pointer);
  fault.passes_on_gpu = Memory::instance().is_aligned_on_gpu(pointer, alignment);
  return fault;
}

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

[[noreturn]] void __ubsan_handle_type_mismatch_v1_abort(const TypeMismatch* mismatch, std::uintptr_t pointer) {
  report_misaligned(*mismatch, pointer, __builtin_return_address(0));
}

/// __builtin_assume_aligned(pointer, alignment) of a pointer that is not.
[[noreturn]] void __ubsan_handle_alignment_assumption_abort(const AlignmentAssumption* what, std::uintptr_t pointer,
                                                            std::uintptr_t alignment, std::uintptr_t) {
  JudgeEmulatedFault fault = misaligned_access(reinterpret_cast<const void*>(pointer), alignment, __builtin_return_address(0));
  std::snprintf(fault.note, sizeof fault.note, "%s:%u:%u: the code says that this pointer is a multiple of %zu",
                what->location.file, what->location.line, what->location.column, static_cast<std::size_t>(alignment));
  report_fatal_with_thread(fault);
}

void judgeEmulatedMisaligned(const void* pointer, std::size_t alignment, const void* code) {
  JudgeEmulatedFault fault = misaligned_access(pointer, alignment, code);
  std::snprintf(fault.note, sizeof fault.note, "this vector type must have an address that is a multiple of %zu", alignment);
  report_fatal_with_thread(fault);
}

void judgeEmulatedTrap(const char* note, const void* code) {
  JudgeEmulatedFault fault = fault_here(judge::Fault::Kind::trap);
  fault.code_address = static_cast<const char*>(code) - 1;
  std::snprintf(fault.note, sizeof fault.note, "%s", note);
  report_fatal_with_thread(fault);
}

[[noreturn]] void judgeEmulatedAssertionFailed(const char* condition, const char* file, unsigned line, const char* function) {
  if (!BlockRunner::running()) {
    std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, condition);
    std::abort();
  }
  JudgeEmulatedFault fault = fault_here(judge::Fault::Kind::trap);
  fault.code_address = static_cast<const char*>(__builtin_return_address(0)) - 1;
  std::snprintf(fault.note, sizeof fault.note, "%s:%u: assertion `%s' failed", file, line, condition);
  report_fatal_with_thread(fault);
}
}
