#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "judge/util/described_json.hpp"

/// Whether a machine's times are those of its kind of device. No I/O: values in, a verdict out; node_check.hpp has the values.
namespace judge {

/// Of one device, or what the best device of a model reached; 0 = not known.
struct Rates {
  double bytes_per_s = 0, fp32_flops_per_s = 0;

  static constexpr auto fields() {
    return field_list(field("bytes_per_s", &Rates::bytes_per_s), field("fp32_flops_per_s", &Rates::fp32_flops_per_s));
  }
};

/// What one machine's GPU did in the calibration, and what else was seen there. Zeros: not measured, as on the emulated runtime.
struct NodeReading {
  std::string device_id, device_name;
  Rates rates;
  std::uint64_t clock_limits = 0;             ///< as GpuState has them, right after the calibration
  std::vector<std::int64_t> other_processes;  ///< on the GPU: neither ours nor our children's
  std::string failure;                        ///< why nothing could be measured

  static constexpr auto fields() {
    using enum Form;
    return field_list(
        field<optional>("device", &NodeReading::device_id), field<optional>("device_name", &NodeReading::device_name),
        field<optional>("rates", &NodeReading::rates), field<optional>("clock_limits", &NodeReading::clock_limits),
        field<optional>("other_processes", &NodeReading::other_processes), field<optional>("failure", &NodeReading::failure));
  }
};

/// A reading of one machine, as nodes/ keeps it.
struct NodeNote {
  std::string node, time;  ///< UTC
  std::string task;        ///< of Slurm: "17_3"; empty = none
  NodeReading reading;
  std::vector<std::string> reasons;  ///< why it is sick; empty = it is not

  static constexpr auto fields() {
    using enum Form;
    return field_list(field("node", &NodeNote::node), field("time", &NodeNote::time), field<optional>("task", &NodeNote::task),
                      field("reading", &NodeNote::reading), field("reasons", &NodeNote::reasons));
  }
};

/// The best that any note of this model of device has; zeros where there is none.
Rates best_rates(std::span<const NodeNote> notes, const std::string& device_name);

/// Which rates are more than 1% below the best known ones, one line each. Those of tensor cores are not compared: their power is capped,
/// and differs between devices of one model.
std::vector<std::string> slowness(const Rates& rates, const Rates& best, const std::string& device_name);

/// Why times of this machine do not count, one line each; empty = they do. A cap of power and clocks that an
/// administrator set are no reason by themselves, slowdowns by heat or by hardware are.
std::vector<std::string> sickness(const NodeReading& reading, const Rates& best);

}  // namespace judge
