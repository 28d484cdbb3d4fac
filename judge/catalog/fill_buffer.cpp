#include "judge/catalog/fill_buffer.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "judge/catalog/permutation.hpp"
#include "judge/catalog/random.hpp"
#include "judge/util/parallel.hpp"

namespace judge {

namespace {

constexpr std::size_t k_grain = 1 << 15;  // elements; a multiple of every block below

struct Half {
  std::uint16_t bits;
};
struct Bfloat16 {
  std::uint16_t bits;
};
struct Boolean {
  std::uint8_t byte;
};

// How a value becomes an element. A number outside the range of a whole-number type becomes its nearest end.
template <class T>
T stored(double value) {
  if constexpr (std::is_same_v<T, Half>) return {float_to_half(static_cast<float>(value))};
  else if constexpr (std::is_same_v<T, Bfloat16>) return {float_to_bfloat16(static_cast<float>(value))};
  else if constexpr (std::is_same_v<T, Boolean>) return {static_cast<std::uint8_t>(value < 0 || value >= 1)};
  else if constexpr (std::floating_point<T>) return static_cast<T>(value);
  else {
    if (!(value > static_cast<double>(std::numeric_limits<T>::min()))) return std::numeric_limits<T>::min();
    if (value >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
    const T towards_zero = static_cast<T>(value);
    return static_cast<T>(towards_zero - (static_cast<double>(towards_zero) > value));
  }
}

template <class T>
T stored(std::int64_t value) {
  if constexpr (std::integral<T> || std::floating_point<T>) return static_cast<T>(value);
  else return stored<T>(static_cast<double>(value));
}

template <class T>
double loaded(T element) {
  if constexpr (std::is_same_v<T, Half>) return half_to_float(element.bits);
  else if constexpr (std::is_same_v<T, Bfloat16>) return bfloat16_to_float(element.bits);
  else if constexpr (std::is_same_v<T, Boolean>) return element.byte;
  else return static_cast<double>(element);
}

// The value of the largest element below `high`.
template <class T>
double last_below(double high) {
  T element = stored<T>(high);
  if (loaded(element) < high) return loaded(element);
  if constexpr (std::floating_point<T>) return std::nextafter(element, -std::numeric_limits<T>::infinity());
  else if constexpr (requires { element.bits; }) {  // sign and magnitude
    if ((element.bits & 0x7fff) == 0) element.bits = 0x8001;
    else element.bits = static_cast<std::uint16_t>(element.bits + (element.bits & 0x8000 ? 1 : -1));
    return loaded(element);
  } else if constexpr (std::integral<T>) return static_cast<double>(static_cast<T>(element - 1));
  else return 0;
}

template <class T>
class Filler {
 public:
  Filler(T* out, std::size_t count, RandomBits bits) : m_out(out), m_count(count), m_bits(bits) {}

  Result<void> operator()(const fill::Literal& fill) const {
    if (fill.values.size() != m_count) return fail("{} numbers are listed for {} elements", fill.values.size(), m_count);
    return each([&](std::size_t i) { return stored<T>(fill.values[i]); });
  }

  Result<void> operator()(const fill::Uniform& fill) const {
    const double low = fill.low, width = fill.high - fill.low, last = last_below<T>(fill.high);
    return each([&](std::size_t i) { return below_end(low + width * m_bits.unit_at(i), last); });
  }

  Result<void> operator()(const fill::Normal& fill) const {
    const Ziggurat& normal = Ziggurat::table();
    return each([&, bits = m_bits](std::size_t i) { return stored<T>(fill.mean + fill.deviation * normal.at(bits, i)); });
  }

  Result<void> operator()(const fill::Integers& fill) const {
    if (fill.low >= fill.high) return fail("no integer lies in [{}, {})", fill.low, fill.high);
    const auto low = static_cast<std::uint64_t>(fill.low), count = static_cast<std::uint64_t>(fill.high) - low;
    return each([&](std::size_t i) { return stored<T>(static_cast<std::int64_t>(low + m_bits.below_at(i, count))); });
  }

  Result<void> operator()(const fill::Constant& fill) const {
    const T element = stored<T>(fill.value);
    return each([&](std::size_t) { return element; });
  }

  Result<void> operator()(const fill::Iota& fill) const {
    if constexpr (std::integral<T>) {
      const auto start = static_cast<std::uint64_t>(stored<T>(fill.start));
      const auto step = static_cast<std::uint64_t>(stored<std::int64_t>(fill.step));
      return each([&](std::size_t i) { return static_cast<T>(start + i * step); });
    }
    return each([&](std::size_t i) { return stored<T>(fill.start + fill.step * static_cast<double>(i)); });
  }

  Result<void> operator()(const fill::Permutation&) const {
    const Permutation permutation(std::max<std::size_t>(m_count, 1), m_bits);
    return each([&](std::size_t i) { return stored<T>(static_cast<std::int64_t>(permutation(i))); });
  }

  Result<void> operator()(const fill::Sorted& fill) const;

  Result<void> operator()(const fill::Sparse& fill) const {
    const T zero = stored<T>(0.0);
    const double last = last_below<T>(fill.high);
    return each([&](std::size_t i) {
      const T drawn = below_end(fill.low + (fill.high - fill.low) * m_bits.unit_at(2 * i + 1), last);
      return m_bits.unit_at(2 * i) < fill.density ? drawn : zero;
    });
  }

  Result<void> operator()(const fill::Choice& fill) const {
    if (fill.values.empty()) return fail("there is nothing to choose from");
    std::vector<T> elements;
    for (const double value : fill.values) elements.push_back(stored<T>(value));
    return each([&](std::size_t i) { return elements[m_bits.below_at(i, elements.size())]; });
  }

  Result<void> operator()(const fill::Custom&) const {
    return fail("generate() in the problem's reference.cpp fills it, not the judge");
  }

 private:
  template <class Draw>
  Result<void> each(const Draw& draw) const {
    parallel_for(m_count, k_grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) m_out[i] = draw(i);
    });
    return {};
  }

  // Rounding to the element type must not lead up to the excluded end.
  static T below_end(double value, double last) { return stored<T>(std::min(value, last)); }

  T* m_out;
  std::size_t m_count;
  RandomBits m_bits;
};

// Uniform draws in ascending order without sorting: the partial sums of n + 1 exponential draws over their total have
// exactly the distribution of n sorted uniform draws (Devroye: Non-Uniform Random Variate Generation, 1986, V.3.1).
// Summed in blocks of a fixed size, so that the rounding does not depend on the number of threads.
template <class T>
Result<void> Filler<T>::operator()(const fill::Sorted& fill) const {
  constexpr std::size_t block = 1 << 12;
  const auto spacing = [&](std::size_t i) { return -std::log(1 - m_bits.unit_at(i)); };
  const std::size_t blocks = m_count / block + 1;
  std::vector<double> start(blocks + 1, 0.0);
  parallel_for(blocks, 8, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      double sum = 0;
      for (std::size_t i = b * block; i < std::min((b + 1) * block, m_count + 1); ++i) sum += spacing(i);
      start[b + 1] = sum;
    }
  });
  for (std::size_t b = 0; b < blocks; ++b) start[b + 1] += start[b];
  const double scale = (fill.high - fill.low) / start[blocks];
  const double last = last_below<T>(fill.high);
  parallel_for(blocks, 8, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      double sum = 0;
      for (std::size_t i = b * block; i < std::min((b + 1) * block, m_count); ++i) {
        sum += spacing(i);
        // The next block starts from its own sum, which rounds differently: a block must not reach beyond it.
        const double reached = std::min(start[b] + sum, start[b + 1]);
        m_out[i] = below_end(fill.low + scale * reached, last);
      }
    }
  });
  return {};
}

template <class T>
Result<void> fill_typed(const BufferArgument& buffer, std::uint64_t seed, std::span<std::byte> into) {
  const Filler<T> filler(reinterpret_cast<T*>(into.data()), into.size() / sizeof(T), RandomBits(seed, buffer.name));
  return std::visit(filler, buffer.fill);
}

// Calls f<T>() for the type T that stands for an element.
template <class F>
auto with_element_type(DType type, const F& f) {
  switch (type) {
    case DType::f16: return f.template operator()<Half>();
    case DType::bf16: return f.template operator()<Bfloat16>();
    case DType::f32: return f.template operator()<float>();
    case DType::f64: return f.template operator()<double>();
    case DType::i8: return f.template operator()<std::int8_t>();
    case DType::u8: return f.template operator()<std::uint8_t>();
    case DType::i16: return f.template operator()<std::int16_t>();
    case DType::u16: return f.template operator()<std::uint16_t>();
    case DType::i32: return f.template operator()<std::int32_t>();
    case DType::u32: return f.template operator()<std::uint32_t>();
    case DType::i64: return f.template operator()<std::int64_t>();
    case DType::u64: return f.template operator()<std::uint64_t>();
    case DType::boolean: return f.template operator()<Boolean>();
  }
  std::unreachable();
}

double last_below(DType type, double high) {
  return with_element_type(type, [&]<class T>() { return last_below<T>(high); });
}

class DeviceDraws {
 public:
  DeviceDraws(DType type, std::uint64_t key) : m_type(type), m_key(key) {}

  std::optional<InputDraw> operator()(const fill::Uniform& fill) const {
    return InputDraw{.kind = InputDraw::Kind::uniform,
                     .low = fill.low,
                     .width = fill.high - fill.low,
                     .last = last_below(m_type, fill.high),
                     .key = m_key};
  }
  std::optional<InputDraw> operator()(const fill::Normal& fill) const {
    return InputDraw{.kind = InputDraw::Kind::normal,
                     .low = fill.mean,
                     .width = fill.deviation,
                     .key = m_key,
                     .numbers = Ziggurat::table().numbers()};
  }
  std::optional<InputDraw> operator()(const fill::Integers& fill) const {
    return InputDraw{.kind = InputDraw::Kind::integers,
                     .first = fill.low,
                     .count = static_cast<std::uint64_t>(fill.high) - static_cast<std::uint64_t>(fill.low),
                     .key = m_key};
  }
  std::optional<InputDraw> operator()(const fill::Sparse& fill) const {
    return InputDraw{.kind = InputDraw::Kind::sparse,
                     .low = fill.low,
                     .width = fill.high - fill.low,
                     .last = last_below(m_type, fill.high),
                     .density = fill.density,
                     .key = m_key};
  }
  std::optional<InputDraw> operator()(const fill::Choice& fill) const {
    if (fill.values.size() > InputDraw::k_most_numbers) return std::nullopt;
    return InputDraw{.kind = InputDraw::Kind::choice, .count = fill.values.size(), .key = m_key, .numbers = fill.values};
  }
  template <class Other>
  std::optional<InputDraw> operator()(const Other&) const {
    return std::nullopt;
  }

 private:
  DType m_type;
  std::uint64_t m_key;
};

}  // namespace

std::optional<InputDraw> device_draw(const BufferArgument& buffer, std::uint64_t seed) {
  return std::visit(DeviceDraws(buffer.type, RandomBits(seed, buffer.name).key()), buffer.fill);
}

bool is_same_for_every_seed(const Fill& fill) {
  return std::holds_alternative<fill::Literal>(fill) || std::holds_alternative<fill::Constant>(fill) ||
         std::holds_alternative<fill::Iota>(fill);
}

Result<void> fill_buffer(const BufferArgument& buffer, std::uint64_t seed, std::span<std::byte> into) {
  if (into.size() != buffer.bytes())
    return fail("buffer '{}': {} bytes of memory for {} bytes of data", buffer.name, into.size(), buffer.bytes());
  const auto filled = with_element_type(buffer.type, [&]<class T>() { return fill_typed<T>(buffer, seed, into); });
  if (!filled) return fail("buffer '{}': {}", buffer.name, filled.error().message);
  return {};
}

}  // namespace judge
