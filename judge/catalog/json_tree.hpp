#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "judge/catalog/source_location.hpp"
#include "judge/util/result.hpp"

namespace judge {

struct JsonMember;

/// A JSON value that knows where in the file it stands.
struct JsonNode {
  enum class Kind : int { null = 0, boolean = 1, whole = 2, number = 3, string = 4, array = 5, object = 6 };
  Kind kind = Kind::null;
  SourceLocation location;  ///< of its first character; of a string, of the first one behind the quote
  bool boolean = false;
  std::int64_t whole = 0;
  double number = 0;  ///< set for whole numbers too
  std::string string;
  std::vector<JsonNode> items;
  std::vector<JsonMember> members;  ///< of an object, in the file's order

  bool is(Kind what) const { return kind == what; }
  /// The member's value; null if there is none.
  const JsonNode* find(std::string_view key) const;
  /// "a string", "a number", ...
  std::string_view kind_name() const;
};

struct JsonMember {
  std::string key;
  SourceLocation location;  ///< of the key
  JsonNode value;
};

/// Parses a whole JSON text (nlohmann-json does). Errors, with file:line:column: not JSON, a key given twice, nesting
/// deeper than 64.
Result<JsonNode> parse_json_tree(std::string_view text, std::string_view file_name);

/// An Error at the place of a node: `return fail_at(node, "...")`.
template <class Located, class... Args>
[[nodiscard]] std::unexpected<Error> fail_at(const Located& located, fmt::format_string<Args...> format, Args&&... args) {
  return std::unexpected(Error{located.location.text() + ": " + fmt::format(format, std::forward<Args>(args)...)});
}

}  // namespace judge
