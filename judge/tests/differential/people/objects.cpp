#include "judge/tests/differential/people/objects.hpp"

#include <fmt/format.h>

namespace judge::differential::people {

std::string Object::at(const std::string& index) const {
  if (!is_array()) return name;
  if (index == by_rows) return name + "[threadIdx.y][threadIdx.x]";
  if (columns == 0) return fmt::format("{}[{}]", name, index);
  return fmt::format("{0}[({1}) / {2}][({1}) % {2}]", name, index, columns);
}

}  // namespace judge::differential::people
