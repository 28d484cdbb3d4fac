#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace judge {

/// What a pointer points at, as far as the player knows.
struct PointedAt {
  enum class Where { nowhere_known, host, device, both };  ///< nowhere known: pageable host memory, or memory that was freed
  Where where = Where::nowhere_known;
  std::string name;                  ///< "C", "what cudaMalloc() gave"; empty = not known
  std::optional<std::size_t> bytes;  ///< of all of it
  std::size_t offset = 0;            ///< of the pointer in it
};

/// One side of a copy or a set.
struct CopySide {
  const char* parameter = "";  ///< as CUDA's documentation calls it: "dst"
  const void* pointer = nullptr;
  std::size_t bytes = 0;  ///< that were to be read or written from there on
  enum class Must { be_anywhere, be_on_device, be_on_host } must = Must::be_anywhere;
  PointedAt target;
  bool is_too_small = false;  ///< known without the size of the target
};

/// Which argument of a copy or a set that failed is wrong, what it points at and how large that is; where none is wrong on the face
/// of it, what each points at. One line, without a full stop.
std::string what_is_wrong_with(const std::vector<CopySide>& sides);

}  // namespace judge
