#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "judge/build/file_lock.hpp"
#include "judge/util/described.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// What one build was, as the cache keeps it.
struct KeptBuild {
  std::string key;                ///< of the content that went into it
  std::filesystem::path library;  ///< empty: it did not compile
  std::string messages;           ///< warnings or diagnostics
  bool unsupported = false;
};

/// A file that went into a build, or one that would have, had it been there.
struct Dependency {
  std::filesystem::path path;
  std::string content_hash;  ///< empty: the file must not exist

  static constexpr auto fields() {
    return field_list(field("path", &Dependency::path), field("hash", &Dependency::content_hash));
  }
};

/// Libraries by the content they were made of, in a folder that any number of processes share.
///
/// A build's *input key* is what is known before the compiler runs: source, flags, compiler. Its *manifest* lists, for
/// each build with that input key so far, the includes that the compiler read, with the hash of their content; the
/// first of them that all still hold names the *result*. This is the idea of ccache's direct mode.
///
/// Files appear by rename and are checked by size and hash when read, so that half a file, of whatever origin, is a
/// miss. Every open cache holds a lock in sessions/: what was used since the oldest of these began is never evicted, so
/// a path that was handed out stays good until the cache that gave it is closed.
class BuildCache {
 public:
  struct Options {
    std::filesystem::path folder;
    std::uint64_t limit_bytes = 0;
    std::chrono::seconds keep_used_within{};
  };

  /// Never fails: where the folder cannot be written, nothing is kept, and why_read_only() says so.
  explicit BuildCache(Options options);

  /// Where Probe may remember answers.
  std::filesystem::path probes() const { return m_options.folder / "probes"; }

  /// The build with this input key whose dependencies all still hold.
  std::optional<KeptBuild> find(const std::string& input_key) const;

  /// Waits while another thread or process builds the same. Nothing where locks do not work or `patience` ran out: then
  /// two may build the same, which is only wasteful. Errors: interrupted.
  Result<std::optional<FileLock>> lock(const std::string& input_key, std::chrono::milliseconds patience) const;

  /// Copies a build in; the returned one's library lies in the cache. Evicts where the cache has grown too large.
  /// Errors: no space, not writable.
  Result<KeptBuild> keep(const std::string& input_key, const std::vector<Dependency>& dependencies,
                         const KeptBuild& build) const;

  /// The key of a build's content.
  static std::string result_key(const std::string& input_key, const std::vector<Dependency>& dependencies);

  /// Empty for a cache that works.
  const std::string& why_read_only() const { return m_why_read_only; }

 private:
  std::filesystem::path object(const std::string& key, std::string_view extension) const;
  std::optional<KeptBuild> load(const std::string& key) const;
  Result<void> add_to_manifest(const std::string& input_key, const std::string& key,
                               const std::vector<Dependency>& dependencies) const;
  Result<void> account(std::uint64_t bytes) const;

  Options m_options;
  std::string m_why_read_only;
  std::optional<FileLock> m_session;
};

}  // namespace judge
