#pragma once

#include <string_view>

#include "judge/model/outcome.hpp"

namespace judge {

/// Did this end for want of device memory? `printed`: what the attempt printed, for one that ended its process and said why.
bool lacks_device_memory(const Outcome& outcome, std::string_view printed);

/// Does an error or an output name it, as the runtime does?
bool tells_of_lack_of_memory(std::string_view text);

}  // namespace judge
