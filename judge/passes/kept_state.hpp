#pragma once

#include <string_view>

namespace judge {

/// Are there variables that keep what one call of solve() left in them: static ones that may change, __device__ and __managed__ ones?
bool may_keep_state(std::string_view source);

constexpr std::string_view k_kept_state_advice =
    "look at: what is kept from call to call; static, __device__ and __managed__ variables have the values that the call "
    "before left, "
    "so each call must set them anew";

}  // namespace judge
