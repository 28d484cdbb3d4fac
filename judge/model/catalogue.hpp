#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace judge {

/// A problem in a list: what problem.json says for readers, without the cases.
struct ProblemSummary {
  std::string name;
  std::filesystem::path folder;
  std::string title, difficulty;
  std::vector<std::string> tags;
  int number = 0;      ///< LeetGPU's; 0 = none
  std::string prefix;  ///< of its attempts
};

/// The results of the user's own attempts at a problem on one device.
struct Standing {
  int accepted = 0, rejected = 0;         ///< own attempts, by their latest verdict
  std::optional<double> best_ns;          ///< the fastest accepted one's
  std::optional<double> percent_of_peak;  ///< best time's share of the device's peak
  /// Of the times of all attempts in the ledger, own ones and examples, the percentage that are slower; ties count half.
  std::optional<double> percentile;

  bool solved() const { return accepted > 0; }
  bool tried() const { return accepted + rejected > 0; }
};

struct CatalogueRow {
  ProblemSummary problem;
  Standing standing;
};

/// The proposed next problem, and why.
struct Proposal {
  std::optional<ProblemSummary> problem;     ///< none = all that are wanted are solved
  std::string reason;                        ///< for people
  std::optional<ProblemSummary> unfinished;  ///< another one, tried and not solved; the first by number
};

}  // namespace judge
