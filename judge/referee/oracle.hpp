#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "judge/model/problem.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// A problem's reference.cpp, built and loaded: the truth, on the CPU.
class Oracle {
 public:
  static Result<Oracle> load(const std::filesystem::path& library, const Problem& problem);

  /// One pointer for each buffer parameter of the case, in order; null for scalars.
  using Pointers = std::vector<void*>;

  /// Calls reference(): turns the outputs (and in-place buffers) behind `pointers` into the expected ones.
  Result<void> reference(const Case& test, const Pointers& pointers) const;

  bool has_reference() const { return m_reference != nullptr; }

  bool has_reference_f32() const { return m_reference_f32 != nullptr; }
  /// Calls reference_f32(): the same in single precision, which says how much of a tolerance rounding alone takes.
  Result<void> reference_f32(const Case& test, const Pointers& pointers) const;

  bool has_generate() const { return m_generate != nullptr; }
  /// Calls generate(): fills the inputs that ask for it.
  Result<void> generate(const Case& test, std::uint64_t seed, const Pointers& pointers) const;

  bool has_check() const { return m_check != nullptr; }
  struct Opinion {
    bool accepted = false;
    std::string message;
  };
  /// Calls check(): inputs as they were, outputs as the attempt left them; `originals`: in-place buffers before the call.
  Result<Opinion> check(const Case& test, const Pointers& pointers, const Pointers& originals) const;

 private:
  void* m_reference = nullptr;
  void* m_reference_f32 = nullptr;
  void* m_generate = nullptr;
  void* m_check = nullptr;
};

}  // namespace judge
