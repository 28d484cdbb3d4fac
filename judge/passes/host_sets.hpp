#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "judge/model/problem.hpp"
#include "judge/referee/memory.hpp"

namespace judge {

/// Host memory for a case's inputs and answers, as references are given it, in sets of one memory for each argument. Kept for as long as attempts
/// are judged: new pages, their page-locking and their mapping in the reference's process take longer than most references.
class HostSets {
 public:
  using Set = std::vector<HostMemory>;

  /// `runtime` must outlive this.
  explicit HostSets(const Runtime& runtime) : m_runtime(&runtime) {}
  HostSets(const HostSets&) = delete;
  HostSets& operator=(const HostSets&) = delete;
  ~HostSets() { drop(); }

  /// What a draw of case `index` was made in is the first set from now on; on a GPU it is page-locked, where that can be.
  Set& keep(std::size_t index, Set set);
  /// So many sets for case `index`, made where they are not there. Those of another case go.
  std::span<Set> of(std::size_t index, const Case& test, std::size_t count);
  /// The first one stays; further ones as far as all are small.
  void trim();

 private:
  void drop();
  void lock(const Set& set);

  const Runtime* m_runtime;
  std::size_t m_index = 0;
  std::vector<Set> m_sets;  // the first is page-locked
};

}  // namespace judge
