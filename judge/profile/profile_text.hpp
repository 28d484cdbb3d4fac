#pragma once

#include <string>

#include "judge/profile/profile.hpp"
#include "judge/render/format.hpp"
#include "judge/render/terminal.hpp"

namespace judge {

/// What `judge profile` prints.
std::string profile_text(const Judged& judged, const Profile& profile, Format format, const TextStyle& style);

/// A page with the kernels below the roofline. Error: the device's peak rates are not known.
Result<std::string> roofline_page(const Judged& judged, const Profile& profile);

}  // namespace judge
