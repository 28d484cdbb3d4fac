#include "judge/cli/judge.hpp"

int main(int argc, char** argv) { return judge::run_judge(argc, argv); }
