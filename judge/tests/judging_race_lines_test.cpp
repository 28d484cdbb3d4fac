#include "judge/passes/race_lines.hpp"

#include <gtest/gtest.h>

namespace judge {
namespace {

Fault race_between(int write, int read) {
  return {.kind = Fault::Kind::race,
          .is_write = true,
          .line = write,
          .space = Fault::Space::shared,
          .is_update = true,
          .other = Fault::Access{.line = read}};
}

Fault read_in(std::string_view source, int write, int read) {
  Fault race = race_between(write, read);
  read_race_lines(race, source);
  return race;
}

TEST(RaceLines, ABarrierBetweenWriteAndReadInALoopMeansThatTheNextRoundWritesTooEarly) {
  const auto is_tile = [](std::string_view source) { return read_in(source, 2, 4).overwrites_tile; };
  EXPECT_TRUE(is_tile("for (int k = 0; k < n; ++k) {\n  a[t] = x[k];\n  __syncthreads();\n  s += a[u];\n}"));
  EXPECT_TRUE(is_tile("while (more) {\n  a[t] = x[k];\n  block.sync();\n  s += a[u];\n}"));
  EXPECT_FALSE(is_tile("for (int k = 0; k < n; ++k) {\n  a[t] = x[k];\n  y = 0;\n  s += a[u];\n}")) << "no barrier at all";
  EXPECT_FALSE(is_tile("{\n  a[t] = x[k];\n  __syncthreads();\n  return a[0];\n}")) << "no loop: the next call writes";
  EXPECT_FALSE(is_tile("for (;;) {\n  a[t] = x; } {\n  __syncthreads();\n  s += a[u]; }")) << "the read is behind the loop";
}

TEST(RaceLines, AnUpdateReadsThePlaceThatItWrites) {
  EXPECT_TRUE(read_in("x\nint now = a[k];\na[k] = now + 1;", 3, 2).is_update);
  EXPECT_FALSE(read_in("x\nm = a[0];\na[t] = z;", 3, 2).is_update);
  EXPECT_TRUE(read_in("a[k] += 1;", 1, 1).is_update);
}

}  // namespace
}  // namespace judge
