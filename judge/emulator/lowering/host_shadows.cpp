#include <fmt/format.h>

#include "judge/emulator/lowering/passes.hpp"
#include "judge/emulator/lowering/sides.hpp"

namespace judge::lowering {

void lower_host_shadows(Translation& t, const Sides& sides) {
  for (const Function& function : sides.plain_host_functions()) {
    for (std::size_t i = t.next(function.body.begin); i < function.body.end; i = t.next(i)) {
      const bool names_symbols = t.is_identifier(i) && t.token(i).text.contains("Symbol");
      const bool is_unevaluated = t.is_one_of(i, {"sizeof", "decltype", "alignof"});
      if ((names_symbols || is_unevaluated) && t.is(t.next(i), "(")) i = t.closing(t.next(i));
      else if (sides.device_variable(i) != none)
        t.replace(i, fmt::format("::judge_emulated::host_shadow<&{}>()", t.token(i).text));
    }
  }
}

}  // namespace judge::lowering
