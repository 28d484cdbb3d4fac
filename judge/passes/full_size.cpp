#include "judge/passes/full_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "judge/build/symbols.hpp"
#include "judge/passes/rejections.hpp"
#include "judge/passes/testing.hpp"
#include "judge/referee/scalar_bits.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/verdict/judge_outcome.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

namespace {

// What solve() does on the host at full size may take its time, too, and shows nothing then.
constexpr std::chrono::milliseconds k_most_time{1'000};

// Functions of the CUDA runtime that a dry call does, leaves out, or ends at. Others may tell the host what the device has done, or how
// large it is. In the order of std::string.
constexpr std::array<std::string_view, 41> k_known_functions{
    "cudaDeviceSynchronize",
    "cudaEventCreate",
    "cudaEventCreateWithFlags",
    "cudaEventDestroy",
    "cudaEventRecord",
    "cudaEventSynchronize",
    "cudaFree",
    "cudaFreeAsync",
    "cudaFuncSetAttribute",
    "cudaFuncSetCacheConfig",
    "cudaGetDevice",
    "cudaGetErrorName",
    "cudaGetErrorString",
    "cudaGetLastError",
    "cudaGetSymbolAddress",
    "cudaLaunchCooperativeKernel",
    "cudaLaunchKernel",
    "cudaLaunchKernelExC",
    "cudaMalloc",
    "cudaMallocAsync",
    "cudaMallocPitch",
    "cudaMemcpy",
    "cudaMemcpy2D",
    "cudaMemcpy2DAsync",
    "cudaMemcpyAsync",
    "cudaMemcpyFromSymbol",
    "cudaMemcpyFromSymbolAsync",
    "cudaMemcpyToSymbol",
    "cudaMemcpyToSymbolAsync",
    "cudaMemset",
    "cudaMemset2D",
    "cudaMemset2DAsync",
    "cudaMemsetAsync",
    "cudaPeekAtLastError",
    "cudaSetDevice",
    "cudaStreamCreate",
    "cudaStreamCreateWithFlags",
    "cudaStreamCreateWithPriority",
    "cudaStreamDestroy",
    "cudaStreamSynchronize",
    "cudaStreamWaitEvent",
};

// CUB, Thrust and cuBLAS compute without a launch; managed variables and functions that are looked up by name are not seen.
constexpr std::array<std::string_view, 4> k_unknown_others{"dlopen", "dlsym", "judgeEmulatedFinishStream",
                                                           "judgeEmulatedHasManagedVariables"};

bool is_known(std::string_view import) {
  if (std::ranges::find(k_unknown_others, import) != k_unknown_others.end()) return false;
  return !import.starts_with("cu") || std::ranges::binary_search(k_known_functions, import);
}

bool calls_known_functions_only(const Built& built) {
  const auto imports = imported_names(built.artifact.library);
  return imports && std::ranges::all_of(*imports, is_known);
}

protocol::Call dry_call_of(const Case& test) {
  protocol::Call call{.dry = true};
  int slab = 0;  // one for each buffer
  for (const Argument& argument : test.arguments) {
    if (const auto* scalar = std::get_if<ScalarArgument>(&argument))
      call.arguments.push_back({.type = scalar->type, .bits = bits_of(scalar->type, scalar->value)});
    else call.arguments.push_back({.slab = slab++, .bytes = std::get<BufferArgument>(argument).bytes()});
  }
  return call;
}

// The same case where it is smaller, else a timed one.
std::size_t emulated_twin(const std::vector<Case>& cases, const Case& test) {
  if (const auto same = find_case(cases, test.name)) return *same;
  const auto timed = std::ranges::find(cases, Purpose::timed, &Case::purpose);
  return timed == cases.end() ? cases.size() - 1 : static_cast<std::size_t>(timed - cases.begin());
}

// Of a call at the emulated size in which this launch or allocation fails. It passes if it is one too many, or if solve() has another way.
Result<Outcome> outcome_without(const protocol::RefusedLaunch& launch, Harness& harness, const Tested& attempt,
                                std::size_t index) {
  JUDGE_TRY(auto player, start_player(harness.setting, {.memory = attempt.memory}));
  JUDGE_TRY(auto players, load(harness, *attempt.built, std::move(player)));
  if (!players) return outcome::Passed{};
  JUDGE_TRY(const PreparedCase* prepared, harness.draws.prepared(index));
  JUDGE_TRY(auto called, harness.referee.call(*players->front(), *prepared, {.refused = launch}));
  if (interrupted()) return fail("interrupted");
  return std::move(called.outcome);
}

// "cudaMalloc() failed ..., in call 1 of it"; a size above any card's is a negative number, or one that overflowed.
std::string refused_text(const Player::Called& failed) {
  constexpr std::uint64_t most_of_any_card = std::uint64_t{1} << 40;
  const std::string hint =
      failed.trace.refused_bytes > most_of_any_card ? "\nlook at: a size in int that overflows here; compute it in size_t" : "";
  return fmt::format("in call {} of {}(){}", failed.failed_launch.number, failed.failed_launch.kernel, hint);
}

// As on a GPU: the error is pending, or solve() has read it and the answer is wrong, or it ends the process.
void reject_at_full_size(Tested& attempt, const Player::Called& failed, const Outcome& without, const Case& test) {
  const bool is_memory = failed.failed_launch.error == cuda::error_memory_allocation;
  const bool is_read = std::holds_alternative<outcome::WrongAnswer>(without);
  const bool exits = std::holds_alternative<outcome::Exited>(without);
  const bool lacks_it =
      std::holds_alternative<outcome::CudaError>(without) || std::holds_alternative<outcome::TooMuchMemory>(without);
  if (!is_read && !exits && !lacks_it) return;
  const Outcome it_failed =
      is_memory
          ? Outcome(outcome::TooMuchMemory{.device = true, .asked_bytes = failed.trace.refused_bytes})
          : Outcome(outcome::CudaError{failed.failed_launch.error, failed.error_name, failed.error_text, failed.error_call});
  reject(attempt, exits ? without : it_failed, test);
  Verdict& verdict = attempt.standing.error().verdict;
  if (is_read && !is_memory) verdict.kind = VerdictKind::wrong_answer;
  verdict.details = join_lines(
      {exits ? judge_outcome(it_failed, test).summary : "", verdict.details, is_memory ? refused_text(failed) : "",
       "Found in a dry call at this size: launches and allocations were checked, and no kernel ran. Smaller sizes passed."});
  // The case of this name that passed was another one.
  std::erase_if(attempt.cases, [&](const CaseResult& result) { return result.name == test.name; });
  attempt.cases.push_back({.name = test.name, .sizes = sizes_of(test), .is_extra = test.is_extra});
}

}  // namespace

bool may_fail_at_full_size(const Setting& setting, const Tested& attempt) {
  return setting.runtime.kind == RuntimeKind::emulated && attempt.built && attempt.is_right() &&
         !setting.full_size_cases.empty() && calls_known_functions_only(*attempt.built);
}

Result<void> call_dry_at_full_size(Harness& harness, Tested& attempt, Observer& observer) {
  observer.overall_stage("calling " + attempt.attempt.shown() + " dry at full size");
  OrDecided<Players> players{};
  for (const Case& test : harness.setting.full_size_cases) {
    if (players->empty()) {
      JUDGE_TRY(auto player, start_player(harness.setting));
      JUDGE_TRY(players, load(harness, *attempt.built, std::move(player)));
      if (!players) return {};
    }
    const auto called = players->front()->call(dry_call_of(test), std::min(test.time_limit, k_most_time), {});
    if (interrupted()) return fail("interrupted");
    if (called && !called->failed_launch.kernel.empty()) {
      JUDGE_TRY(const auto without,
                outcome_without(called->failed_launch, harness, attempt, emulated_twin(harness.setting.cases, test)));
      reject_at_full_size(attempt, *called, without, test);
      return {};
    }
    // What it keeps may come of what was cut short.
    if (!called || called->is_cut_short) players->clear();
  }
  return {};
}

}  // namespace judge
