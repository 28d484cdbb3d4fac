#include <gtest/gtest.h>

#include "judge/batch/groups.hpp"

namespace judge {
namespace {

ReadyJob job(const std::string& group, const std::string& id) { return {.job = {.id = id}, .key = id, .group = group}; }

std::string id_of(const std::optional<ReadyJob>& job) { return job ? job->job.id : "none"; }

TEST(Groups, AWorkerStaysAtItsProblem) {
  Groups groups;
  for (const char* id : {"a1", "a2", "a3"}) groups.add(job("a", id));
  for (const char* id : {"b1", "b2"}) groups.add(job("b", id));
  EXPECT_EQ(groups.size(), 5u);
  EXPECT_EQ(id_of(groups.take("")), "a1");  // the larger group
  EXPECT_EQ(id_of(groups.take("")), "b1");  // another worker: nobody is at that one yet
  EXPECT_EQ(id_of(groups.take("b")), "b2");
  EXPECT_EQ(id_of(groups.take("a")), "a2");
  EXPECT_EQ(id_of(groups.take("b")), "a3");  // its own is empty
  EXPECT_EQ(id_of(groups.take("a")), "none");
  EXPECT_TRUE(groups.empty());
}

// Opening a problem costs as much as several verdicts, so few workers open the same one.
TEST(Groups, AProblemThatNobodyIsAtComesBeforeALargeOne) {
  Groups groups;
  for (const char* id : {"a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"}) groups.add(job("a", id));
  groups.add(job("b", "b1"));
  EXPECT_EQ(id_of(groups.take("")), "a1");
  EXPECT_EQ(id_of(groups.take("")), "b1");
  EXPECT_EQ(id_of(groups.take("")), "a2");
  EXPECT_EQ(id_of(groups.take("b")), "a3");
}

TEST(Groups, WhatIsPutBackComesFirst) {
  Groups groups;
  groups.add(job("a", "1"));
  groups.add(job("a", "2"));
  auto taken = groups.take("");
  groups.leave("a");
  groups.put_back(*std::move(taken));
  EXPECT_EQ(groups.size(), 2u);
  EXPECT_EQ(id_of(groups.take("")), "1");
  EXPECT_EQ(id_of(groups.take("a")), "2");
}

TEST(Groups, LeavingAGroupThatNobodyIsInDoesNothing) {
  Groups groups;
  groups.leave("a");
  groups.add(job("a", "1"));
  groups.leave("a");
  groups.leave("");
  EXPECT_EQ(id_of(groups.take("")), "1");
}

}  // namespace
}  // namespace judge
