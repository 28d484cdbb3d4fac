#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "judge/util/described.hpp"

/// What one call of solve() put on the device, in order, so that a process without its host code can do the same: see player/playback.hpp.
namespace judge {

/// A pointer among the bytes of an operation's arguments. It is another one in each process and in each call.
struct RecordedPointer {
  std::uint32_t place = 0;  ///< of its 8 bytes in the arguments
  int argument = -1;        ///< it points into the memory of this argument of solve(); -1 = into scratch memory
  int scratch = -1;         ///< number of the scratch memory
  std::int64_t offset = 0;  ///< bytes from the beginning of that argument's window, or of the scratch memory

  bool operator==(const RecordedPointer&) const = default;
  static constexpr auto fields() {
    return field_list(field("place", &RecordedPointer::place), field("argument", &RecordedPointer::argument),
                      field("scratch", &RecordedPointer::scratch), field("offset", &RecordedPointer::offset));
  }
};

/// A word of an operation's arguments that grows from call to call.
struct RecordedCounter {
  std::uint32_t place = 0;  ///< of its 4 bytes in the arguments
  std::uint32_t value = 0;  ///< in the first call that is played back
  std::uint32_t step = 0;   ///< by which it grows with each one, modulo 2^32

  bool operator==(const RecordedCounter&) const = default;
  static constexpr auto fields() {
    return field_list(field("place", &RecordedCounter::place), field("value", &RecordedCounter::value),
                      field("step", &RecordedCounter::step));
  }
};

/// Memory that solve() allocated, or a variable of its device code.
struct RecordedScratch {
  std::uint64_t bytes = 0;
  std::string variable;  ///< its name as the compiler has it; empty = it was allocated

  bool operator==(const RecordedScratch&) const = default;
  static constexpr auto fields() {
    return field_list(field("bytes", &RecordedScratch::bytes), field("variable", &RecordedScratch::variable));
  }
};

struct RecordedOperation {
  enum class Kind : int { kernel = 0, set = 1, copy = 2 };  ///< copy: within the device

  Kind kind = Kind::kernel;
  std::string kernel;  ///< its name as the compiler has it
  std::array<unsigned, 3> grid{}, block{};
  std::uint64_t shared_bytes = 0;                   ///< dynamic, per block
  int most_shared_bytes = 0, shared_carveout = -1;  ///< the kernel's attributes of these names
  std::string launch_attributes;                    ///< cudaLaunchAttribute structs
  std::string arguments;  ///< the kernel's, as it finds them in memory; of a set `to`, of a copy `to` and `from`
  std::vector<std::uint32_t> argument_places;  ///< of each of a kernel's, in these bytes
  std::vector<RecordedPointer> pointers;
  std::vector<RecordedCounter> counters;
  int value = 0;            ///< of a set
  std::uint64_t bytes = 0;  ///< of a set or a copy

  bool operator==(const RecordedOperation&) const = default;
  static constexpr auto fields() {
    using O = RecordedOperation;
    return field_list(field("kind", &O::kind), field("kernel", &O::kernel), field("grid", &O::grid), field("block", &O::block),
                      field("shared_bytes", &O::shared_bytes), field("most_shared_bytes", &O::most_shared_bytes),
                      field("shared_carveout", &O::shared_carveout), field("launch_attributes", &O::launch_attributes),
                      field("arguments", &O::arguments), field("argument_places", &O::argument_places),
                      field("pointers", &O::pointers), field("counters", &O::counters), field("value", &O::value),
                      field("bytes", &O::bytes));
  }
};

constexpr auto names_of(RecordedOperation::Kind) {
  using enum RecordedOperation::Kind;
  return named<RecordedOperation::Kind>({{kernel, "kernel"}, {set, "set"}, {copy, "copy"}});
}

struct Recording {
  std::string obstacle;  ///< why the call cannot be played back; empty = it can
  std::vector<RecordedOperation> operations;
  std::vector<RecordedScratch> scratch;  ///< that an operation uses

  bool operator==(const Recording&) const = default;
  static constexpr auto fields() {
    return field_list(field<Form::sparse>("obstacle", &Recording::obstacle),
                      field<Form::sparse>("operations", &Recording::operations),
                      field<Form::sparse>("scratch", &Recording::scratch));
  }
};

/// Is there a counter that grows from call to call? Perhaps it would not have grown in the attempt's own process.
inline bool counts_calls(const Recording& recording) {
  return std::ranges::any_of(recording.operations,
                             [](const RecordedOperation& operation) { return !operation.counters.empty(); });
}

/// At most so much of it is recorded, with what is around it in the message that it has to fit into.
inline constexpr std::size_t k_most_recorded_operations = 128, k_most_recorded_bytes = 100 << 10;

}  // namespace judge
