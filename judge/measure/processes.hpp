#pragma once

#include <cstddef>

namespace judge {

inline constexpr std::size_t k_blocks_of_a_process = 3;

/// Which of so many processes of an attempt takes a block. Each takes a few before the next one's turn.
constexpr std::size_t process_of_block(std::size_t block, std::size_t processes) {
  return block / k_blocks_of_a_process % processes;
}

}  // namespace judge
