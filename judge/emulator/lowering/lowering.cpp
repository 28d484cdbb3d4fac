#include "judge/emulator/lowering/lowering.hpp"

#include "judge/emulator/lowering/missing_headers.hpp"
#include "judge/emulator/lowering/nesting.hpp"
#include "judge/emulator/lowering/passes.hpp"
#include "judge/emulator/lowering/sides.hpp"

namespace judge::lowering {

namespace {

// The host may look at such a variable at any time, so kernels may not run at their launch.
constexpr std::string_view says_that_variables_are_managed =
    "[[gnu::constructor]] static void judge_has_managed_variables() { judgeEmulatedHasManagedVariables(); }\n";

/// Whether there was any.
bool lower_undefined(Translation& translation, const std::vector<std::size_t>& device_qualified) {
  const std::vector<DeviceFunction> functions = find_device_functions(translation, device_qualified);
  const bool has_operators = lower_arithmetic(translation, functions);
  return lower_missing_returns(translation, functions) || has_operators;
}

}  // namespace

Lowered lower(std::string_view preprocessed, const ReadSource& read_source, const LoweringOptions& options) {
  Lexed lexed = lex_preprocessed(preprocessed);
  if (const auto refused = find_nested_too_deeply(lexed)) return {.refused = {*refused}};
  restore_columns(lexed, read_source);
  separate_closing_angles(lexed);
  enclose_cases(lexed);
  const Qualified qualified = take_qualifiers(lexed);
  write_as_cpp17(lexed);
  Translation translation(std::move(lexed));
  Lowered lowered;
  const Sides sides(translation, qualified);
  lowered.refused = find_refused(translation, qualified, sides, options.standard);
  if (lowered.refused.empty()) lowered.refused = find_missing_headers(translation, sides, read_source);
  if (!lowered.refused.empty()) return lowered;
  lowered.unsupported = find_unsupported(translation);
  if (options.undefined == Undefined::of_a_gpu) lowered.has_gpus_undefined = lower_undefined(translation, qualified.device);
  const auto functions = find_device_functions(translation, qualified.device);
  lower_library_calls(translation, functions);
  const Polls polls = lower_waiting_loops(translation, functions);
  lower_host_shadows(translation, sides);
  lower_inline_ptx(translation, lowered.unsupported);
  if (!lowered.unsupported.empty()) return lowered;
  lowered.wants_alignment_checks = may_misalign(translation, {0, translation.size()});
  lower_noinline_and_unroll(translation);
  if (lowered.wants_alignment_checks) lower_vector_accesses(translation);
  lower_launches(translation);
  lower_constant_variables(translation, qualified.constant);
  lower_shared_variables(translation, lower_kernels(translation, options.splits, polls));
  lowered.text = translation.print();
  if (!qualified.managed.empty()) lowered.text += says_that_variables_are_managed;
  lowered.has_split_kernels = lowered.text.contains("judge_split_");
  return lowered;
}

}  // namespace judge::lowering
