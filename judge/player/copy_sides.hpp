#pragma once

#include "judge/player/failed_copies.hpp"
#include "judge/runtime/cuda_abi.hpp"

namespace judge {

/// With what the runtime says.
PointedAt pointed_at(const void* pointer);

// The sides of copies and sets that failed, with what the tracer and the runtime know of their pointers.
CopySide destination(const void* to, std::size_t bytes, cuda::MemcpyKind kind);
CopySide source(const void* from, std::size_t bytes, cuda::MemcpyKind kind);
CopySide to_be_set(const void* pointer, std::size_t bytes);
/// The variable that a copy to or from a symbol names, from byte `offset` on.
CopySide symbol_side(const void* symbol, std::size_t bytes, std::size_t offset);

/// From the first byte of the first row to the last one of the last row.
std::size_t bytes_of_rows(std::size_t pitch, std::size_t width, std::size_t height);

}  // namespace judge
