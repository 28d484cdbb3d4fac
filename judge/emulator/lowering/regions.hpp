#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "judge/emulator/lowering/collectives.hpp"
#include "judge/emulator/lowering/kernel_variables.hpp"

namespace judge::lowering {

struct Region;
struct CodeElement;
using Code = std::vector<CodeElement>;

/// A declaration of variables that may have to outlive their region.
struct DeclarationPoint {
  Range statement;
  std::vector<std::size_t> variables;
  std::vector<Code> initialisers;  ///< of each; empty: none
  bool has_collective = false;
};

/// A thread goes on in another region, in the middle of this one; null: it leaves the kernel.
struct Departure {
  const Region* target;
};

/// A piece of a region: the user's tokens, text of our own, or something whose text is only known in the end.
struct CodeElement {
  std::variant<Range, std::string, DeclarationPoint, Departure> value;
};

enum class RegionEnd {
  go,          ///< to `target`
  branch,      ///< each thread by its `operand`: to `target` or `other`
  choose,      ///< all alike by `operand`
  collective,  ///< each thread gives its `operand`; then to `target`
  finish,
};

/// A part of a kernel without collectives in it: all threads of a block may run it one after the other.
struct Region {
  unsigned id = 0;
  Code code;
  bool has_departures = false;
  Range guard, guarded;  ///< if `guard` is not empty, the code is `if (guard) guarded` and nothing else
  RegionEnd end = RegionEnd::finish;
  Code operand;
  const Region *target = nullptr, *other = nullptr;  ///< null: out of the kernel
  const Collective* collective = nullptr;
  unsigned slot = 0;           ///< of the collective, unless it is __syncthreads()
  Code mask, argument, width;  ///< of a warp's collective; empty: the default
  bool is_uniform = false;     ///< these are the same for all threads
  int line = 0;
  Code counter_code;  ///< done once for the block, at the end: changes this counter
  std::size_t counter = none;
  const Region *loop_begin = nullptr, *loop_end = nullptr;  ///< of the counter's loop
};

/// A kernel, split at its collectives.
struct SplitKernel {
  std::vector<std::unique_ptr<Region>> regions;  ///< in the order of the source, the first one first
  std::vector<Range> hoisted;                    ///< declarations
  unsigned slots = 0;
};

/// Splits the body of a kernel. Nothing: some part of it is of a kind that we do not split. `waiting` tells which
/// functions may not be called.
std::optional<SplitKernel> split_body(const Translation& translation, std::size_t body, KernelVariables& variables,
                                      const WaitingFunctions& waiting);

}  // namespace judge::lowering
