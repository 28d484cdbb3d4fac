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
  EXPECT_EQ(id_of(groups.take("")), "b1");  // another worker: two for each at a worker there, two at none here
  EXPECT_EQ(id_of(groups.take("b")), "b2");
  EXPECT_EQ(id_of(groups.take("a")), "a2");
  EXPECT_EQ(id_of(groups.take("b")), "a3");  // its own is empty
  EXPECT_EQ(id_of(groups.take("a")), "none");
  EXPECT_TRUE(groups.empty());
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
