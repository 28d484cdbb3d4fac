#pragma once

#include <memory>
#include <string>
#include <vector>

#include "judge/passes/common_options.hpp"
#include "judge/passes/harness.hpp"
#include "judge/passes/timing.hpp"

namespace judge {

/// The judge's own attempts (judge/device/self), timed again and again as any attempt is, each time in fresh players.
class SelfTrials {
 public:
  /// Builds all of them. Errors: one does not build; the judge's own failures.
  static Result<SelfTrials> create(const CommonOptions& common);

  const Harness& harness() const { return *m_harness; }
  const Setting& setting() const { return *m_setting; }
  const std::filesystem::path& folder() const { return m_folder; }

  /// The timed case of this name and how many elements it adds.
  Result<std::size_t> case_index(const std::string& name) const;
  long long elements(std::size_t case_index) const;

  Result<const Built*> built(const std::string& attempt) const;

  /// A's time against B's, each in a new process.
  Result<Comparison> compare_fresh(const std::string& a, const std::string& b, std::size_t case_index);

  /// One attempt alone in a new process.
  Result<Measurement> measure_fresh(const std::string& attempt, std::size_t case_index);

 private:
  struct Variant : Submission {
    Built built;
  };
  struct Times {
    std::vector<Timed> attempts;
    TimedCase timed;
  };
  Result<const Variant*> variant(const std::string& attempt) const;
  Result<Players> fresh_players(std::size_t count);
  Result<Times> time_fresh(const std::vector<std::string>& attempts, std::size_t case_index);

  std::unique_ptr<Setting> m_setting;
  std::unique_ptr<Harness> m_harness;
  std::filesystem::path m_folder;
  std::vector<Variant> m_variants;
  Players m_next_players;
};

}  // namespace judge
