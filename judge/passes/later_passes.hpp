#pragma once

#include <string>
#include <vector>

#include "judge/model/check_wish.hpp"
#include "judge/model/observer.hpp"
#include "judge/passes/passes.hpp"

/// The passes that follow test_all(), each from one value of passes.hpp to the next.
namespace judge {

struct Harness;
struct Setting;
struct JudgingRules;
class DevicePeaks;
class DeviceAccess;
class StageClock;

/// Runs attempts again under the checker: every case of those that passed, if that was asked for; the case that failed.
Result<std::vector<Checked>> check_all(Harness& harness, std::vector<Tested> attempts, CheckWish wish, Observer& observer);

/// Runs failed ones again in lockstep where that may be why they failed, for the verdict that a GPU gives.
Result<std::vector<Checked>> lockstep_all(Harness& harness, std::vector<Checked> attempts, CheckWish wish, Observer& observer);

/// Looks whether those that passed on the emulated runtime, where timed cases are smaller, can be launched at full size.
Result<std::vector<Checked>> full_size_all(Harness& harness, std::vector<Checked> attempts, CheckWish wish, Observer& observer);

/// Runs those that passed in orders that a GPU's threads and blocks may have, and those of the emulated runtime have not.
Result<std::vector<Checked>> reorder_all(Harness& harness, std::vector<Checked> attempts, CheckWish wish, Observer& observer);

/// Times every attempt that is right, side by side, on each of `cases`. An impossible time decides against it.
Result<Times> time_all(Harness& harness, std::vector<Checked> checked, const std::vector<std::size_t>& cases,
                       const JudgingRules& rules, DevicePeaks& peaks, DeviceAccess& device, StageClock& clock,
                       Observer& observer);

/// Of the records of attempts that are judged together.
std::string new_run_id(const Setting& setting);

/// All that is known of an attempt. `shared`: what took time for all of them.
Record record_of(const Setting& setting, const Tested& attempt, const std::string& run_id,
                 const std::vector<StageTime>& shared);
Record record_of(const Setting& setting, const Timed& attempt, const std::string& run_id, const std::vector<StageTime>& shared);

/// Of such a record the user is told, and the ledger is not: what counts of the attempt is what it was.
bool failed_only_extra(const Setting& setting, const Verdict& verdict);

}  // namespace judge
