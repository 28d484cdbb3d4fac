#include "judge/emulator/driver/toolchain.hpp"

#include "judge/util/host_compilers.hpp"
#include "judge/util/lines.hpp"
#include "judge/util/process.hpp"

namespace judge::cucc {

namespace {

Result<Compiler> describe(const std::filesystem::path& path) {
  JUDGE_TRY(const CommandResult result, run_command({path.string(), "--version"}));
  if (result.exit_status != 0) return fail("{} --version fails: {}", path.string(), result.standard_error);
  const std::string line = first_line(result.standard_output);
  return Compiler{path, line.contains("clang") ? CompilerKind::clang : CompilerKind::gcc, line};
}

}  // namespace

Result<Compiler> find_compiler(const std::string& wanted, Purpose purpose) {
  if (!wanted.empty()) {
    if (const auto path = find_program(wanted)) return describe(*path);
    return fail("{}: no such compiler in PATH", wanted);
  }
  if (const auto path = first_host_compiler(purpose == Purpose::checking ? CompilerFamily::gcc : CompilerFamily::clang))
    return describe(*path);
  return fail(
      "the emulated runtime needs a C++ compiler, and neither clang++ nor g++ is in PATH. Install one:\n"
      "    sudo apt-get install -y clang");
}

std::vector<std::string> preprocessor_flags(const std::filesystem::path& include) {
  return {"-E", "-x", "c++", "-std=c++20", "-march=native", "-D__CUDACC__", "-D__NVCC__", "-D__CUDA_ARCH__=900",
          "-D__CUDA_ARCH_FEAT_SM90_ALL=1", "-D__JUDGE_EMULATED__",
          // Ubuntu's compilers define it: a memcpy() would lie in a line of the system's headers.
          "-U_FORTIFY_SOURCE", "-D__device__=__device__", "-D__host__=__host__", "-D__constant__=__constant__",
          "-D__managed__=__managed__", "-isystem", include.string(), "-include", "cuda_runtime.h"};
}

// By descriptors gcc finds thread-local variables without a call, and keeps vector registers over that. In a library that has many of them the C library
// (glibc 2.36 was seen) does not, when a thread asks for the first time. For ours the runtime asks before a kernel runs (BlockRunner::run()); for those of the user's
// host code nobody does.
static bool may_use_descriptors(const Compiler& compiler, std::string_view users_text) {
  return compiler.kind == CompilerKind::gcc && !users_text.contains("thread_local") && !users_text.contains("__thread");
}

std::vector<std::string> compiler_flags(const Compiler& compiler, std::string_view users_text) {
  std::vector<std::string> flags = {
      "-std=c++20", "-march=native", "-g1", "-gdwarf-4", "-fPIC", "-Wno-unknown-pragmas",
      // What nvcc promises: integers wrap, pointers of all types may alias, a * b + c may be fused, errno stays alone.
      "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=fast", "-fno-math-errno", "-fno-trapping-math",
      // A variable without a value has some value: lanes that pass one to a shuffle from another lane do nothing wrong.
      "-ftrivial-auto-var-init=pattern",
      // A write through a null pointer is made, and faults: without it compilers drop the code behind it.
      "-fno-delete-null-pointer-checks",
      // A loop that waits for ever does so. Narrowing in braces and `register` are warnings of nvcc's.
      "-fno-finite-loops", "-Wno-narrowing", "-Wno-register",
      // Our own cub/ calls std::stable_sort, which libstdc++ 12 makes with something deprecated.
      "-Wno-deprecated-declarations",
      // volatile floats are added to as in the old days, and nvcc has nothing against that.
      compiler.kind == CompilerKind::gcc ? "-Wno-volatile" : "-Wno-deprecated-volatile",
      // The attempt calls its own functions, whatever the player exports; the runtime's stay undefined symbols.
      "-fno-semantic-interposition", "-Wl,-Bsymbolic"};
  // Of the loops over threads; of parameters as large as a CUtensorMap's alignment, which older gcc passed otherwise.
  flags.push_back(compiler.kind == CompilerKind::clang ? "-Wno-pass-failed" : "-Wno-psabi");
#if defined(__x86_64__)
  // A frame larger than the guard page below a stack must touch it. Loops over 16 or 32 threads are too short for 512 bits,
  // and buffers that end at a guard are aligned to 16 bytes: each access of 512 bits would reach into two cache lines.
  flags.insert(flags.end(), {"-fstack-clash-protection", "-mprefer-vector-width=256"});
  if (may_use_descriptors(compiler, users_text)) flags.push_back("-mtls-dialect=gnu2");
#endif
  return flags;
}

std::vector<std::string> alignment_check_flags() { return {"-fsanitize=alignment", "-fno-sanitize-recover=alignment"}; }

std::vector<std::string> access_check_flags(const Compiler& compiler) {
  std::vector<std::string> flags = {"-fsanitize=thread,bounds", "-fsanitize-recover=bounds", "-Wuninitialized"};
  if (compiler.kind == CompilerKind::gcc)
    flags.insert(flags.end(),
                 {"--param=tsan-distinguish-volatile=1", "--param=tsan-instrument-func-entry-exit=0", "-Wno-tsan"});
  else
    flags.insert(flags.end(), {"-mllvm", "-tsan-distinguish-volatile=1", "-mllvm", "-tsan-instrument-func-entry-exit=0",
                               "-Wno-unused-command-line-argument"});
  return flags;
}

// What nvcc's LLVM would keep in a register must stay out of memory here, too: optimised as far as nvcc does, without what
// makes several accesses one, and without the promise that integers wrap, which hides from the compiler that a[t] and
// a[t + 1] differ. Code keeps its order, by which lanes know who is behind, and frames, by which they know who called; and
// there is one of it, not one for each way that a condition before it went, where lanes would never meet again.
std::vector<std::string> lockstep_flags(const Compiler& compiler) {
  std::vector<std::string> flags = {"-fsanitize=thread", "-fno-wrapv", "-fno-omit-frame-pointer",
                                    "-fno-optimize-sibling-calls"};
  const std::vector<std::string> clang = {"-fno-vectorize",
                                          "-fno-slp-vectorize",
                                          "-mllvm",
                                          "-disable-block-placement",
                                          "-mllvm",
                                          "-enable-tail-merge=0",
                                          "-mllvm",
                                          "-tsan-instrument-func-entry-exit=0",
                                          "-mllvm",
                                          "-tsan-instrument-read-before-write=1",
                                          "-Wno-unused-command-line-argument"};
  const std::vector<std::string> gcc = {
      "-fno-tree-vectorize", "-fno-reorder-blocks", "-fno-reorder-blocks-and-partition",         "-fno-crossjumping",
      "-fno-thread-jumps",   "-fno-split-paths",    "--param=tsan-instrument-func-entry-exit=0", "-Wno-tsan"};
  const auto& own = compiler.kind == CompilerKind::gcc ? gcc : clang;
  flags.insert(flags.end(), own.begin(), own.end());
  return flags;
}

std::vector<std::string> lockstep_link_flags() {
  std::vector<std::string> flags;
  for (const char* function : {"exp", "exp2", "log", "log2", "sin", "cos", "tanh", "erf"})
    for (const char* of_float : {"", "f"}) flags.push_back(std::string("-Wl,--wrap=") + function + of_float);
  return flags;
}

std::vector<std::string> access_check_link_flags() { return {"-Wl,--wrap=memcpy", "-Wl,--wrap=memmove", "-Wl,--wrap=memset"}; }

}  // namespace judge::cucc
