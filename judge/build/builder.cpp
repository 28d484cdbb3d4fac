#include "judge/build/builder.hpp"

#include <algorithm>
#include <mutex>
#include <optional>

#include "judge/build/cache.hpp"
#include "judge/build/compile.hpp"
#include "judge/build/diagnostics.hpp"
#include "judge/build/include_check.hpp"
#include "judge/build/link_lines.hpp"
#include "judge/build/nvcc.hpp"
#include "judge/build/source_scan.hpp"
#include "judge/util/contains.hpp"
#include "judge/util/files.hpp"
#include "judge/util/hash.hpp"

namespace judge {

namespace fs = std::filesystem;

struct Builder::State {
  BuilderOptions options;
  BuildCache cache;
  Compiler attempts, references;
  TemporaryDirectory uncached;  // for libraries that the cache could not take
  mutable std::mutex mutex;     // of the notes
  mutable std::vector<std::string> notes;

  const Compiler& compiler_for(SourceKind kind) const { return kind == SourceKind::reference ? references : attempts; }
  void note(const std::string& text) const {
    const std::lock_guard guard(mutex);
    if (!contains(notes, text)) notes.push_back(text);
  }
};

namespace {

// Stands for the source's path in what the cache keeps: two files of one content share a build, and each is called by
// its own name.
constexpr const char* source_placeholder = "\x01";

// A request, looked at closely enough to know its key.
struct Prepared {
  const BuildRequest* request;
  fs::file_time_type started;  // before the source was read
  fs::path source;
  bool depends_on_folder = false;
  std::string content;
  CompileJob job;
  std::string input_key;
  std::optional<LinkProblem> link_problem;
};

std::vector<fs::path> absolute(const std::vector<fs::path>& paths) {
  std::vector<fs::path> result;
  for (const auto& path : paths) result.push_back(fs::absolute(path).lexically_normal());
  return result;
}

std::string key_of(const Prepared& prepared, const Compiler& compiler) {
  Hasher hasher;
  hasher.field("judge build 1").field(compiler.identity);
  const auto add_all = [&](const auto& values) {
    hasher.field(std::to_string(values.size()));
    for (const auto& value : values) hasher.field(fs::path(value).string());
  };
  add_all(compiler.command);
  add_all(compiler.flags);
  for (const auto& recipe : prepared.job.recipes) add_all(recipe);
  add_all(prepared.job.include_dirs);
  add_all(prepared.job.defines);
  add_all(prepared.job.extra_flags);
  add_all(prepared.job.libraries);
  // A header beside it may know the name of the file that includes it.
  if (prepared.depends_on_folder || may_know_its_place(prepared.content)) hasher.field("file").field(prepared.source.string());
  return hasher.field(prepared.content).finish();
}

/// Whether one is new.
bool add_libraries(CompileJob& job, const std::vector<std::string>& libraries) {
  const std::size_t before = job.libraries.size();
  for (const std::string& library : libraries)
    if (!contains(job.libraries, library)) job.libraries.push_back(library);
  return job.libraries.size() > before;
}

Result<Prepared> prepare(const BuildRequest& request, const Compiler& compiler, const BuilderOptions& options) {
  Prepared prepared{.request = &request,
                    .started = fs::file_time_type::clock::now(),
                    .source = fs::absolute(request.source).lexically_normal()};
  if (request.content) {
    prepared.content = *request.content;
  } else {
    JUDGE_TRY(prepared.content, read_submission(request.source));
  }
  prepared.depends_on_folder = has_local_include(prepared.content);
  prepared.job = {.source = prepared.source,
                  .include_dirs = absolute(request.include_dirs),
                  .log = options.compilers_log,
                  .defines = request.defines,
                  .extra_flags = request.extra_flags,
                  .recipes = compiler.recipes(prepared.content),
                  .time_limit = options.compile_time_limit};
  if (request.kind == SourceKind::attempt) {
    if (auto libraries = linked_libraries(prepared.content, compiler.family)) prepared.job.libraries = *libraries;
    else prepared.link_problem = libraries.error();
    // judge-cucc sees by itself what is used.
    if (compiler.family == Compiler::Family::nvcc) add_libraries(prepared.job, libraries_of_headers(prepared.content));
  }
  prepared.input_key = key_of(prepared, compiler);
  return prepared;
}

std::string with_slash(const fs::path& folder) {
  const std::string text = folder.string();
  return text.empty() || text.ends_with('/') ? text : text + "/";
}

// Absolute paths become what the user wrote.
std::string in_the_users_words(std::string messages, const Prepared& prepared) {
  const BuildRequest& request = *prepared.request;
  messages = replace_path(messages, source_placeholder, request.source.string());
  messages = replace_path(messages, with_slash(prepared.source.parent_path()), with_slash(request.source.parent_path()));
  for (std::size_t i = 0; i < request.include_dirs.size(); ++i)
    messages = replace_path(messages, with_slash(prepared.job.include_dirs[i]), with_slash(request.include_dirs[i]));
  return first_lines(messages);
}

BuildResult result_of(const KeptBuild& build, const Prepared& prepared, const Compiler& compiler, bool from_cache) {
  std::string messages = in_the_users_words(build.messages, prepared);
  if (build.library.empty()) return CompileFailure{.diagnostics = std::move(messages), .unsupported = build.unsupported};
  return Artifact{.library = build.library,
                  .key = build.key,
                  .toolchain = compiler.description,
                  .from_cache = from_cache,
                  .warnings = std::move(messages)};
}

// Where else the compiler would have looked before it found this include: a file that appears there changes the build.
void add_shadowing(const fs::path& include, const Prepared& prepared, std::vector<Dependency>& dependencies) {
  std::vector<fs::path> searched{prepared.source.parent_path()};
  searched.insert(searched.end(), prepared.job.include_dirs.begin(), prepared.job.include_dirs.end());
  for (auto folder = searched.begin(); folder != searched.end(); ++folder) {
    const fs::path relative = include.lexically_relative(*folder);
    if (relative.empty() || *relative.begin() == "..") continue;
    for (auto earlier = searched.begin(); earlier != folder; ++earlier) {
      std::error_code error;
      if (const fs::path path = *earlier / relative; !fs::exists(path, error)) dependencies.push_back({path, ""});
    }
    return;
  }
}

// Nothing where the build must not be kept: an input changed while the compiler ran, or is not known.
std::optional<std::vector<Dependency>> dependencies_of(const Compiled& compiled, const Prepared& prepared) {
  const auto is_unchanged = [&](const fs::path& path) {
    std::error_code error;
    return fs::last_write_time(path, error) < prepared.started && !error;
  };
  if (prepared.job.content || !compiled.knows_includes || !is_unchanged(prepared.source)) return std::nullopt;
  std::vector<Dependency> dependencies;
  for (const auto& include : compiled.includes) {
    const bool is_beside = include.parent_path() == prepared.source.parent_path();
    const auto content = read_file(include);
    if (!content || !is_unchanged(include) || (is_beside && !prepared.depends_on_folder)) return std::nullopt;
    dependencies.push_back({include, hash_of(*content)});
    add_shadowing(include, prepared, dependencies);
  }
  return dependencies;
}

bool is_edited(const Prepared& prepared) {
  const auto content = read_file(prepared.source);
  return !content || *content != prepared.content;
}

// Again, where only libraries were missing that are known. The time of both counts.
Result<Compiled> compile_with_libraries(const Compiler& compiler, CompileJob job, const fs::path& folder) {
  JUDGE_TRY(Compiled first, compile(compiler, job, folder));
  if (first.status != Compiled::Status::failed || compiler.family != Compiler::Family::nvcc ||
      !add_libraries(job, missing_libraries(first.messages)))
    return first;
  job.time_limit = std::max(job.time_limit - first.processor_time, std::chrono::milliseconds(1));
  JUDGE_TRY(Compiled second, compile(compiler, job, folder));
  second.duration += first.duration;
  second.processor_time += first.processor_time;
  return second;
}

std::string reached_limit(const Compiled& compiled, const CompileJob& job) {
  const auto seconds = [](auto time) { return std::chrono::duration<double>(time).count(); };
  if (compiled.processor_time >= job.time_limit)
    return fmt::format("compiling took longer than {:.3g} s of processor time and was stopped", seconds(job.time_limit));
  return fmt::format(
      "compiling was not done after {:.3g} s and was stopped, though it used only {:.3g} s of processor time, of {:.3g} s that "
      "it "
      "may: the machine is busy, or the compiler waits for something; try again when less runs beside it",
      seconds(compiled.duration), seconds(compiled.processor_time), seconds(job.time_limit));
}

bool may_be_kept(const Compiled& compiled) {
  // What was not found today may be there tomorrow.
  if (compiled.status == Compiled::Status::timed_out) return false;
  return compiled.status == Compiled::Status::built ||
         (!compiled.messages.contains("No such file") && !compiled.messages.contains("Permission denied") &&
          !compiled.messages.contains("file not found"));
}

}  // namespace

static Result<KeptBuild> move_out(KeptBuild build, const std::string& input_key, const fs::path& folder) {
  if (build.library.empty()) return build;
  build.key = input_key;
  JUDGE_TRY(const auto content, read_file(build.library, FileKind::binary));
  build.library = folder / (input_key + ".so");
  JUDGE_CHECK(write_file(build.library, content));
  return build;
}

Result<Builder> Builder::create(BuilderOptions options) {
  if (options.cache_dir.empty()) return fail("the build cache has no place: name a folder with --cache, or set HOME");
  BuildCache cache(
      {.folder = options.cache_dir, .limit_bytes = options.cache_limit_bytes, .keep_used_within = options.keep_used_within});
  const Probe probe(cache.probes());
  const auto find_attempts_compiler = [&] {
    return options.runtime == RuntimeKind::cuda ? nvcc_for(options.compute_major, options.compute_minor, probe)
                                                : find_cucc(options.installation, probe);
  };
  JUDGE_TRY(Compiler attempts, find_attempts_compiler());
  JUDGE_TRY(Compiler references, find_host_compiler(options.installation, probe));
  JUDGE_TRY(TemporaryDirectory uncached, TemporaryDirectory::create("libraries"));
  const std::string problem = cache.why_read_only();
  auto state = std::make_shared<State>(std::move(options), std::move(cache), std::move(attempts), std::move(references),
                                       std::move(uncached));
  if (!problem.empty()) state->note("the build cache cannot be used, builds are not kept: " + problem);
  return Builder(std::move(state));
}

std::string Builder::toolchain() const { return m_state->attempts.description; }

std::vector<std::string> Builder::notes() const {
  const std::lock_guard guard(m_state->mutex);
  return m_state->notes;
}

Result<BuildResult> Builder::build(const BuildRequest& request) const {
  const Compiler& compiler = m_state->compiler_for(request.kind);
  JUDGE_TRY(Prepared prepared, prepare(request, compiler, m_state->options));
  if (const auto& problem = prepared.link_problem)
    return CompileFailure{.diagnostics = fmt::format("{}:{}: {}", request.source.string(), problem->line, problem->message),
                          .unsupported = problem->unsupported};
  // Compilers take a minute to complain about each.
  if (const auto nul = prepared.content.find('\0'); nul != prepared.content.npos)
    return CompileFailure{.diagnostics = fmt::format("{}:{}: holds a byte 0: it is not a text", request.source.string(),
                                                     1 + std::ranges::count(prepared.content.substr(0, nul), '\n'))};
  auto includes = check_includes(request.source, prepared.content, request.include_dirs);
  if (!includes) return CompileFailure{.diagnostics = includes.error().message};
  prepared.job.named_headers = std::move(includes->headers);
  const auto cached = [&] { return m_state->cache.find(prepared.input_key); };
  if (const auto build = cached()) return result_of(*build, prepared, compiler, true);

  const auto patience = 2 * k_most_wall_per_processor_time * m_state->options.compile_time_limit;
  JUDGE_TRY(const auto lock, m_state->cache.lock(prepared.input_key, patience));
  if (const auto build = cached()) return result_of(*build, prepared, compiler, true);

  JUDGE_TRY(const TemporaryDirectory folder, TemporaryDirectory::create("build"));
  if (is_edited(prepared)) prepared.job.content = prepared.content;
  JUDGE_TRY(Compiled compiled, compile_with_libraries(compiler, prepared.job, folder.path()));
  if (!prepared.job.content && is_edited(prepared)) {
    prepared.job.content = prepared.content;
    JUDGE_TRY(compiled, compile_with_libraries(compiler, prepared.job, folder.path()));
  }
  if (compiled.status == Compiled::Status::timed_out)
    return CompileFailure{.diagnostics = reached_limit(compiled, prepared.job), .timed_out = true};
  const KeptBuild fresh{.library = compiled.library,
                        .messages = replace_path(compiled.messages, prepared.source.string(), source_placeholder),
                        .unsupported = compiled.status == Compiled::Status::unsupported};
  if (const auto dependencies = dependencies_of(compiled, prepared);
      dependencies && may_be_kept(compiled) && !includes->asks_for_files) {
    const auto kept = m_state->cache.keep(prepared.input_key, *dependencies, fresh);
    if (kept) return result_of(*kept, prepared, compiler, false);
    m_state->note("the build cache cannot be used, builds are not kept: " + kept.error().message);
  }
  JUDGE_TRY(const KeptBuild moved, move_out(fresh, prepared.input_key, m_state->uncached.path()));
  return result_of(moved, prepared, compiler, false);
}

}  // namespace judge
