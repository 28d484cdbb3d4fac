#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace judge {

/// A regular expression, as ECMAScript writes them. It exists because <regex> costs the compiler seconds in every file that uses
/// it, and now only one file does.
class Regex {
 public:
  /// The whole find, then its groups; a group that took no part is empty.
  using Groups = std::vector<std::string_view>;

  explicit Regex(const std::string& expression);
  ~Regex();
  Regex(const Regex&) = delete;
  Regex& operator=(const Regex&) = delete;

  /// The first find. What is returned points into `text`.
  std::optional<Groups> find(std::string_view text) const;
  /// Only if it is all of `text`.
  std::optional<Groups> match(std::string_view text) const;
  bool is_in(std::string_view text) const { return find(text).has_value(); }

 private:
  struct Compiled;
  std::unique_ptr<const Compiled> m_compiled;
};

}  // namespace judge
