#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "judge/model/measurement.hpp"

namespace judge {

/// Ranks (from 0) of the two order statistics that enclose the median.
struct MedianRanks {
  std::size_t low = 0, high = 0;
};

/// The narrowest symmetric pair of ranks with P(x[low] <= median <= x[high]) >= 95% over `count` independent samples of
/// any distribution: the number of samples below the median is binomial(count, 1/2), whose tails are summed exactly.
/// With fewer than 6 samples no pair reaches 95%; then the first and the last. `count` >= 1.
/// Source: David and Nagaraja, Order Statistics, 3rd ed., 2003, section 7.1; Conover, Practical Nonparametric
/// Statistics, 3rd ed., 1999, section 3.2.
MedianRanks median_ranks(std::size_t count);

/// The value below which a share `fraction` in [0, 1] of ascending samples lies, linear between neighbours
/// (type 7 of Hyndman and Fan, Sample Quantiles in Statistical Packages, 1996). Samples must not be empty.
double quantile_of_sorted(std::span<const double> ascending, double fraction);

/// The value that `rank` of ascending samples lie below, read within ticks: each sample stands for the stretch half way to
/// its nearer neighbour of another value, and equal ones share theirs evenly. So the median of times that a clock gives in steps
/// of 32 ns moves by less than a step. `rank` in [0, size]; half the size is the median. Source: the median of grouped
/// data, e.g. Yule and Kendall, An Introduction to the Theory of Statistics, 14th ed., 1950, section 5.
double value_at_rank(std::span<const double> ascending, double rank);

/// Of ascending samples; all zero where there are none. The median and its interval are read within ticks.
Summary summarize_sorted(std::span<const double> ascending_ns);

/// Median with its 95% interval (both read within ticks), p10 and p90. Samples that are not finite are left out and not counted.
Summary summarize(std::span<const double> samples_ns);

/// The time of a block of two calls: their geometric mean, or, of held calls of which one takes 1.3 times as long as the other, that of the
/// slower one: whoever does less in one call of each block gains at most 12% of it. In 161 timings of honest attempts on an H200 that changed nothing,
/// though the second call of some takes 15% less than the first. Others differ by more.
double block_time_ns(double first_ns, double second_ns, Bracket bracket = Bracket::none);

/// The time of each block, samples [2k] and [2k + 1]; a last one alone stands for itself.
std::vector<double> times_of_blocks(std::span<const double> samples_ns, Bracket bracket = Bracket::none);

/// What a device time is: the median of blocks' times with its 95% interval; p10, p90 and count are of the single calls.
/// On an H200 calls of one kernel fall into two heaps, 66.4 and 68.0 us, equally often; the median of single calls lies in
/// the thin stretch between them, where its interval narrows slowly. A block with a call at a dropped clock is left out unless all have one.
Summary summarize_blocks(std::span<const Sample> samples, Bracket bracket);

/// Samples that several processes took, samples_ns[i] by process[i]: each process's share of the time is replaced by the
/// mean share, by moving its samples so that its median is the mean of all processes' medians. A median of the mixture
/// would be that of the process in the middle.
std::vector<double> without_process_shares(std::span<const double> samples_ns, std::span<const std::size_t> process);

/// What a summary is made of: one column of the samples, those taken at a dropped clock left out unless all were.
std::vector<double> usable_times(std::span<const Sample> samples, double Sample::*time_ns);

}  // namespace judge
