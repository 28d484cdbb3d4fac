#pragma once

#include <atomic>

#include "judge_emulated/runtime_types.h"

/// A dry call of solve(): launches are checked and no kernel runs, copies and fills are left out, and cudaMalloc() gives addresses
/// without memory, as much as an H200 has. What solve() does then depends on its arguments alone, until something that the device has computed would reach
/// the host: there the call ends (dry_call_is_over()), because from there on it proves nothing.
namespace judge::emulated {

inline std::atomic<bool> is_dry_call = false;

/// Is the result of a launch given to the caller, or must cudaGetLastError() tell it? Of `<<<>>>` nobody sees it.
enum class LaunchResult { is_returned, is_not_seen };

/// In place of the launch, or of an allocation that fails; `error` is what was wrong with it. Gives it.
cudaError_t launch_dry(const char* kernel, cudaError_t error, LaunchResult result);
/// The device would have had something else to do.
void work_dry();
/// The host reads the last error.
void error_is_read();
/// The rest of the call is not known. Does not return.
[[noreturn]] void dry_call_is_over();

/// Counts this launch of the kernel, or call of a function that allocates, in a dry call and where one is refused
/// (judgeEmulatedRefuseLaunch()). Its error, if it is that one.
cudaError_t count_call(const char* name);

}  // namespace judge::emulated
