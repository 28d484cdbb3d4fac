#include "judge/emulator/lowering/missing_headers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "judge/emulator/lowering/statements.hpp"
#include "judge/util/c_lexer.hpp"
#include "judge/util/contains.hpp"

namespace judge::lowering {

namespace {

struct Name {
  std::string_view word, header;
};
constexpr std::array names_of_headers = {Name{"printf", "cstdio"}, Name{"uint8_t", "cstdint"}, Name{"uint16_t", "cstdint"},
                                         Name{"uint32_t", "cstdint"}, Name{"uint64_t", "cstdint"}};

// Tried with nvcc 13.0 and g++ 12, in all of the judge's ways to call it.
constexpr std::array<std::string_view, 23> headers_with_none = {"<cuda_runtime.h>",
                                                                "\"cuda_runtime.h\"",
                                                                "<cuda_runtime_api.h>",
                                                                "<device_launch_parameters.h>",
                                                                "<cuda_fp16.h>",
                                                                "<cuda_bf16.h>",
                                                                "<mma.h>",
                                                                "<curand_kernel.h>",
                                                                "<math_constants.h>",
                                                                "<cmath>",
                                                                "<math.h>",
                                                                "<cstdlib>",
                                                                "<stdlib.h>",
                                                                "<cstring>",
                                                                "<string.h>",
                                                                "<cfloat>",
                                                                "<float.h>",
                                                                "<climits>",
                                                                "<limits.h>",
                                                                "<cassert>",
                                                                "<cstddef>",
                                                                "<stddef.h>",
                                                                "<ctime>"};
constexpr std::array<std::string_view, 2> headers_without_printf = {"<cstdint>", "<stdint.h>"};
constexpr std::array<std::string_view, 2> headers_without_uint = {"<cstdio>", "<stdio.h>"};

/// Of the one file that all of the user's tokens are in; empty if there are more.
std::string_view only_file(const Translation& t) {
  std::string_view file;
  for (std::size_t i = t.next(0); i < t.size(); i = t.next(i)) {
    const std::string_view of_token = t.file_name(t.token(i));
    if (!file.empty() && of_token != file) return {};
    file = of_token;
  }
  return file;
}

bool declares(const std::vector<std::string>& included, const Name& name) {
  return std::ranges::any_of(included, [&](std::string_view header) {
    return !contains(headers_with_none, header) &&
           !(name.word == "printf" ? contains(headers_without_printf, header) : contains(headers_without_uint, header));
  });
}

/// Does the unit itself give the word a meaning, for all that can be told?
bool may_be_declared(const Translation& t, std::string_view word) {
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (!t.is(i, word)) continue;
    const std::size_t before = t.previous(i);
    if (!is_name(t, i) || t.is_one_of(before, {"using", "struct", "class", "typename", "enum", "*", "&"}) ||
        t.is_one_of(t.next(i), {";", "=", ","}))
      return true;
    if (word == "printf" && t.is_identifier(before) && !t.is_one_of(before, {"return", "else", "do"})) return true;
  }
  return false;
}

}  // namespace

std::vector<Refused> find_missing_headers(const Translation& t, const Sides& sides, const ReadSource& read_source) {
  std::vector<Range> looked_at;  // what is in templates may never be compiled
  for (const DeviceCode& code : sides.plain_device_code()) looked_at.insert(looked_at.end(), {code.parameters, code.body});
  for (const Function& function : sides.plain_host_functions())
    looked_at.insert(looked_at.end(), {function.parameters, function.body});
  std::vector<std::string_view> declared;
  for (const Range range : looked_at)
    for (std::size_t i = range.begin; i < range.end; i = t.next(i)) {
      const Token& token = t.token(i);
      const auto name =
          token.column > 0 ? std::ranges::find(names_of_headers, token.text, &Name::word) : names_of_headers.end();
      if (name == names_of_headers.end() || contains(declared, name->word)) continue;
      const auto source = read_source(only_file(t));
      const bool is_call = name->word != "printf" || t.is(t.next(i), "(");
      if (is_call && source && !declares(included_names(*source), *name) && !may_be_declared(t, name->word))
        return {{std::string(t.file_name(token)), token.line,
                 fmt::format("identifier \"{}\" is undefined: write #include <{}>", name->word, name->header)}};
      declared.push_back(name->word);
    }
  return {};
}

}  // namespace judge::lowering
