#pragma once

#include <ranges>
#include <span>
#include <string>
#include <vector>

#include "judge/model/attempt.hpp"

namespace judge {

/// Two texts of one file are two attempts, as on a board, or one that was edited, as in a history.
enum class EditedFile { is_another, is_the_same };

/// What attempts that are shown together are called, so that each is told from the others: by its name, which is all where no other has
/// it; else with as much of its folder as is needed, "anna/red_a"; where paths do not tell them apart, with the beginning of the
/// content's hash, "red_a (1f0c44d)". A path that another one ends with is the same file, named from another folder.
std::vector<std::string> attempt_labels(std::span<const Attempt* const> attempts, EditedFile edited = EditedFile::is_another);

/// Sets the label of each `attempt` in a list of records, submissions or the like that are shown together.
template <std::ranges::forward_range List>
void tell_apart(List& list, EditedFile edited = EditedFile::is_another) {
  std::vector<const Attempt*> attempts;
  for (const auto& one : list) attempts.push_back(&one.attempt);
  auto labels = attempt_labels(attempts, edited);
  auto label = labels.begin();
  for (auto& one : list) one.attempt.label = std::move(*label++);
}

/// Whether `text` means this attempt: its name, its content's hash or seven digits or more from its beginning, a label of
/// attempt_labels(), or the end of its path, with or without ".cu".
bool is_called(const Attempt& attempt, std::string_view text);

}  // namespace judge
