#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace judge {

/// A call without a time has none, infinity or NaN in its place.
inline bool is_time(double ns) { return std::isfinite(ns) && ns > 0; }

/// How A's time stands to B's, from blocks in which both were called in random order.
///
/// Each block gives one log ratio. The estimate is the Hodges-Lehmann one (the median of all pairwise means of the log
/// ratios), the interval its exact companion from Wilcoxon's signed-rank statistic (Hollander, Wolfe, Chicken,
/// Nonparametric Statistical Methods, 3rd ed., 2014, sections 3.1 to 3.3). Why this one: if A and B are equally fast,
/// then, because the order within each block is drawn at random, each log ratio is as likely to have come out with the
/// other sign, independently of all other blocks and whatever the noise looks like: drifts, changing clocks, outliers
/// and autocorrelation included. That is all that the signed-rank statistic needs, so the rate of false wins is bounded
/// without assuming any distribution. Outliers cost almost nothing, and against a mean on clean normal noise it needs
/// only 5% more blocks.
///
/// With very few blocks (calls of a second and more) no interval of signs exists at the confidence asked for, though a
/// factor of three is plain to see. From k_least_blocks on Student's interval stands in for it; it does assume
/// something, so a claim then takes a difference of at least k_few_blocks_margin.
struct Comparison {
  double ratio = 1;                      ///< A's time / B's: below 1, A is faster
  double low = 0, high = 0;              ///< 95% interval of the ratio; 0 and infinity below k_least_blocks
  double claim_low = 0, claim_high = 0;  ///< the wider interval, at the confidence that a claim takes
  bool distinguishable = false;          ///< the wider interval lies wholly beyond the margin
  double margin = 0;                     ///< below which no difference is claimed, a share
  std::size_t blocks = 0;                ///< that could be used

  bool a_wins() const { return distinguishable && ratio < 1; }
  bool b_wins() const { return distinguishable && ratio > 1; }
};

inline constexpr std::size_t k_least_blocks = 5;
inline constexpr double k_few_blocks_margin = 0.05;
/// An interval that leaves more open than this says nothing about whether two attempts are equally fast.
inline constexpr double k_uncertain_share = 0.1;
/// Half an interval's width, of a factor, from which on its two ends are given.
inline constexpr double k_wide_share = 0.25;

struct CompareOptions {
  /// A smaller difference is never claimed: two loads of one and the same attempt differ by up to about this, from
  /// where its buffers and code happened to lie, and no number of samples takes that away.
  double margin = 0.003;
  /// The same as a constant, which rules for short times: contexts, events and code lie elsewhere in each process, and that
  /// moves a call of 2 us on an H200 by up to 0.1 us.
  double margin_ns = 100;
  /// A difference is claimed only if its interval at this confidence lies wholly beyond the margin. Stricter than the
  /// 95% that are shown, because claims are made many at a time: at worst this leaves 0.5% false wins, and far fewer
  /// where the noise is small against the margin.
  double claim_confidence = 0.995;
  /// That each attempt has, and that took the blocks in turn as process_of_block() says. On the emulated runtime a process's calls are
  /// fast or slow for as long as it lives, from where its memory and its threads lie: more blocks of the same processes tell nothing
  /// about that. Above 1, intervals are at least as wide as Student's of the processes' own ratios.
  std::size_t processes = 1;
  /// By how much a time may be less or more than the one that is given, ns: where two clocks do not agree on it. A difference is claimed beyond that.
  struct Doubt {
    double less_ns = 0, more_ns = 0;
  };
  Doubt a, b;                   ///< of the two that are compared
  std::vector<Doubt> doubts{};  ///< of each contestant, for between(); empty = there are none

  /// For these two contestants.
  CompareOptions between(std::size_t first, std::size_t second) const;
  /// For `claims` comparisons of which no one may be wrong: what the confidence leaves open is shared out among them (Bonferroni).
  CompareOptions shared_among(std::size_t claims) const;
};

/// a_ns[i] and b_ns[i] are of the same block; pairs where one is not positive and finite are left out.
Comparison compare(std::span<const double> a_ns, std::span<const double> b_ns, const CompareOptions& options = {});

/// A's standing in words: "faster by 1.8% +- 0.2%", "2.41x slower (+- 0.02)", and
/// "58.4x faster, between 12.0x and 270x faster" where the interval is wide;
/// "no difference you could measure (< 0.3%)" with the larger of the margin and what the interval still leaves open, or, where that is
/// much, "too uncertain to tell: between 2.9x and 80.0x faster"; "too few blocks to tell".
std::string describe(const Comparison& comparison);

/// How many blocks a comparison is worth. It looks at the widths of the intervals and not at where they lie, so that
/// looking again and again does not breed false wins; `share_of_difference` comes to bear only on differences that are
/// many times the noise.
struct BlockRule {
  double half_width = 0.0015;          ///< of the ratio's 95% interval, as a share, that is good enough
  double claim_half_width = 0.0025;    ///< of the wider interval: with a margin of 0.3%, a difference of 1% is found
  double share_of_margin = 0.5;        ///< or this part of the comparison's margin, which is wide for short times ...
  double claim_share_of_margin = 0.8;  ///< ... and this one
  double share_of_difference = 0.1;    ///< or this part of the difference, if more: 30% need not be known to 0.15%
  std::size_t min_blocks = 15;
  std::size_t max_blocks = 250;
  double max_time_ns = 2e9;  ///< on the wall, for each contestant
};

/// Have these comparisons been told enough by `blocks` blocks, which took `elapsed_ns` on the wall for each contestant?
/// Comparisons without a usable block don't hold it up. Asking costs little beside compare(), which takes about a
/// millisecond at 250 blocks: take a few blocks between two questions.
bool enough_blocks(const BlockRule& rule, std::span<const Comparison> comparisons, std::size_t blocks, double elapsed_ns);

}  // namespace judge
