#pragma once

#include <cstddef>

#include "judge_emulated/runtime_types.h"

/// Host memory that cudaHostRegister() took in. Errors are CUDA's.
namespace judge::emulated {

cudaError_t register_memory(void* pointer, std::size_t bytes);
cudaError_t unregister_memory(void* pointer);

bool is_registered(const void* pointer);
/// True if any of these bytes is registered.
bool is_any_registered(const void* pointer, std::size_t bytes);

}  // namespace judge::emulated
