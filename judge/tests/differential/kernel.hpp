#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace judge::differential {

/// How a generated kernel is launched.
struct Shape {
  unsigned grid[3], block[3];
  unsigned dynamic_bytes;
  unsigned count;  ///< the kernel's last argument: threads from this on do nothing
};

/// One random kernel: free of undefined behaviour and of races, whatever its input.
struct Kernel {
  std::uint64_t seed;
  unsigned index;
  Shape shape;
  std::string source;  ///< its functions, then `__global__ void kernel_INDEX(...)`
};

/// `arithmetic` tries every operation on every type; `people` is written as people write.
enum class Family { arithmetic, people };

/// The kernel that the seed and the index name, the same on every machine.
Kernel make_kernel(std::uint64_t seed, unsigned index);
Kernel make_kernel(Family family, std::uint64_t seed, unsigned index);

/// A file of these kernels, with the table of them that program.cuh runs.
std::string make_file(Family family, std::uint64_t seed, std::span<const unsigned> numbers);

}  // namespace judge::differential
