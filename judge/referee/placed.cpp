#include "judge/referee/placed.hpp"

#include "judge/referee/marks.hpp"

namespace judge {

// For floating types a NaN in f16, bf16, f32, f64 and both fp8 formats at once; for integers no value is out of reach, so
// it is a new random one in each call.
static std::uint32_t strange_word(DType type, std::uint32_t random) {
  return is_floating(type) ? 0xfff0fff0u | (random & 0x000f000fu) : random;
}

std::uint32_t Placed::poison_of(const BufferArgument& buffer) const { return strange_word(buffer.type, poison); }

// Signalling NaNs, if the type has them: to a quiet one a CPU adds without a change, which a GPU never does.
static std::uint32_t signalling_word(DType type, std::uint32_t random) {
  const std::uint32_t word = strange_word(type, random);
  switch (type) {
    case DType::f16: return word & ~0x02000200u;
    case DType::bf16:
    case DType::f32: return word & ~0x00400040u;
    default: return word;  // of f64 it is one
  }
}

// Another word for each buffer: what an overrun of one copies, or adds up as NaNs, must not look like the zone of the next.
// The factor is odd, so that the last digits differ.
std::uint32_t Placed::red_zone_word(const BufferArgument& buffer, std::size_t index) const {
  return signalling_word(buffer.type, poison + (static_cast<std::uint32_t>(index) + 1) * 0x9e3779b9u);
}

// Large, and negative if `mark` is, in integers of every size.
static std::uint32_t integer_mark(double mark, std::uint32_t random) {
  const std::uint32_t large = 0x70707070u | (random & 0x0f0f0f0fu);
  return mark < 0 ? ~large : large;
}

std::uint32_t Placed::content_of(const BufferArgument& buffer) const {
  using enum OutputContent::Kind;
  if (content.kind == marks)
    return is_floating(buffer.type) ? mark_word(buffer.type, content.mark) : integer_mark(content.mark, this->poison);
  return content.kind == as_declared && buffer.arrival == Arrival::zeroed ? 0 : poison_of(buffer);
}

// Zeros are an answer like others, so there it is a word that nothing holds.
std::uint32_t Placed::unwritten_word(const BufferArgument& buffer) const {
  return content_of(buffer) == 0 ? poison_of(buffer) : content_of(buffer);
}

bool Placed::is_unwritten(const BufferArgument& buffer, std::span<const std::byte> contents, std::size_t index) const {
  const std::uint32_t word = content_of(buffer);
  if (buffer.direction != Direction::out || word == 0) return false;
  const auto pattern = std::as_bytes(std::span(&word, 1));
  const std::size_t size = size_of(buffer.type);
  for (std::size_t at = index * size; at < (index + 1) * size; ++at)
    if (contents[at] != pattern[at % pattern.size()]) return false;
  return true;
}

}  // namespace judge
