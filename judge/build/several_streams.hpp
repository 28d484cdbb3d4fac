#pragma once

#include <span>
#include <string>

namespace judge {

/// Of a library that takes these names from others: may it have work on several streams of a device? A process whose attempt has not is given
/// one queue on the device, and its context is made in half the time (docs/batch.md). In doubt it may: the threads, other libraries and
/// functions found by name of an attempt can make streams.
bool may_have_several_streams(std::span<const std::string> imported_names);

}  // namespace judge
