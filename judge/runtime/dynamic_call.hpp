#pragma once

#include <ffi.h>

#include <cstdint>
#include <vector>

#include "judge/model/dtype.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// A C call whose signature is known only now, through libffi: solve(), reference() and their like.
class DynamicCall {
 public:
  void add_pointer(const void* pointer);
  /// `bits`: the value's bytes, low first. Errors: f16 and bf16, which have no C calling convention of their own.
  Result<void> add_scalar(DType type, std::uint64_t bits);

  enum class Returns { nothing, boolean };

  /// Calls `function` with the arguments added so far; false where it returns nothing. What it throws comes through.
  bool operator()(void* function, Returns returns = Returns::nothing);

 private:
  std::vector<ffi_type*> m_types;
  std::vector<std::uint64_t> m_values;
};

}  // namespace judge
