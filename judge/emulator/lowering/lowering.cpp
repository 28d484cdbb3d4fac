#include "judge/emulator/lowering/lowering.hpp"

#include "judge/emulator/lowering/passes.hpp"

namespace judge::lowering {

Lowered lower(std::string_view preprocessed, const ReadSource& read_source, SplitKernels splits) {
  Lexed lexed = lex_preprocessed(preprocessed);
  restore_columns(lexed, read_source);
  Translation translation(std::move(lexed));
  Lowered lowered;
  lowered.unsupported = find_unsupported(translation);
  lower_inline_ptx(translation, lowered.unsupported);
  if (!lowered.unsupported.empty()) return lowered;
  lowered.wants_alignment_checks = may_misalign(translation, {0, translation.size()});
  lower_the_rest(translation);
  if (lowered.wants_alignment_checks) lower_vector_accesses(translation);
  lower_launches(translation);
  lower_shared_variables(translation, lower_kernels(translation, splits));
  lowered.text = translation.print();
  lowered.has_split_kernels = lowered.text.find("judge_split_") != std::string::npos;
  return lowered;
}

}  // namespace judge::lowering
