#pragma once

#include <ffi.h>

#include <memory>
#include <vector>

#include "judge/model/protocol.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// A C function with a signature known only now, called through libffi.
class SolveFunction {
 public:
  explicit SolveFunction(void* address) : m_address(address) {}

  /// Sets the arguments of the next calls; `slabs[i]` is the first byte of slab i. Errors: a type libffi cannot pass.
  Result<void> bind(const std::vector<protocol::CallArgument>& arguments, const std::vector<char*>& slabs);

  /// What it throws comes through.
  void operator()();

 private:
  void* m_address;
  ffi_cif m_interface{};
  std::vector<ffi_type*> m_types;
  std::vector<std::uint64_t> m_values;   ///< each argument's bytes, low first: right on little-endian machines
  std::vector<void*> m_pointers;
};

}  // namespace judge
