#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "judge/model/arithmetic.hpp"
#include "judge/model/dtype.hpp"

namespace judge {

enum class Direction : int { in = 0, out = 1, inout = 2 };

constexpr auto names_of(Direction) {
  return named<Direction>({{Direction::in, "in"}, {Direction::out, "out"}, {Direction::inout, "inout"}});
}

/// The memory of a buffer. `pageable` and `pinned` are host memory: from malloc(), and page-locked from cudaHostAlloc().
enum class MemoryPlace : int { device = 0, pageable = 1, pinned = 2 };

constexpr auto names_of(MemoryPlace) {
  return named<MemoryPlace>(
      {{MemoryPlace::device, "device"}, {MemoryPlace::pageable, "pageable"}, {MemoryPlace::pinned, "pinned"}});
}

/// The content of a pure output before each call. `poisoned`: undefined; `zeroed`: zeros, to which an attempt may add.
enum class Arrival : int { poisoned = 0, zeroed = 1 };

constexpr auto names_of(Arrival) { return named<Arrival>({{Arrival::poisoned, "poisoned"}, {Arrival::zeroed, "zeroed"}}); }

/// One parameter of `solve`, as declared.
struct Parameter {
  std::string name;
  DType type = DType::f32;  ///< of the element where `is_pointer`
  bool is_pointer = false;
  bool is_const = false;  ///< the pointee is const
  std::string spelling;   ///< the type as written: "const float*"
};

struct Signature {
  std::vector<Parameter> parameters;
  std::string text;  ///< `extern "C" void solve(...)` as written, for people
};

/// How an output is compared. NaN equals only NaN; an infinity equals only the same infinity.
enum class CheckerKind : int {
  tolerance = 0,  ///< |got - expected| <= absolute + relative * |expected|
  exact = 1,      ///< the same value (so -0 equals 0)
  ulp = 2,        ///< at most `ulps` representable values apart in the buffer's type
  norm = 3,       ///< ||got - expected|| <= relative * ||expected|| + absolute, over the whole buffer (2-norm)
  custom = 4,     ///< check() in reference.cpp decides
};

struct Checker {
  CheckerKind kind = CheckerKind::tolerance;
  double absolute = 1e-5;
  double relative = 1e-5;
  std::int64_t ulps = 0;
};

using Scalar = std::variant<std::int64_t, double>;

inline double as_double(const Scalar& scalar) {
  return std::visit([](auto number) { return static_cast<double>(number); }, scalar);
}

/// How an input is filled, with its numbers already evaluated. For integer types the drawn numbers are rounded downwards.
namespace fill {
struct Literal {
  std::vector<double> values;
};  ///< as many as elements; NaN and infinities allowed
struct Uniform {
  double low = 0, high = 1;
};  ///< [low, high)
struct Normal {
  double mean = 0, deviation = 1;
};
struct Integers {
  std::int64_t low = 0, high = 1;
};  ///< [low, high), also for floating types
struct Constant {
  double value = 0;
};
struct Iota {
  double start = 0, step = 1;
};
struct Permutation {};  ///< of 0 ... n-1
struct Sorted {
  double low = 0, high = 1;
};  ///< uniform draws in ascending order
struct Sparse {
  double density = 0.5, low = 0, high = 1;
};  ///< uniform with probability `density`, else zero
struct Choice {
  std::vector<double> values;
};                 ///< each element one of these, evenly
struct Custom {};  ///< generate() in reference.cpp fills it
}  // namespace fill
using Fill = std::variant<fill::Literal, fill::Uniform, fill::Normal, fill::Integers, fill::Constant, fill::Iota,
                          fill::Permutation, fill::Sorted, fill::Sparse, fill::Choice, fill::Custom>;

/// One buffer of one case: what the referee allocates, fills and compares.
struct BufferArgument {
  std::string name;
  DType type = DType::f32;
  Direction direction = Direction::in;
  MemoryPlace memory = MemoryPlace::device;
  Arrival arrival = Arrival::poisoned;  ///< of pure outputs
  std::vector<std::int64_t> shape;      ///< row-major; the product is the number of elements
  Fill fill;                            ///< of inputs and in-place buffers
  Checker checker;                      ///< of outputs and in-place buffers

  /// A product beyond a 64th of what 64 bits hold counts as that: nothing made of it overflows, and no memory holds it.
  std::int64_t elements() const {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 64;
    std::int64_t product = 1;
    for (const auto extent : shape)
      if (__builtin_mul_overflow(product, extent, &product) || product > most) return most;
    return product;
  }
  std::size_t bytes() const { return static_cast<std::size_t>(elements()) * size_of(type); }
  /// True if solve() may read it before writing to it.
  bool holds_something() const { return direction != Direction::out || arrival == Arrival::zeroed; }
};

struct ScalarArgument {
  std::string name;
  DType type = DType::i32;
  Scalar value;
};

using Argument = std::variant<BufferArgument, ScalarArgument>;

enum class Purpose : int { untimed = 0, timed = 1 };

/// One test case with every expression evaluated; the referee needs no files of the problem.
struct Case {
  std::string name;
  Purpose purpose = Purpose::untimed;
  std::vector<Argument> arguments;           ///< in the signature's order
  std::map<std::string, Scalar> scalars;     ///< the same scalars by name, for people: "N=25000000"
  double work_bytes = 0;                     ///< least traffic to and from device memory, or over the bus; 0 = not said
  double work_flops = 0;                     ///< 0 = not said
  Arithmetic arithmetic = Arithmetic::fp32;  ///< of work_flops
  std::chrono::milliseconds time_limit{10'000};
  bool is_full_size_twin = false;  ///< a full-size copy, only on the emulated runtime, of a case that is smaller there
  bool is_extra = false;           ///< beyond the problem's limits; judged only on request

  /// True if a buffer is in host memory. Then all of solve() is timed, copies included, by the host's clock.
  bool is_end_to_end() const {
    for (const auto& argument : arguments)
      if (const auto* buffer = std::get_if<BufferArgument>(&argument); buffer && buffer->memory != MemoryPlace::device)
        return true;
    return false;
  }
};

/// A problem folder, read and validated. Its cases depend on the runtime: see catalog/catalog.hpp.
struct Problem {
  std::string name;  ///< the folder's: "vector-addition"
  std::filesystem::path folder;
  std::string title;
  std::string difficulty;
  std::vector<std::string> tags;
  int number = 0;      ///< LeetGPU's; 0 = none
  std::string prefix;  ///< of its attempts in solutions/: "va" for va_float4.cu
  Signature signature;
  std::vector<std::string> reference_defines;              ///< "NAME=VALUE", to build reference.cpp with
  std::string statement;                                   ///< statement.md, Markdown
  std::vector<std::string> hints;                          ///< of hints.md, Markdown, in the order in which to show them
  std::string content_hash;                                ///< of all the files that a verdict depends on
  std::map<std::string, std::string> trivially_right;      ///< answers of `judge verify` that are right, and why
  std::map<std::string, std::string> same_for_every_seed;  ///< inputs that are not drawn, and why
  std::string work_less_than_buffers;  ///< why a solution need not access all of each buffer; empty = it must
  std::chrono::milliseconds reference_time_limit{300'000};  ///< of one call of a function of reference.cpp
  std::size_t device_memory_limit_bytes = 0;  ///< what an attempt may allocate on top of the arguments; 0 = no limit
  std::size_t host_memory_limit_bytes = 0;    ///< resident; 0 = no limit
};

}  // namespace judge
