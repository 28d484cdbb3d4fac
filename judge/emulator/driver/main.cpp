// judge-cucc: looks like nvcc to the judge. Preprocesses with the emulated runtime's headers, lowers CUDA C++ to C++,
// and lets the host compiler make a shared library of it.
#include <CLI/CLI.hpp>

#include <algorithm>

#include <cstdio>
#include <iostream>

#include "judge/emulator/driver/toolchain.hpp"
#include "judge/emulator/lowering/lowering.hpp"
#include "judge/util/files.hpp"
#include "judge/util/installation.hpp"
#include "judge/util/process.hpp"

namespace judge::cucc {

namespace {

constexpr int exit_compile_error = 1, exit_usage = 2, exit_unsupported = 3;

struct Options {
  std::string source, output, depfile, compiler, optimization = "-O3";
  std::vector<std::string> includes, defines;
  bool wants_version = false, keeps_lowered = false;
};

struct Failure {
  int status;
  std::string message;
};

template <class T>
using Step = std::expected<T, Failure>;

std::unexpected<Failure> stop(int status, std::string message) { return std::unexpected(Failure{status, std::move(message)}); }

/// The names that lowering makes up are none of the user's business.
std::string hide_internal_names(std::string text) {
  for (const std::string_view name : {"judge_kernel_", "judge_type_"})
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at)) text.erase(at, name.size());
  return text;
}

Step<std::string> run_step(const std::vector<std::string>& command) {
  const auto result = run_command(command, {.output_limit_bytes = 256 << 20});
  if (!result) return stop(exit_compile_error, result.error().message);
  std::cerr << hide_internal_names(result->standard_error);
  if (result->exit_status != 0) return stop(exit_compile_error, "");
  return result->standard_output;
}

Step<std::string> preprocess(const Options& options, const Compiler& compiler, const Installation& installation) {
  std::vector<std::string> command = {compiler.path.string()};
  for (const std::string& flag : preprocessor_flags(installation.emulated_include())) command.push_back(flag);
  for (const std::string& folder : options.includes) command.insert(command.end(), {"-I", folder});
  for (const std::string& define : options.defines) command.push_back("-D" + define);
  command.push_back(options.optimization);
  if (!options.depfile.empty()) command.insert(command.end(), {"-MMD", "-MF", options.depfile, "-MT", options.output});
  command.push_back(options.source);
  return run_step(command);
}

Step<void> compile(const Options& options, const Compiler& compiler, const std::string& lowered) {
  auto folder = TemporaryDirectory::create("judge-cucc");
  if (!folder) return stop(exit_compile_error, folder.error().message);
  const auto file = options.keeps_lowered ? std::filesystem::path(options.output + ".ii") : folder->path() / "lowered.ii";
  if (const auto written = write_file(file, lowered); !written) return stop(exit_compile_error, written.error().message);
  std::vector<std::string> command = {compiler.path.string()};
  for (const std::string& flag : compiler_flags(compiler)) command.push_back(flag);
  command.insert(command.end(), {options.optimization, "-x", "c++-cpp-output", file.string(), "-o", options.output});
  if (const auto done = run_step(command); !done) return std::unexpected(done.error());
  return {};
}

std::optional<std::string> read_source(std::string_view name) {
  auto text = read_file(std::filesystem::path(name));
  return text ? std::optional(std::move(*text)) : std::nullopt;
}

Step<void> run(const Options& options) {
  const Installation installation = find_installation();
  const auto compiler = find_compiler(options.compiler);
  if (!compiler) return stop(exit_compile_error, compiler.error().message);
  if (options.wants_version) {
    std::cout << "judge-cucc " JUDGE_VERSION " with " << compiler->version << "\n";
    return {};
  }
  const auto preprocessed = preprocess(options, *compiler, installation);
  if (!preprocessed) return std::unexpected(preprocessed.error());
  return compile(options, *compiler, lowering::lower(*preprocessed, read_source));
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
  app.add_option("--depfile", options.depfile, "write the files that were read, as a make rule");
  app.add_option("--compiler", options.compiler, "the host compiler; clang++ or g++ from PATH if not given");
  app.add_flag("--keep", options.keeps_lowered, "keep the lowered source beside the output, as OUTPUT.ii");
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
  const auto done = run(options);
  if (done) return 0;
  if (!done.error().message.empty()) std::cerr << "judge-cucc: " << done.error().message << "\n";
  return done.error().status;
}
