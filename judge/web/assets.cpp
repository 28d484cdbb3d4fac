#include "judge/web/assets.hpp"

#include <algorithm>
#include <cstddef>

#include "asset_table.inc"

namespace judge {

std::span<const Asset> all_assets() { return k_assets; }

const Asset* find_asset(std::string_view name) {
  const auto found = std::ranges::find(k_assets, name, &Asset::name);
  return found == std::end(k_assets) ? nullptr : found;
}

}  // namespace judge
