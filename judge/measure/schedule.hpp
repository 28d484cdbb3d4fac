#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "judge/model/measurement.hpp"

namespace judge {

/// The order in which to call n contestants: `blocks` blocks, each a fresh random permutation followed by its reverse
/// (ABBA for two), as indices 0 ... contestants-1, 2 * contestants * blocks in all. Within a block a linear drift falls
/// out of every difference; the random order makes each pair's labels exchangeable, whatever the noise (see
/// compare.hpp). The same arguments give the same order on every machine.
std::vector<int> interleaved_order(int contestants, int blocks, std::uint64_t seed);

/// samples[i] was taken at order[i]: what each contestant took in each block, [contestant][block]: block_time_ns() of
/// its calls there, with its bracket. A block with a missing, zero, negative or non-finite sample of a contestant holds NaN for
/// it. Samples may end early; blocks that were not begun are absent.
std::vector<std::vector<double>> block_times_ns(std::span<const int> order, std::span<const double> samples_ns, int contestants,
                                                std::span<const Bracket> brackets = {});

}  // namespace judge
