#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "judge/cluster/node_health.hpp"
#include "judge/passes/common_options.hpp"

namespace judge {

/// Measures this machine's GPU, in this process: makes a context, and waits until no other judge times. What fails is the reading's
/// `failure`. Nothing on the emulated runtime. Processes of `family`, and their children, are not others.
NodeReading read_node(const CommonOptions& common, pid_t family);

/// The notes in a batch's folder, by time. A file that cannot be read is left out, with a line in
/// `unreadable`. Errors: the folder cannot be listed.
Result<std::vector<NodeNote>> node_notes(const std::filesystem::path& folder, std::vector<std::string>* unreadable = nullptr);

/// The machines whose latest note says that they are sick.
std::set<std::string> sick_nodes(const std::vector<NodeNote>& notes);

/// Looks whether this machine's times count, by a process of its own (`judge batch --measure-node`), and notes that in the
/// folder. Errors: the note cannot be written; interrupted.
Result<NodeNote> check_node(const CommonOptions& common, const std::filesystem::path& folder);

}  // namespace judge
