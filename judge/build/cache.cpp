#include "judge/build/cache.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <random>

#include "judge/build/eviction.hpp"
#include "judge/util/described_json.hpp"
#include "judge/util/files.hpp"
#include "judge/util/hash.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t k_manifest_entries = 16;

// Used just now: eviction takes the longest unused first.
void touch(const fs::path& path) { ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0); }

/// One result of an input, and what it was made of beside.
struct ManifestEntry {
  std::string result;
  std::vector<Dependency> dependencies;

  static constexpr auto fields() {
    return field_list(field("result", &ManifestEntry::result), field("dependencies", &ManifestEntry::dependencies));
  }
};

/// Of one input, the newest first.
struct Manifest {
  std::vector<ManifestEntry> builds;

  static constexpr auto fields() { return field_list(field("builds", &Manifest::builds)); }
};

/// A result; beside it lies its library, if it has one.
struct Description {
  std::string messages;
  bool unsupported = false;
  bool has_library = false;
  std::optional<std::string> library_hash;

  static constexpr auto fields() {
    return field_list(field("messages", &Description::messages), field("unsupported", &Description::unsupported),
                      field("has_library", &Description::has_library),
                      field<Form::when_set>("library_hash", &Description::library_hash));
  }
};

/// Errors: no such file; another layout or a damaged file, which is built anew and written over.
template <class T>
Result<T> read_described(const fs::path& path) {
  JUDGE_TRY(const auto text, read_file(path));
  JUDGE_TRY(const auto document, parse_json(text));
  return decode<T>(document, "the file");
}

bool holds(const Dependency& dependency) {
  std::error_code error;
  if (dependency.content_hash.empty()) return !fs::exists(dependency.path, error);
  const auto content = read_file(dependency.path);
  return content && hash_of(*content) == dependency.content_hash;
}

std::string make_folders(const fs::path& root) {
  for (const char* name : {"objects", "locks", "sessions", "probes"}) {
    std::error_code error;
    fs::create_directories(root / name, error);
    if (error) return fmt::format("{}: {}", (root / name).string(), error.message());
    if (::access((root / name).c_str(), W_OK) != 0) return fmt::format("{} cannot be written", (root / name).string());
  }
  return {};
}

}  // namespace

BuildCache::BuildCache(Options options) : m_options(std::move(options)) {
  m_options.folder /= "builds-1";  // the number changes with the layout
  m_why_read_only = make_folders(m_options.folder);
  if (!m_why_read_only.empty()) return;
  static std::atomic<unsigned> count = 0;
  // Judges in two containers may have one cache and equal numbers.
  const fs::path session =
      m_options.folder / "sessions" / fmt::format("{}.{}.{:08x}", ::getpid(), ++count, std::random_device{}());
  auto lock = FileLock::acquire(session, LockMode::exclusive, LockFile::is_removed, 1s);
  if (lock) m_session = std::move(*lock);
  else m_why_read_only = lock.error().message;
}

fs::path BuildCache::object(const std::string& key, std::string_view extension) const {
  return m_options.folder / "objects" / key.substr(0, 2) / (key + std::string(extension));
}

std::optional<KeptBuild> BuildCache::find(const std::string& input_key) const {
  const fs::path path = object(input_key, ".manifest");
  const auto manifest = read_described<Manifest>(path);
  if (!manifest) return std::nullopt;
  const auto holding =
      std::ranges::find_if(manifest->builds, [](const auto& entry) { return std::ranges::all_of(entry.dependencies, holds); });
  if (holding == manifest->builds.end()) return std::nullopt;
  auto build = load(holding->result);
  if (build) touch(path);
  return build;
}

std::optional<KeptBuild> BuildCache::load(const std::string& key) const {
  // Held so that no eviction falls between the touch and the check of the library.
  const auto no_eviction = FileLock::acquire(eviction_lock(m_options.folder), LockMode::shared, LockFile::stays, 5s);
  const fs::path description_path = object(key, ".json");
  touch(description_path);
  const auto description = read_described<Description>(description_path);
  if (!description) return std::nullopt;
  KeptBuild build{.key = key, .messages = description->messages, .unsupported = description->unsupported};
  if (!description->has_library) return build;
  build.library = object(key, ".so");
  const auto content = read_file(build.library, FileKind::binary);
  if (!content || hash_of(*content) != description->library_hash) return std::nullopt;
  return build;
}

Result<std::optional<FileLock>> BuildCache::lock(const std::string& input_key, std::chrono::milliseconds patience) const {
  if (!m_why_read_only.empty()) return std::nullopt;
  const fs::path path = m_options.folder / "locks" / input_key;
  auto lock = FileLock::acquire(path, LockMode::exclusive, LockFile::is_removed, patience);
  if (lock) return std::optional(std::move(*lock));
  if (interrupted()) return std::unexpected(std::move(lock).error());
  return std::nullopt;
}

Result<KeptBuild> BuildCache::keep(const std::string& input_key, const std::vector<Dependency>& dependencies,
                                   const KeptBuild& build) const {
  if (!m_why_read_only.empty()) return fail("{}", m_why_read_only);
  KeptBuild kept = build;
  kept.key = result_key(input_key, dependencies);
  std::error_code error;
  fs::create_directories(object(kept.key, "").parent_path(), error);
  fs::create_directories(object(input_key, "").parent_path(), error);
  Description description{.messages = build.messages, .unsupported = build.unsupported, .has_library = !build.library.empty()};
  std::uint64_t bytes = 0;
  if (!build.library.empty()) {
    JUDGE_TRY(const std::string content, read_file(build.library, FileKind::binary));
    kept.library = object(kept.key, ".so");
    description.library_hash = hash_of(content);
    bytes += content.size();
    JUDGE_CHECK(write_file(kept.library, content));
  }
  const std::string text = json_text(encode(description));
  bytes += text.size();
  JUDGE_CHECK(write_file(object(kept.key, ".json"), text));
  JUDGE_CHECK(add_to_manifest(input_key, kept.key, dependencies));
  JUDGE_CHECK(account(bytes));
  return kept;
}

Result<void> BuildCache::add_to_manifest(const std::string& input_key, const std::string& key,
                                         const std::vector<Dependency>& dependencies) const {
  Manifest manifest{.builds = {{.result = key, .dependencies = dependencies}}};
  const fs::path path = object(input_key, ".manifest");
  if (auto old = read_described<Manifest>(path))
    for (auto& entry : old->builds)
      if (entry.result != key && manifest.builds.size() < k_manifest_entries) manifest.builds.push_back(std::move(entry));
  return write_file(path, json_text(encode(manifest)));
}

// A running total saves looking at all files after each build; an eviction puts it right.
Result<void> BuildCache::account(std::uint64_t bytes) const {
  const fs::path lock_path = eviction_lock(m_options.folder);
  JUDGE_TRY(const FileLock lock, FileLock::acquire(lock_path, LockMode::exclusive, LockFile::stays, 30s));
  const fs::path path = m_options.folder / "bytes";
  const auto text = read_file(path);
  std::uint64_t total = 0;
  const bool is_known = text && std::from_chars(text->data(), text->data() + text->size(), total).ec == std::errc();
  total += bytes;
  if (!is_known || total > m_options.limit_bytes)
    total = evict(m_options.folder, m_options.limit_bytes, m_options.keep_used_within);
  return write_file(path, std::to_string(total));
}

std::string BuildCache::result_key(const std::string& input_key, const std::vector<Dependency>& dependencies) {
  Hasher hasher;
  hasher.field(input_key);
  for (const auto& dependency : dependencies) hasher.field(dependency.path.string()).field(dependency.content_hash);
  return hasher.finish();
}

}  // namespace judge
