#include <array>

#include "judge/emulator/lowering/passes.hpp"

namespace judge::lowering {

namespace {

struct Call {
  std::string_view name, meant;
};

// Functions of the C library that do something else in device code.
constexpr std::array calls = {Call{"malloc", "::judge_emulated::heap_malloc"}, Call{"free", "::judge_emulated::heap_free"},
                              Call{"printf", "::judge_emulated::counted_printf"},
                              Call{"clock", "::judge_emulated::device_clock"}};

/// A file may have a function of its own of that name.
bool is_declared(const Translation& t, std::string_view name) {
  for (std::size_t i = 0; i < t.size(); ++i) {
    const std::size_t before = t.previous(i);
    if (t.is(i, name) && (t.is(before, "*") || t.is_identifier(before)) && t.is(t.next(i), "(") &&
        !t.is_one_of(before, {"return", "else", "do", "case"}) &&
        (t.is_identifier(before) || t.is_identifier(t.previous(before))))
      return true;
  }
  return false;
}

bool uses_result(const Translation& t, std::size_t i) {
  return !t.is_one_of(t.previous(i), {";", "{", "}", ")", "else", "do", ":"});
}

}  // namespace

void lower_library_calls(Translation& t, const std::vector<DeviceFunction>& functions) {
  for (const Call& call : calls) {
    if (is_declared(t, call.name)) continue;
    for (const DeviceFunction& function : functions)
      for (std::size_t i = function.body.begin; i < function.body.end; i = t.next(i)) {
        if (!t.is(i, call.name) || !t.is(t.next(i), "(") || !t.is_unchanged(i)) continue;
        const bool is_member = t.is_one_of(t.previous(i), {".", "->", "::"});
        if (!is_member && (call.name != "printf" || uses_result(t, i))) t.replace(i, std::string(call.meant));
      }
  }
}

}  // namespace judge::lowering
