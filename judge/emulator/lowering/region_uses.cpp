#include "judge/emulator/lowering/region_uses.hpp"
#include "judge/util/contains.hpp"

#include <algorithm>

namespace judge::lowering {

bool is_copied(const Variable& variable) {
  return !variable.is_array && !variable.is_given && (variable.is_number || variable.is_pointer);
}

RegionUses::RegionUses(const Translation& translation, const KernelVariables& variables, const SplitKernel& kernel)
    : t(translation), m_finder(variables), m_variables(variables.all()), m_kernel(kernel) {
  for (const auto& region : m_kernel.regions) {
    m_uses.emplace_back();
    find(*region, m_uses.back());
  }
  find_stored();
}

Needs RegionUses::of(Range range) const {
  Needs needs;
  find(range, needs);
  return needs;
}

void RegionUses::find(const Region& region, Needs& uses) const {
  for (const Code* code : {&region.code, &region.operand, &region.mask, &region.argument, &region.width, &region.counter_code})
    find(*code, uses);
  if (region.counter != none) uses.erase(region.counter);
}

void RegionUses::find(const Code& code, Needs& uses) const {
  for (const CodeElement& element : code) {
    if (const auto* range = std::get_if<Range>(&element.value)) find(*range, uses);
    if (const auto* point = std::get_if<DeclarationPoint>(&element.value)) {
      for (const std::size_t index : point->variables)
        if (m_variables[index].kind == VariableKind::per_thread) uses[index].is_declared = true;
      for (std::size_t i = 0; i < point->variables.size(); ++i)
        if (m_variables[point->variables[i]].kind == VariableKind::per_thread) find(point->initialisers[i], uses);
    }
  }
}

void RegionUses::find(Range range, Needs& uses) const {
  for (std::size_t i = range.begin; i < range.end; i = t.next(i)) {
    const Variable* const variable = m_finder.find(i);
    if (!variable) continue;
    const std::size_t index = m_finder.index_of(*variable);
    const bool is_new = !uses.contains(index);
    uses[index].is_changed |= m_finder.use_of(*variable, i) != Use::read;
    if (is_new && variable->kind == VariableKind::recomputed) find(variable->initialiser, uses);
  }
}

void RegionUses::find_stored() {
  for (std::size_t index = 0; index < m_variables.size(); ++index) {
    if (m_variables[index].kind != VariableKind::per_thread) continue;
    const auto elsewhere = [&](const Needs& uses) {
      const auto use = uses.find(index);
      return use != uses.end() && !use->second.is_declared;
    };
    if (m_variables[index].parameter >= 0 || std::ranges::any_of(m_uses, elsewhere)) m_stored.insert(index);
  }
}

std::vector<std::size_t> RegionUses::exclusive_arrays(const Needs& uses) const {
  std::vector<std::size_t> arrays;
  for (const auto& [index, use] : uses)
    if (is_stored(index) && is_copied(m_variables[index])) arrays.push_back(index);
  return arrays;
}

bool RegionUses::is_verbatim(const DeclarationPoint& point) const {
  return !point.has_collective && std::ranges::all_of(point.variables, [&](std::size_t index) {
    return m_variables[index].kind == VariableKind::per_thread && !is_stored(index);
  });
}

bool RegionUses::is_verbatim(std::size_t index) const {
  for (const auto& region : m_kernel.regions)
    for (const CodeElement& element : region->code)
      if (const auto* point = std::get_if<DeclarationPoint>(&element.value))
        if (contains(point->variables, index)) return is_verbatim(*point);
  return false;
}

}  // namespace judge::lowering
