// judge-first: `judge` without the commands that a clone can wait for. A part of the build, not installed.
#include "judge/cli/judge.hpp"
#include "judge/render/output.hpp"
#include "judge/util/child_setting.hpp"

int main(int argc, char** argv) {
  judge::keep_standard_descriptors();
  judge::raise_descriptor_limit();
  judge::use_one_device_queue();
  return judge::run_judge_first(argc, argv);
}
