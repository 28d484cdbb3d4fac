#include "judge/emulator/driver/brought_along.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace judge::cucc {

namespace {

struct StandardHeader {
  std::string_view macro, file;
  std::string_view names;  // in namespace std, each between spaces
};

constexpr std::array standard_headers = {
    StandardHeader{"STRING", "string",
                   " string basic_string string_view to_string stoi stol stoul stoll stoull stof stod char_traits plus minus"
                   " multiplies divides modulus negate equal_to not_equal_to less less_equal greater greater_equal"
                   " logical_and logical_or logical_not bit_and bit_or bit_xor hash ref cref reference_wrapper invoke "},
    StandardHeader{"STDEXCEPT", "stdexcept",
                   " runtime_error logic_error invalid_argument out_of_range overflow_error underflow_error length_error"
                   " domain_error range_error "},
    StandardHeader{"SSTREAM", "iostream",
                   " stringstream ostringstream istringstream stringbuf ostream istream ios ios_base endl flush cout cerr clog"
                   " cin fixed hex dec scientific "},
    StandardHeader{"CHRONO", "chrono", " chrono ratio milli micro nano "},
    StandardHeader{"MEMORY", "memory",
                   " unique_ptr shared_ptr weak_ptr make_unique make_shared default_delete enable_shared_from_this "},
    StandardHeader{"MAP", "map", " map multimap "},
    StandardHeader{"ATOMIC", "atomic",
                   " atomic atomic_ref atomic_flag atomic_thread_fence memory_order memory_order_relaxed"
                   " memory_order_acquire memory_order_release memory_order_acq_rel memory_order_seq_cst "},
    StandardHeader{"MUTEX", "mutex", " mutex recursive_mutex lock_guard unique_lock scoped_lock once_flag call_once "},
};

bool is_of_a_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Calls `visit` with each identifier, and whether "std::" stands before it.
template <class Visit>
void visit_names(std::string_view text, Visit visit) {
  for (std::size_t i = 0; i < text.size();) {
    if (!is_of_a_name(text[i])) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < text.size() && is_of_a_name(text[i])) ++i;
    visit(text.substr(begin, i - begin), text.substr(0, begin).ends_with("std::"));
  }
}

}  // namespace

std::vector<std::string> brought_along_macros(std::string_view preprocessed, std::string_view users_text) {
  std::vector<std::string> macros;
  if (!preprocessed.contains("judge_emulated/brought_along.h\"")) return macros;
  const bool needs_no_prefix = users_text.contains("using namespace std") || users_text.contains("using std::");
  std::array<bool, standard_headers.size()> is_named{};
  visit_names(users_text, [&](std::string_view name, bool is_of_std) {
    if (!is_of_std && !needs_no_prefix) return;
    for (std::size_t i = 0; i < standard_headers.size(); ++i)
      is_named[i] = is_named[i] || standard_headers[i].names.contains(fmt::format(" {} ", name));
  });
  if (users_text.contains("half") && !preprocessed.contains("/cuda_fp16.h\" 1")) macros.emplace_back("JUDGE_NAMES_OF_HALF");
  if (users_text.contains("bfloat16") && !preprocessed.contains("/cuda_bf16.h\" 1"))
    macros.emplace_back("JUDGE_NAMES_OF_BFLOAT");
  for (std::size_t i = 0; i < standard_headers.size(); ++i)
    if (is_named[i] && !preprocessed.contains(fmt::format("/{}\" 1", standard_headers[i].file)))
      macros.push_back(fmt::format("JUDGE_NAMES_OF_{}", standard_headers[i].macro));
  return macros;
}

}  // namespace judge::cucc
