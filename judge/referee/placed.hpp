#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "judge/referee/slabs.hpp"

namespace judge {

/// What pure outputs hold before a call.
struct OutputContent {
  enum class Kind {
    as_declared,  ///< poison, or zeros where they arrive zeroed
    poison,
    marks,  ///< of floating types an ordinary number, by which an element that was added to is known; of integers one far from 0
  };
  Kind kind = Kind::as_declared;
  double mark = 1;  ///< of integers its sign alone counts
};

/// The buffers of one call: where they lie, and what was written into them and around them before it. Whatever is asked about the call
/// afterwards is answered by this.
struct Placed {
  std::vector<Slabs::Window> windows{};  ///< one for each argument
  OutputContent content{};
  std::uint32_t poison = 0;       ///< all poison and all red zones follow from it
  std::uint64_t sample_seed = 0;  ///< of the places where outputs are sampled when the clock stops

  std::uint32_t poison_of(const BufferArgument& buffer) const;
  /// Around the buffer of argument `index`.
  std::uint32_t red_zone_word(const BufferArgument& buffer, std::size_t index) const;
  /// In a pure output.
  std::uint32_t content_of(const BufferArgument& buffer) const;
  /// By which an element of an output is known that was never written.
  std::uint32_t unwritten_word(const BufferArgument& buffer) const;
  /// True if this element of an output still has its content from before the call. Not known for an output that arrives zeroed.
  /// (A written small integer may be equal by chance.)
  bool is_unwritten(const BufferArgument& buffer, std::span<const std::byte> contents, std::size_t index) const;
};

}  // namespace judge
