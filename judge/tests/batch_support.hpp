#pragma once

#include <gtest/gtest.h>

#include "judge/util/files.hpp"

namespace judge {

/// With a folder of its own, and files that are put into it.
class WithFolder : public testing::Test {
 protected:
  std::filesystem::path put(const std::string& name, std::string_view text) {
    const auto file = m_folder.path() / name;
    std::filesystem::create_directories(file.parent_path());
    EXPECT_TRUE(write_file(file, text));
    return file;
  }

  TemporaryDirectory m_folder = TemporaryDirectory::create("batch-test").value();
};

}  // namespace judge
