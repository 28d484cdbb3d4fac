#include "judge/build/source_scan.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "judge/util/c_lexer.hpp"

namespace judge {

namespace {

constexpr std::string_view k_blanks(" \t\v\f\0", 5);

// Without the line ends that a backslash joins. gcc joins over more than clang does: blanks and zeros may stand between.
std::string joined(std::string_view source) {
  std::string text;
  for (std::size_t at = 0; at < source.size();) {
    const std::size_t next = source[at] == '\\' ? source.find_first_not_of(k_blanks, at + 1) : source.npos;
    if (next == source.npos || (source[next] != '\n' && source[next] != '\r')) text += source[at++];
    else at = next + (source.substr(next, 2) == "\r\n" ? 2 : 1);
  }
  return text;
}

// Up to the word at `at`, without blanks behind.
std::string_view before(std::string_view text, std::size_t at) {
  text = text.substr(0, at);
  return text.substr(0, text.find_last_not_of(k_blanks) + 1);
}

// Where gcc and clang differ: the compiler's lines may be others than ours.
bool has_odd_line_ends(std::string_view source) {
  for (std::size_t at = source.find('\r'); at != source.npos; at = source.find('\r', at + 1))
    if (source.substr(at, 2) != "\r\n") return true;
  return source.contains('\0');
}

// What looks like an #include, and not like one of the form <...>, wherever it stands: in comments, too.
std::ptrdiff_t local_includes_in_text(std::string_view text) {
  std::ptrdiff_t count = 0;
  for (const std::string_view name : {"include", "import"})
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
      if (at > 0 && continues_identifier(text[at - 1])) continue;  // another word
      std::size_t end = at;
      while (end < text.size() && continues_identifier(text[end])) ++end;
      const std::string_view front = before(text, at);
      const bool is_directive = front.ends_with('#') || front.ends_with("%:") || front.ends_with("*/");
      const std::size_t next = text.find_first_not_of(k_blanks, end);
      if (is_directive && (next == text.npos || text[next] != '<')) ++count;
    }
  return count;
}

// Whether gcc or clang may see other #include lines than ours are.
bool has_hidden_include(std::string_view source, std::string_view joined_text) {
  const auto known = std::ranges::count_if(included_names(source), [](const auto& name) { return !name.starts_with('<'); });
  return has_odd_line_ends(source) || local_includes_in_text(joined_text) > known;
}

// The last are what headers of the system use in macros that know the file or join words.
bool tells_its_place(std::string_view word) {
  constexpr std::array<std::string_view, 15> k_words{
      "__FILE__",        "__FILE_NAME__", "__BASE_FILE__",      "__TIMESTAMP__", "__builtin_FILE",
      "source_location", "__has_include", "__has_include_next", "__has_embed",   "__builtin_FILE_NAME",
      "embed",           "CubDebug",      "CubDebugExit",       "_CubLog",       "__builtin_source_location"};
  if (std::ranges::find(k_words, word) != k_words.end() || word.starts_with("__PRETTY_FUNCTION")) return true;
  if (word == "static_assert" || word == "_Static_assert") return false;
  std::string lower(word);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  constexpr std::array<std::string_view, 8> k_parts{"assert", "concat", "paste", "_join", "glibcxx", "cccl", "pstl", "__math"};
  return std::ranges::any_of(k_parts, [&](std::string_view part) { return lower.contains(part); });
}

// #pragma GCC dependency "..."
bool asks_for_a_date(std::string_view text) {
  for (std::size_t at = find_word(text, "dependency"); at != text.npos; at = find_word(text, "dependency", at + 1))
    if (before(text, at).ends_with("GCC") || before(text, at).ends_with("*/")) return true;
  return false;
}

// Whose macros neither know the file nor join words of whoever uses them, but for those that tells_its_place(). Of the C library's that was
// tested with the definitions that gcc 12, clang 14 and clang 19 end with (-dM) when all of these are included.
bool is_of_known_macros(std::string_view header) {
  if (header.find_first_of("./") == header.npos) return true;  // of the C++ library
  constexpr std::array<std::string_view, 32> k_of_c{
      "assert.h", "complex.h", "ctype.h",   "errno.h",    "fenv.h",      "float.h",  "immintrin.h", "inttypes.h",
      "iso646.h", "limits.h",  "locale.h",  "malloc.h",   "math.h",      "memory.h", "omp.h",       "pthread.h",
      "sched.h",  "setjmp.h",  "signal.h",  "stdarg.h",   "stdbool.h",   "stddef.h", "stdint.h",    "stdio.h",
      "stdlib.h", "string.h",  "strings.h", "sys/time.h", "sys/types.h", "time.h",   "unistd.h",    "x86intrin.h"};
  constexpr std::array<std::string_view, 18> k_of_cuda{"channel_descriptor.h",
                                                       "cooperative_groups",
                                                       "crt/",
                                                       "cub/",
                                                       "cuComplex.h",
                                                       "cublas",
                                                       "cuda",
                                                       "curand",
                                                       "builtin_types.h",
                                                       "device_",
                                                       "driver_types.h",
                                                       "host_defines.h",
                                                       "library_types.h",
                                                       "math_",
                                                       "mma.h",
                                                       "sm_",
                                                       "thrust/",
                                                       "vector_"};
  return std::ranges::find(k_of_c, header) != k_of_c.end() ||
         std::ranges::any_of(k_of_cuda, [&](std::string_view begin) { return header.starts_with(begin); });
}

// Of the form <...>, and what stands there is known.
bool is_known_include(std::string_view name) {
  const std::size_t end = name.find('>');
  return name.starts_with('<') && end != name.npos && is_of_known_macros(name.substr(1, end - 1));
}

bool has_word_that_tells_its_place(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && continues_identifier(text[end])) ++end;
    if (end > at && tells_its_place(text.substr(at, end - at))) return true;
    at = std::max(end, at + 1);
  }
  return false;
}

}  // namespace

bool has_local_include(std::string_view source) {
  const std::string text = joined(source);
  return text.contains("__has_include") || has_hidden_include(source, text) ||
         std::ranges::any_of(included_names(source), [](const std::string& name) { return !name.starts_with('<'); });
}

bool may_know_its_place(std::string_view source) {
  const std::string text = joined(source);
  if (text.contains("##") || text.contains("%:%:") || text.contains(".inc")) return true;
  if (has_hidden_include(source, text) || has_word_that_tells_its_place(text) || asks_for_a_date(text)) return true;
  return std::ranges::any_of(included_names(source),
                             [](const std::string& name) { return !name.starts_with('"') && !is_known_include(name); });
}

bool hints_at_device_lambdas(std::string_view source) {
  for (std::size_t at = source.find(']'); at != source.npos; at = source.find(']', at + 1)) {
    const std::size_t next = source.find_first_not_of(" \t\n", at + 1);
    if (next == source.npos) return false;
    const std::string_view rest = source.substr(next);
    if (rest.starts_with("__device__") || rest.starts_with("__host__") || rest.starts_with("__attribute__")) return true;
  }
  return false;
}

}  // namespace judge
