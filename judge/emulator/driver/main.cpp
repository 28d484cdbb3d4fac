// judge-cucc: looks like nvcc to the judge. Preprocesses with the emulated runtime's headers, lowers CUDA C++ to C++,
// and lets the host compiler make a shared library of it.
#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>

#include "judge/emulator/driver/absent_names.hpp"
#include "judge/emulator/driver/brought_along.hpp"
#include "judge/emulator/driver/libraries.hpp"
#include "judge/emulator/driver/rare_headers.hpp"
#include "judge/emulator/driver/toolchain.hpp"
#include "judge/emulator/driver/toolkit_headers.hpp"
#include "judge/emulator/driver/users_text.hpp"
#include "judge/emulator/lowering/diagnostics.hpp"
#include "judge/emulator/lowering/lowering.hpp"
#include "judge/util/contains.hpp"
#include "judge/util/cpp_standard.hpp"
#include "judge/util/files.hpp"
#include "judge/util/hash.hpp"
#include "judge/util/installation.hpp"
#include "judge/util/process.hpp"

namespace judge::cucc {

namespace {

constexpr int exit_compile_error = 1, exit_usage = 2, exit_unsupported = 3;

struct Options {
  bool is_checked = false, is_lockstep = false;
  std::string source, output, depfile, compiler, optimization = "-O3";
  std::vector<std::string> includes, defines, libraries;
  bool wants_version = false, keeps_lowered = false, is_exact = false, wants_fibers = false, insists_on_splits = false;
};

struct Failure {
  int status;
  std::string message;
};

template <class T>
using Step = std::expected<T, Failure>;

std::unexpected<Failure> stop(int status, std::string message) { return std::unexpected(Failure{status, std::move(message)}); }

std::string in_users_words(const std::string& diagnostics) {
  static const std::filesystem::path headers = find_installation().emulated_include();
  return lowering::in_users_words(diagnostics, headers, lowering::line_of_file);
}

enum class OnFailure { speak, stay_silent };

/// A compiler in a group of its own would outlive whoever ends ours, and would not count in our processor time.
CommandOptions as_our_part() { return {.output_limit_bytes = 256 << 20, .group = ProcessGroup::ours}; }

/// `text`: what a compiler is given.
Step<std::string> run_step(const std::vector<std::string>& command, std::string_view text,
                           OnFailure on_failure = OnFailure::speak) {
  const auto result = run_command(command, as_our_part());
  if (!result) return stop(exit_compile_error, result.error().message);
  if (result->exit_status != 0)
    if (const auto absent = absent_name(result->standard_error, text)) return stop(exit_unsupported, describe(*absent));
  if (result->exit_status == 0 || on_failure == OnFailure::speak) std::cerr << in_users_words(result->standard_error);
  if (result->exit_status != 0) return stop(exit_compile_error, "");
  return result->standard_output;
}

Step<void> discard_output(Step<std::string> step) {
  if (!step) return std::unexpected(std::move(step).error());
  return {};
}

/// What the text needs without including it, so that it is preprocessed again.
struct UsersNeeds {
  std::vector<std::string> headers, macros;
  bool are_none() const { return headers.empty() && macros.empty(); }
};

std::vector<std::string> preprocessor_command(const Options& options, const Compiler& compiler,
                                              const Installation& installation, const UsersNeeds& needs,
                                              const StandIns& stand_ins) {
  std::vector<std::string> command = {compiler.path.string()};
  for (const std::string& flag : preprocessor_flags(installation.emulated_include())) command.push_back(flag);
  if (stand_ins.first()) command.insert(command.end(), {"-isystem", stand_ins.folder().string()});
  for (const std::string& folder : options.includes) command.insert(command.end(), {"-I", folder});
  for (const std::string& define : options.defines) command.push_back("-D" + define);
  for (const std::string& macro : needs.macros) command.push_back("-D" + macro);
  for (const std::string& header : needs.headers) command.insert(command.end(), {"-include", header});
  if (options.is_exact) command.push_back("-DJUDGE_EMULATED_EXACT");
  if (options.is_checked) command.push_back("-DJUDGE_EMULATED_CHECKED");
  if (options.is_lockstep) command.push_back("-DJUDGE_EMULATED_LOCKSTEP");
  command.push_back(options.optimization);
  if (!options.depfile.empty()) command.insert(command.end(), {"-MMD", "-MF", options.depfile, "-MT", options.output});
  command.push_back(options.source);
  return command;
}

/// Headers of the toolkit's that are not ours are left out, and noted.
Step<std::string> preprocess(const Options& options, const Compiler& compiler, const Installation& installation,
                             const UsersNeeds& needs, StandIns& stand_ins) {
  constexpr int most_stand_ins = 100;
  for (int count = 0;; ++count) {
    const auto result = run_command(preprocessor_command(options, compiler, installation, needs, stand_ins), as_our_part());
    if (!result) return stop(exit_compile_error, result.error().message);
    const bool succeeded = result->exit_status == 0;
    const auto lacking = succeeded ? foreign_toolkit_header(result->standard_output, installation.emulated_include())
                                   : missing_toolkit_header(result->standard_error);
    if (lacking && count == most_stand_ins) return stop(exit_unsupported, describe(lacking->place));
    if (!lacking) {
      std::cerr << in_users_words(result->standard_error);
      return succeeded ? Step<std::string>(result->standard_output) : stop(exit_compile_error, "");
    }
    if (const auto added = stand_ins.add(*lacking); !added) return stop(exit_compile_error, added.error().message);
  }
}

/// Twice where the text turns out to need headers that it does not include.
Step<std::string> preprocess(const Options& options, const Compiler& compiler, const Installation& installation,
                             StandIns& stand_ins) {
  auto preprocessed = preprocess(options, compiler, installation, {}, stand_ins);
  if (!preprocessed) return preprocessed;
  const std::string text = users_text(*preprocessed);
  const UsersNeeds needs = {rare_headers(text), brought_along_macros(*preprocessed, text)};
  return needs.are_none() ? preprocessed : preprocess(options, compiler, installation, needs, stand_ins);
}

Step<void> compile(const Options& options, const Compiler& compiler, const lowering::Lowered& lowered, const std::string& code,
                   const std::vector<std::string>& flags, const std::vector<std::string>& libraries, OnFailure on_failure) {
  auto folder = TemporaryDirectory::create("cucc");
  if (!folder) return stop(exit_compile_error, folder.error().message);
  const auto source = options.keeps_lowered ? std::filesystem::path(options.output + ".ii") : folder->path() / "lowered.ii";
  if (const auto written = write_file(source, lowered.text + code); !written)
    return stop(exit_compile_error, written.error().message);
  std::vector<std::string> command = {compiler.path.string()};
  const auto add = [&](const std::vector<std::string>& words) { command.insert(command.end(), words.begin(), words.end()); };
  add(flags);
  add({options.optimization});
  if (options.is_checked) add(access_check_flags(compiler));
  if (options.is_lockstep) add(lockstep_flags(compiler));
  const bool tells_of_accesses = options.is_checked || options.is_lockstep;
  const bool takes_one_step = !lowered.wants_alignment_checks || compiler.kind == CompilerKind::clang;
  if (takes_one_step && !tells_of_accesses) {
    if (lowered.wants_alignment_checks) add(alignment_check_flags());
    add({"-x", "c++-cpp-output", source.string(), "-shared", "-o", options.output});
    if (!libraries.empty()) add({"-x", "none"});  // clang 16 warns where no file follows
    add(libraries);
    return discard_output(run_step(command, lowered.text, on_failure));
  }
  // Linking with their flags for the checks, compilers would ask for a library of their own beside ours.
  const std::string object = (folder->path() / "lowered.o").string();
  if (lowered.wants_alignment_checks) add(alignment_check_flags());
  add({"-x", "c++-cpp-output", source.string(), "-c", "-o", object});
  if (const auto compiled = discard_output(run_step(command, lowered.text, on_failure)); !compiled) return compiled;
  command = {compiler.path.string(), "-shared", "-Wl,-Bsymbolic", object, "-o", options.output};
  add(libraries);
  if (tells_of_accesses) add(access_check_link_flags());
  if (options.is_lockstep) add(lockstep_link_flags());
  return discard_output(run_step(command, lowered.text));
}

std::optional<std::string> read_source(std::string_view name) {
  auto text = read_file(std::filesystem::path(name));
  return text ? std::optional(std::move(*text)) : std::nullopt;
}

/// Of our headers and of this program itself.
std::string content_hash(const Installation& installation) {
  std::vector<std::filesystem::path> files = {"/proc/self/exe"};
  const auto follow = std::filesystem::directory_options::follow_directory_symlink;
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(installation.emulated_include(), follow, error))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::ranges::sort(files);
  Hasher hasher;
  for (const auto& file : files) hasher.field(file.filename().string()).field(read_file(file, FileKind::binary).value_or(""));
  return hasher.finish().substr(0, 12);
}

template <class Found>
std::string describe_all(const std::vector<Found>& found) {
  std::string text;
  for (const Found& one : found) text += (text.empty() ? "" : "\n") + describe(one);
  return text;
}

/// Those that the command line names, and those that the file uses.
std::vector<std::string> all_libraries(const Options& options, std::string_view preprocessed) {
  std::vector<std::string> libraries = options.libraries;
  for (std::string& used : used_libraries(users_text(preprocessed)))
    if (!contains(libraries, used)) libraries.push_back(std::move(used));
  return libraries;
}

Step<void> lower_and_compile(const Options& options, const Compiler& compiler, std::string_view preprocessed,
                             const std::vector<std::string>& libraries, OnFailure on_failure) {
  lowering::LoweringOptions how;
  if (options.is_exact || options.wants_fibers) how.splits = lowering::SplitKernels::no;
  if (hints_at_cpp20(read_source(options.source).value_or(""))) how.standard = lowering::CppStandard::cpp20;
  const std::string text = users_text(preprocessed);
  const auto flags = compiler_flags(compiler, text);
  const std::string code = kept_in_library(canonical(text));
  for (;;) {
    const lowering::Lowered lowered = lowering::lower(preprocessed, read_source, how);
    if (!lowered.refused.empty()) {
      std::cerr << describe_all(lowered.refused) << "\n";
      return stop(exit_compile_error, "");
    }
    if (!lowered.unsupported.empty()) return stop(exit_unsupported, describe_all(lowered.unsupported));
    const bool is_last = options.insists_on_splits || (!lowered.has_split_kernels && !lowered.has_gpus_undefined);
    const auto compiled =
        compile(options, compiler, lowered, code, flags, libraries, is_last ? on_failure : OnFailure::stay_silent);
    if (compiled || is_last) return compiled;
    // Lowering goes by tokens, and relies on the compiler to refuse what it got wrong.
    if (lowered.has_split_kernels) how.splits = lowering::SplitKernels::no;
    else how.undefined = lowering::Undefined::of_the_host;
  }
}

Step<void> run(const Options& options) {
  const Installation installation = find_installation();
  const auto compiler = find_compiler(options.compiler, options.is_checked ? Purpose::checking : Purpose::running);
  if (!compiler) return stop(exit_compile_error, compiler.error().message);
  if (options.wants_version) {
    // Whoever caches what we make asks for this line: it changes with the headers and with this program.
    std::cout << "judge-cucc " JUDGE_VERSION " (" << content_hash(installation) << ") with " << compiler->version << std::endl;
    if (!std::cout) return stop(exit_compile_error, "standard output cannot be written");
    return {};
  }
  StandIns stand_ins;
  const auto preprocessed = preprocess(options, *compiler, installation, stand_ins);
  if (!preprocessed) return std::unexpected(preprocessed.error());
  const auto libraries = library_flags(all_libraries(options, *preprocessed), installation);
  if (!libraries) return stop(exit_unsupported, options.source + ": " + libraries.error().message);
  const auto compiled = lower_and_compile(options, *compiler, *preprocessed, *libraries,
                                          stand_ins.first() ? OnFailure::stay_silent : OnFailure::speak);
  // What it needs may well be what is not in the header.
  if (!compiled && compiled.error().status == exit_compile_error && stand_ins.first())
    return stop(exit_unsupported, describe(*stand_ins.first()));
  return compiled;
}

}  // namespace

}  // namespace judge::cucc

int main(int argc, char** argv) {
  using namespace judge::cucc;
  Options options;
  CLI::App app("Compiles CUDA C++ for the judge's emulated runtime.");
  app.add_option("source", options.source, "the .cu file");
  app.add_option("-o", options.output, "the shared library to make");
  app.add_option("-I", options.includes, "a folder for #include")->allow_extra_args(false);
  app.add_option("-D", options.defines, "a macro: NAME or NAME=VALUE")->allow_extra_args(false);
  app.add_option("-l", options.libraries, "a library to link: cublas or curand")->allow_extra_args(false);
  app.add_option("--depfile", options.depfile, "write the files that were read, as a make rule");
  app.add_option("--compiler", options.compiler, "the host compiler; clang++ or g++ from PATH if not given");
  app.add_flag("--check", options.is_checked, "instrument every access, for the checker in the runtime");
  app.add_flag("--lockstep", options.is_lockstep,
               "code whose threads wait before each access, so that the runtime can run the lanes of a warp in lockstep");
  app.add_flag("--keep", options.keeps_lowered, "keep the lowered source beside the output, as OUTPUT.ii");
  app.add_flag("--exact", options.is_exact, "slow code, in which every fault has the right source line");
  app.add_flag("--split", options.insists_on_splits,
               "fail where the code of a split kernel does not compile, instead of running the file's kernels on fibers");
  app.add_flag("--fibers", options.wants_fibers, "a stack for each thread of kernels with barriers: slow, to compare");
  app.add_flag("--version", options.wants_version, "print the version and the host compiler's");
  // As with nvcc, -O3 is one word.
  std::vector<std::string> words(argv + 1, argv + argc);
  std::erase_if(words, [&](const std::string& word) {
    const bool is_level = word.size() == 3 && word.starts_with("-O");
    if (is_level) options.optimization = word;
    return is_level;
  });
  std::reverse(words.begin(), words.end());
  try {
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : exit_usage;
  }
  if (!options.wants_version && (options.source.empty() || options.output.empty())) {
    std::cerr << "judge-cucc: which file? judge-cucc attempt.cu -o attempt.so\n";
    return exit_usage;
  }
  if (options.is_checked || options.is_lockstep) options.is_exact = true;
  if (options.is_exact) options.optimization = options.is_checked ? "-O1" : options.is_lockstep ? "-O3" : "-O0";
  const auto done = run(options);
  if (done) return 0;
  // A message about the user's file begins with its name, as a compiler's does.
  const bool is_ours = done.error().status != exit_unsupported;
  if (!done.error().message.empty()) std::cerr << (is_ours ? "judge-cucc: " : "") << done.error().message << "\n";
  return done.error().status;
}
