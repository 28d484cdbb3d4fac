#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Lines, files and pages that the judge reads and others have written: what targets.cpp lists of them.
namespace judge::fuzz {

void jobs(std::string_view text);
std::vector<std::string> job_seeds();

void results(std::string_view text);
std::vector<std::string> result_seeds();

void records(std::string_view text);
std::vector<std::string> record_seeds();

void studies(std::string_view text);
std::vector<std::string> study_seeds();

void queue(std::string_view text);
std::vector<std::string> queue_seeds();

void nvidia(std::string_view text);
std::vector<std::string> nvidia_seeds();

void site(std::string_view text);
std::vector<std::string> site_seeds();

}  // namespace judge::fuzz
