#pragma once

#include <array>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include "judge/referee/placed.hpp"
#include "judge/referee/prepared_case.hpp"

namespace judge {

/// A look at a few places of a call's outputs, by the referee's own copies, at the moment when the device says that the call is done: the word
/// of an attempt's process, which can say so too early. What is there at the end must have been there then. Places are chosen
/// anew for each call, so an attempt that goes on working for a share of its time is found in one of its calls.
class EarlyLook {
 public:
  EarlyLook() = default;
  /// Errors: no page-locked memory, no stream.
  static Result<EarlyLook> create(const Runtime& runtime);

  /// Chooses the places for a call. Only outputs in device memory have any.
  void choose(const PreparedCase& prepared, const Placed& placed, std::mt19937_64& random);
  /// Waits for its own copies alone. That it could not look is no finding.
  void look();
  /// Puts the same copies once more on the default stream, behind all that is there. Errors: they cannot be.
  Result<void> look_again();
  /// Once those are done: whether what was seen has changed; false if nothing was.
  bool has_changed() const;

 private:
  static constexpr std::size_t k_places = 4, k_most_bytes = 16;
  struct Place {
    const char* pointer;
    std::size_t bytes;
  };
  using Seen = std::array<std::array<char, k_most_bytes>, k_places>;
  struct Owned {  // page-locked, so that a copy takes microseconds
    explicit Owned(const Runtime& on) : runtime(&on) {}
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    ~Owned();
    const Runtime* runtime;
    Seen* seen = nullptr;  // then, and now
    cuda::Stream stream = nullptr;
  };
  bool copy(Seen& into, cuda::Stream stream);

  std::unique_ptr<Owned> m_owned;
  std::vector<Place> m_places;
  bool m_has_looked = false;
};

}  // namespace judge
