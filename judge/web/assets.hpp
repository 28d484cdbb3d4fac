#pragma once

#include <span>
#include <string_view>

namespace judge {

/// A file for a browser that the program contains.
struct Asset {
  std::string_view name;          ///< the file's own: "charts.js"
  std::string_view content_type;  ///< "text/css; charset=utf-8"
  std::string_view content;
};

/// All of them: charts.js and style.css, Chart.js as chart.min.js, and CodeMirror with its mode and addons.
std::span<const Asset> all_assets();

/// None of that name: null.
const Asset* find_asset(std::string_view name);

}  // namespace judge
