#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "judge/model/record_json.hpp"

namespace judge {

/// What a profiler counted in one launch of a kernel.
struct KernelProfile {
  std::string attempt;
  std::string kernel;                                  ///< without its parameters: "multiply<true>"
  std::string grid, block;                             ///< "(128, 1, 1)"
  std::map<std::string, double, std::less<>> metrics;  ///< by Nsight Compute's names; ns, bytes, percent

  std::optional<double> get(std::string_view metric) const {
    const auto found = metrics.find(metric);
    return found == metrics.end() ? std::nullopt : std::optional(found->second);
  }

  static constexpr auto fields() {
    return field_list(field("attempt", &KernelProfile::attempt), field("kernel", &KernelProfile::kernel),
                      field("grid", &KernelProfile::grid), field("block", &KernelProfile::block),
                      field("metrics", &KernelProfile::metrics));
  }
};

/// What `judge profile --json` prints.
struct ProfileDocument {
  /// Where a kernel stands below the roof.
  struct Roofline {
    double flops = 0, dram_bytes = 0, flop_per_byte = 0, flops_per_s = 0;

    static constexpr auto fields() {
      return field_list(field("flops", &Roofline::flops), field("dram_bytes", &Roofline::dram_bytes),
                        field("flop_per_byte", &Roofline::flop_per_byte), field("flops_per_s", &Roofline::flops_per_s));
    }
  };
  struct Kernel {
    KernelProfile counted;
    std::string occupancy_limiter;     ///< empty = not known
    std::optional<Roofline> roofline;  ///< if it was counted

    static constexpr auto fields() {
      return field_list(merged(&Kernel::counted), field("occupancy_limiter", &Kernel::occupancy_limiter),
                        field<Form::when_set>("roofline", &Kernel::roofline));
    }
  };

  static constexpr const char* schema = "judge.profile/1";
  std::vector<Record> records;
  std::vector<Kernel> kernels;
  std::vector<std::string> notes;

  static constexpr auto fields() {
    return field_list(field("records", &ProfileDocument::records), field("kernels", &ProfileDocument::kernels),
                      field("notes", &ProfileDocument::notes));
  }
};

}  // namespace judge
