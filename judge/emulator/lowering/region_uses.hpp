#pragma once

#include <map>
#include <set>
#include <vector>

#include "judge/emulator/lowering/regions.hpp"

namespace judge::lowering {

/// What a region does with a variable.
struct InRegion {
  bool is_declared = false, is_changed = false;
};
/// By the variable's index.
using Needs = std::map<std::size_t, InRegion>;

/// Is the variable copied for the time of a region, so that nothing but its array leads to it? What may be reached by an
/// address, and objects that may hold their own, stay where they are.
bool is_copied(const Variable& variable);

/// Which variables the regions of a kernel use, and which of them outlive a region.
class RegionUses {
 public:
  /// The three outlive it.
  RegionUses(const Translation& translation, const KernelVariables& variables, const SplitKernel& kernel);

  const Needs& of(const Region& region) const { return m_uses[region.id]; }
  Needs of(Range range) const;

  /// Does a thread's variable outlive a region, so that it has an array?
  bool is_stored(std::size_t index) const { return m_stored.contains(index); }
  /// Arrays of copied variables that the region uses: they overlap with nothing.
  std::vector<std::size_t> exclusive_arrays(const Needs& uses) const;

  /// Are the variables of this declaration, all of them, used in this region only?
  bool is_verbatim(const DeclarationPoint& point) const;
  bool is_verbatim(std::size_t index) const;

 private:
  void find(const Region& region, Needs& uses) const;
  void find(const Code& code, Needs& uses) const;
  void find(Range range, Needs& uses) const;
  void find_stored();

  const Translation& t;
  const KernelVariables& m_finder;
  const std::vector<Variable>& m_variables;
  const SplitKernel& m_kernel;
  std::vector<Needs> m_uses;  // of each region
  std::set<std::size_t> m_stored;
};

}  // namespace judge::lowering
