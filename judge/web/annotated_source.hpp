#pragma once

#include <map>
#include <string>
#include <string_view>

#include "judge/web/html.hpp"

namespace judge {

/// A source with numbers before its lines, and below a line the notes that it has. `notes`: by line, from 1. What is beyond 20,000
/// lines is not shown, and a paragraph behind it says so.
Html annotated_source(std::string_view source, const std::multimap<int, std::string>& notes);

}  // namespace judge
