#pragma once

// Included where judge-cucc --check builds an attempt: tells the runtime so while the library is loaded.
extern "C" void judgeEmulatedStartChecking(unsigned unwritten_word);

namespace judge_emulated {

/// What -ftrivial-auto-var-init=pattern leaves in each word of a local variable. clang has another pattern for floats,
/// which is also the integer -1.
#if defined(__clang__)
constexpr unsigned unwritten_word = 0xaaaaaaaau;
#else
constexpr unsigned unwritten_word = 0xfefefefeu;
#endif

struct CheckStart {
  CheckStart() { judgeEmulatedStartChecking(unwritten_word); }
};
static CheckStart check_start;

}  // namespace judge_emulated
