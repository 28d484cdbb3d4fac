#include "judge/emulator/runtime/tensor_map.hpp"

#include <algorithm>
#include <array>

namespace judge::emulated {

std::size_t TensorMap::box_bytes() const {
  std::size_t bytes = row_bytes();
  for (unsigned i = 1; i < rank; ++i) bytes *= count(i);
  return bytes;
}

std::vector<TensorRow> rows_of(const TensorMap& map, const int* coordinates) {
  const std::int64_t first = coordinates[0], extent = std::int64_t{map.last_elements[0]} + 1;
  const std::int64_t begin = std::max<std::int64_t>(first, 0), end = std::min<std::int64_t>(first + map.box[0], extent);
  std::vector<TensorRow> rows;
  if (begin >= end) return rows;
  const std::size_t all_rows = map.box_bytes() / map.row_bytes();
  std::array<std::size_t, TensorMap::most_dimensions> index{};
  for (std::size_t row = 0; row < all_rows; ++row) {
    char* global = map.base + begin * map.element_bytes;
    bool is_inside = true;
    for (unsigned i = 1; i < map.rank; ++i) {
      const std::int64_t at = coordinates[i] + static_cast<std::int64_t>(index[i] * map.element_strides[i]);
      is_inside &= at >= 0 && at <= map.last_elements[i];
      global += at * static_cast<std::int64_t>(map.strides[i - 1]);
    }
    if (is_inside)
      rows.push_back({global, row * map.row_bytes() + static_cast<std::size_t>(begin - first) * map.element_bytes,
                      static_cast<std::size_t>(end - begin) * map.element_bytes});
    for (unsigned i = 1; i < map.rank && ++index[i] == map.count(i); ++i) index[i] = 0;
  }
  return rows;
}

void fill_box(const TensorMap& map, std::vector<char>& box) {
  box.assign(map.box_bytes(), 0);
  if (!map.fills_nan) return;
  for (std::size_t i = 0; i < box.size(); ++i)
    box[i] = static_cast<char>(i % map.element_bytes + 1u == map.element_bytes ? 0x7f : 0xff);
}

}  // namespace judge::emulated
