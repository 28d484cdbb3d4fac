#pragma once

#include <optional>
#include <string>

#include "judge/model/outcome.hpp"
#include "judge/model/protocol.hpp"
#include "judge/referee/symbolize.hpp"
#include "judge/runtime/fault_message.hpp"

/// What a player tells of faults, in the words of an Outcome.
namespace judge {

/// `places`: in the attempt's library, the only one whose source lines say anything. Nothing: the attempt may have written there as
/// well, and this is no fault.
std::optional<Fault> fault_from(const FaultMessage& message, SourceLines& places);

/// A launch or another call of the runtime failed and harmed nothing else.
Finding finding_from(const protocol::Returned& returned, const SourceLine& place);

}  // namespace judge
