#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "judge/model/problem.hpp"
#include "judge/referee/memory.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// A problem's reference.cpp, built and loaded. Its functions run in a separate process, so a failure in them is an Error that
/// names the file, the function and the case. After such an Error no further call is possible.
class Oracle {
 public:
  Oracle();
  Oracle(Oracle&&) noexcept;
  Oracle& operator=(Oracle&&) noexcept;
  ~Oracle();

  /// `program`: judge-reference; `library`: the built reference.cpp. Only the main thread may.
  static Result<Oracle> load(const std::filesystem::path& program, const std::filesystem::path& library,
                             const Problem& problem);

  /// The memory of each buffer parameter of the case, in order; null for scalars.
  using Buffers = std::vector<const HostMemory*>;
  static Buffers buffers_of(const std::vector<HostMemory>& host);

  bool has_reference() const;
  /// Calls reference(): turns the outputs (and in-place buffers) in `buffers` into the expected ones.
  Result<void> reference(const Case& test, const Buffers& buffers) const;
  /// reference() on each of these, which hold memory that comes again: it stays mapped. Where a reference takes long enough to be worth it they
  /// compute side by side, in further processes that are kept. Only the main thread may. Errors: those of the first that fails.
  Result<void> reference_each(const Case& test, std::span<const Buffers> each) const;
  /// How many processes would share so many calls for this case.
  std::size_t side_by_side(const Case& test, std::size_t calls) const;
  /// How long reference() took last for this case, by itself; 0 = it was not called.
  std::chrono::nanoseconds reference_took(const Case& test) const;

  bool has_reference_f32() const;
  /// Calls reference_f32(): the same in single precision, which says how much of a tolerance rounding alone takes.
  Result<void> reference_f32(const Case& test, const Buffers& buffers) const;

  bool has_generate() const;
  /// Calls generate(): fills the inputs that ask for it.
  Result<void> generate(const Case& test, std::uint64_t seed, const Buffers& buffers) const;

  bool has_check() const;
  struct Opinion {
    bool accepted = false;
    std::string message;
  };
  /// Calls check(): inputs as they were, outputs as the attempt left them; `originals`: in-place buffers before the call.
  Result<Opinion> check(const Case& test, const Buffers& buffers, const Buffers& originals) const;

  /// Called from now on for a call that has not returned yet, with its case and duration; first after 10 s.
  void tell_slow_calls_to(std::function<void(const std::string&)> tell) const;

  /// Did a function of reference.cpp crash, end the process or never return? Then the last Error is the problem's fault.
  bool is_broken() const;

  /// What its functions printed, of much the beginning and the end; it goes nowhere else.
  const std::string& printed() const;

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace judge
