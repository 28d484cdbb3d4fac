#pragma once

#include <string_view>

namespace judge {

/// Does device code read and then write a place that several threads may share, `bins[x[i]] += 1`, `*sum = *sum + v`, without an
/// atomic and without a barrier between?
/// Judged by the source alone: an index that is made of the thread's own is taken for the thread's own place, as are the
/// elements of local arrays. A wrong yes costs time; a wrong no accepts a lost update.
bool has_plain_updates(std::string_view source);

}  // namespace judge
