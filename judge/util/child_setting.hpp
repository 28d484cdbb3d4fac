#pragma once

#include <map>
#include <string>
#include <vector>

namespace judge {

/// The variables of our environment that a program which runs other people's code gets: locale, search path of libraries, and
/// those of CUDA, OpenMP, sanitizers and the judge. Others may hold what is the user's alone.
std::vector<std::string> clean_environment();

/// How many streams of a process have a queue of their own on a GPU, 8 by default. A context with one queue is made in half the time, and beside
/// others in a third (docs/batch.md): for processes in which no attempt's host code runs.
inline constexpr const char* k_device_queues = "CUDA_DEVICE_MAX_CONNECTIONS";

/// This process makes do with one queue, from its first context on. Programs that it starts have what they had. Call it before there are threads.
void use_one_device_queue();

/// Our environment with these variables.
std::vector<std::string> merged_environment(const std::map<std::string, std::string>& extra);

/// As execve() wants it. `texts` must outlive the result.
std::vector<char*> pointers_to(std::vector<std::string>& texts);

/// For a child between fork and exec: leaves the session, and with it the terminal, and keeps no descriptor but 0, 1, 2 and `kept`; -1 = none.
/// Those that others left open in us without O_CLOEXEC are closed too. Restores the limit of descriptors.
void leave_session_and_files(int kept) noexcept;

/// Lets this process have as many descriptors as it may: each accepted attempt keeps some. Programs that it starts have what it had.
void raise_descriptor_limit();

/// For a child between fork and exec: as it was before.
void restore_descriptor_limit() noexcept;

}  // namespace judge
