#include "judge/build/compile.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "judge/build/cage.hpp"
#include "judge/build/depfile.hpp"
#include "judge/build/diagnostics.hpp"
#include "judge/util/contains.hpp"
#include "judge/util/files.hpp"
#include "judge/util/process.hpp"

namespace judge {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t k_most_memory_bytes = 0;  // a sanitised compiler driver maps terabytes of shadow
#else
constexpr std::uint64_t k_most_memory_bytes = 16ull << 30;
#endif
// nvcc's largest for CUTLASS is a tenth of it. A compiler that is to fill the disk writes some five files.
constexpr std::uint64_t k_file_limit_bytes = 256ull << 20;
constexpr std::chrono::seconds k_cpu_grace{5};

// Half of the machine's, or a source could have it page or end something else.
std::uint64_t memory_limit_bytes() {
  const auto pages = static_cast<std::uint64_t>(std::max(0l, ::sysconf(_SC_PHYS_PAGES)));
  const std::uint64_t half_of_it = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) / 2;
  return half_of_it == 0 ? k_most_memory_bytes : std::min(k_most_memory_bytes, half_of_it);
}
constexpr std::size_t k_output_limit_bytes = 1 << 20;

// nvcc puts its command lines through a shell and through variables of its own: what is more than these in a path is
// kept from it by symbolic links, and the links' names are translated back in all that it says.
bool is_plain(const fs::path& path) {
  constexpr std::string_view others = "/._-+@ ";
  return std::ranges::all_of(path.native(), [&](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return std::isalnum(byte) || byte >= 0x80 || others.find(c) != others.npos;
  });
}

class Aliases {
 public:
  explicit Aliases(fs::path folder) : m_folder(std::move(folder)) {}

  fs::path file(const fs::path& path) { return is_plain(path) ? path : link(path, path.extension().string()); }
  fs::path directory(const fs::path& path) { return is_plain(path) ? path : link(path, ""); }
  fs::path copy(const fs::path& path, const std::string& content) {
    fs::path alias = m_folder / fmt::format("copy{}", path.extension().string());
    if (!write_file(alias, content)) return path;
    m_real[alias.string()] = path.string();
    return alias;
  }

  std::string translate(std::string text) const {
    for (const auto& [alias, real] : m_real) {
      text = replace_path(text, alias + "/", real + "/");
      text = replace_path(text, alias, real);
    }
    return text;
  }

 private:
  fs::path link(const fs::path& real, const std::string& extension) {
    fs::path alias = m_folder / fmt::format("alias{}{}", m_real.size(), is_plain(extension) ? extension : "");
    std::error_code error;
    fs::create_symlink(real, alias, error);
    if (error) return real;
    m_real[alias.string()] = real.string();
    return alias;
  }

  fs::path m_folder;
  std::map<std::string, std::string> m_real;  // by alias
};

struct CommandLine {
  std::vector<std::string> argv;
  fs::path library, depfile;
};

CommandLine command_line(const Compiler& compiler, const CompileJob& job, const std::vector<std::string>& recipe,
                         const fs::path& folder, Aliases& aliases) {
  CommandLine line{compiler.command, folder / "attempt.so", folder / "attempt.d"};
  const auto add = [&](std::initializer_list<std::string> words) { line.argv.insert(line.argv.end(), words); };
  const auto add_all = [&](const std::vector<std::string>& words) { std::ranges::copy(words, std::back_inserter(line.argv)); };
  const bool is_cucc = compiler.family == Compiler::Family::cucc;
  // The compiler's own flags hold -x for the source: they stand before it, libraries after it do no harm to a shared
  // one.
  add_all(compiler.flags);
  const fs::path source = job.content ? aliases.copy(job.source, *job.content) : aliases.file(job.source);
  add({source.string(), "-o", line.library.string()});
  if (source != job.source) add({"-I", aliases.directory(job.source.parent_path()).string()});
  for (const auto& folder_of_headers : job.include_dirs) add({"-I", aliases.directory(folder_of_headers).string()});
  for (const auto& define : job.defines) add({"-D", define});
  if (is_cucc) add({"--depfile", line.depfile.string()});
  else add({"-MMD", "-MF", line.depfile.string()});
  add_all(recipe);
  for (const auto& library : job.libraries) add({"-l" + library});
  if (!job.libraries.empty()) add_all(compiler.library_flags);
  add_all(job.extra_flags);
  return line;
}

bool lies_below(const fs::path& path, const fs::path& folder) {
  return !folder.empty() && std::ranges::mismatch(folder, path).in1 == folder.end();
}

// Of a depfile's paths those that are neither the source nor the compiler's own.
std::vector<fs::path> includes_from(const std::string& depfile, const Compiler& compiler, const CompileJob& job,
                                    const Aliases& aliases, const fs::path& folder) {
  std::vector<fs::path> includes;
  for (const auto& named : prerequisites(depfile)) {
    const fs::path path = (folder / aliases.translate(named.string())).lexically_normal();
    std::error_code error;
    const fs::path real = fs::weakly_canonical(path, error);
    const auto is_above = [&](const fs::path& headers) { return lies_below(real, headers); };
    if (path == job.source.lexically_normal() || std::ranges::any_of(compiler.own_headers, is_above)) continue;
    if (!contains(includes, path)) includes.push_back(path);
  }
  return includes;
}

bool is_out_of_space(const std::string& messages, const fs::path& folder) {
  std::error_code error;
  const auto space = fs::space(folder, error);
  return messages.find("No space left on device") != messages.npos && !error && space.available < (64u << 20);
}

std::string compiler_name(const Compiler& compiler) { return fs::path(compiler.command[0]).filename().string(); }

// Failures that say nothing about the source.
Result<void> check_for_breakage(const Compiler& compiler, const CommandResult& run, const std::string& messages,
                                const fs::path& folder) {
  if (is_out_of_space(messages, folder))
    return fail("no space left in {}: free some, or set TMPDIR to another folder", folder.parent_path().string());
  const bool is_nvcc = compiler.family == Compiler::Family::nvcc;
  if (is_nvcc && messages.find("host_config.h") != messages.npos && messages.find("unsupported") != messages.npos)
    return fail(
        "{} does not accept the host's compiler: install one that it does, as by apt install g++-12, and set "
        "NVCC_CCBIN=g++-12. It said:\n{}",
        compiler.description, first_lines(messages, 5));
  if (is_nvcc && (messages.starts_with("nvcc fatal") || messages.find("\nnvcc fatal") != messages.npos))
    return fail("{} does not work here: {}", compiler.description, first_lines(messages, 5));
  const bool is_ended_by_signal = run.exit_status > 128;  // by what it was given: the next source may do
  if (compiler.family == Compiler::Family::cucc && run.exit_status != 1 && run.exit_status != 3 && !is_ended_by_signal)
    return fail("{} ended with status {}: {}", compiler_name(compiler), run.exit_status, first_lines(messages, 20));
  return {};
}

std::string clean(const Compiler& compiler, const CommandResult& run, const Aliases& aliases) {
  const std::string text = without_control_characters(aliases.translate(run.standard_error + run.standard_output));
  return without_noise(compiler.family == Compiler::Family::nvcc ? as_written(text) : text);
}

Result<Compiled> failed(const Compiler& compiler, const CommandResult& run, Compiled compiled, const fs::path& folder) {
  JUDGE_CHECK(check_for_breakage(compiler, run, compiled.messages, folder));
  const bool is_unsupported = compiler.family == Compiler::Family::cucc && run.exit_status == 3;
  compiled.status = is_unsupported ? Compiled::Status::unsupported : Compiled::Status::failed;
  if (compiled.messages.empty())
    compiled.messages =
        run.exit_status > 128
            ? fmt::format("{} was ended by signal {}: a source that is nested thousands of levels deep does that",
                          compiler_name(compiler), run.exit_status - 128)
            : fmt::format("{} failed with status {} and said nothing", compiler_name(compiler), run.exit_status);
  return compiled;
}

// By nobody that knows the source: the node of a cluster goes down and ends one process after another, or memory is short for a moment. Compilers say
// of their own parts that they were "Killed".
bool was_killed(const CommandResult& run) {
  return !run.timed_out &&
         (run.exit_status == 128 + SIGKILL || (run.exit_status != 0 && run.standard_error.contains("Killed")));
}

Result<Compiled> compile_once(const Compiler& compiler, const CompileJob& job, const std::vector<std::string>& recipe,
                              const fs::path& folder, milliseconds time_limit) {
  Aliases aliases(folder);
  const CommandLine line = command_line(compiler, job, recipe, folder, aliases);
  // Ends what escapes the end of the process group.
  const auto cpu_limit = std::chrono::ceil<std::chrono::seconds>(time_limit) + k_cpu_grace;
  JUDGE_TRY(const Landlock cage, compilers_cage(compiler, {job.source, job.include_dirs, job.named_headers, job.log, folder}));
  // ccache, where CXX names it, would write elsewhere, and keeps nothing that the judge's own cache does not.
  const CommandOptions options{.directory = folder,
                               .environment = {{"LC_ALL", "C"}, {"TMPDIR", folder.string()}, {"CCACHE_DISABLE", "1"}},
                               .time_limit = k_most_wall_per_processor_time * time_limit,
                               .processor_limit = time_limit,
                               .output_limit_bytes = k_output_limit_bytes,
                               .memory_limit_bytes = memory_limit_bytes(),
                               .file_limit_bytes = k_file_limit_bytes,
                               .cpu_limit = cpu_limit,
                               .cage = &cage};
  JUDGE_TRY(CommandResult run, run_command(line.argv, options));
  if (was_killed(run)) {
    JUDGE_TRY(run, run_command(line.argv, options));  // if the source is why, it is killed once more
  }
  std::string messages = clean(compiler, run, aliases);
  // The assembler says "file not found" of both.
  if (messages.contains("Permission denied") || messages.contains("file not found: ")) messages += what_may_be_included();
  messages += missing_header_hint(messages);
  messages += cuda_hints(messages);
  Compiled compiled{.messages = std::move(messages), .duration = run.duration, .processor_time = run.processor_time};
  if (run.timed_out) {
    compiled.status = Compiled::Status::timed_out;
    return compiled;
  }
  if (const auto depfile = read_file(line.depfile)) {
    compiled.includes = includes_from(*depfile, compiler, job, aliases, folder);
    compiled.knows_includes = true;
  }
  std::error_code error;
  if (run.exit_status != 0 || !fs::exists(line.library, error)) return failed(compiler, run, std::move(compiled), folder);
  compiled.status = Compiled::Status::built;
  compiled.library = line.library;
  return compiled;
}

void empty_folder(const fs::path& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) fs::remove_all(entry, error);
}

}  // namespace

Result<Compiled> compile(const Compiler& compiler, const CompileJob& job, const fs::path& folder) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  milliseconds used{0};
  Compiled last;
  for (const auto& recipe : job.recipes) {
    const auto left = job.time_limit - used;
    empty_folder(folder);
    JUDGE_TRY(last, compile_once(compiler, job, recipe, folder, std::max(left, milliseconds(1))));
    used += last.processor_time;
    if (last.status != Compiled::Status::failed) break;
  }
  last.duration = Clock::now() - start;
  last.processor_time = used;
  return last;
}

}  // namespace judge
