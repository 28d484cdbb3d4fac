#include "judge/cli/judge.hpp"
#include "judge/render/output.hpp"

int main(int argc, char** argv) {
  judge::keep_standard_descriptors();
  return judge::run_judge(argc, argv);
}
