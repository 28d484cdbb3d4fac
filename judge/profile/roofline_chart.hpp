#pragma once

#include <nlohmann/json.hpp>

#include <span>
#include <string>

#include "judge/model/kernel_profile.hpp"
#include "judge/model/peak_rates.hpp"

namespace judge {

/// All kernels that have a roofline_point() below the fp32 roof, as charts.js takes it.
nlohmann::json roofline_chart(std::span<const KernelProfile> kernels, const PeakRates& peaks, const std::string& title);

}  // namespace judge
