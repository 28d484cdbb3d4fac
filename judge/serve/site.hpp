#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "judge/catalog/catalog.hpp"
#include "judge/judging/catalogue.hpp"
#include "judge/passes/common_options.hpp"
#include "judge/serve/access.hpp"
#include "judge/serve/answer.hpp"
#include "judge/serve/dispatcher.hpp"
#include "judge/serve/site_messages.hpp"
#include "judge/serve/store.hpp"
#include "judge/serve/workspace.hpp"

namespace judge {

/// What a stream of events tells of. It is asked again and again, and says something when something has changed.
class EventStream {
 public:
  virtual ~EventStream() = default;
  /// The next lines to send; waits for them up to `patience`. Empty: nothing is new.
  virtual std::string next(std::chrono::milliseconds patience) = 0;
};

/// The pages and what their scripts ask for: a request in, a reply out. It knows no sockets. Any number of threads may call it.
class Site {
 public:
  struct Options {
    CommonOptions common;
    std::filesystem::path root;
    std::filesystem::path solutions;
    RuntimeKind runtime = RuntimeKind::emulated;
    AccessRules access;
    std::function<void(std::string_view line)> log;  ///< gets a line for each answer of status 500; may be empty
  };
  Site(Options options, Store& store, Dispatcher& dispatcher);

  /// Whether a request goes no further, by what its headers say alone; to be asked before its body is read.
  std::optional<SiteReply> refuse(const SiteRequest& request);
  SiteReply answer(const SiteRequest& request);
  /// Instead of answer() for /events. None: not signed in, or too many of them.
  std::unique_ptr<EventStream> events(const SiteRequest& request);

 private:
  friend class SiteStream;
  struct Loaded {
    std::string hash;
    Problem problem;
    std::vector<Case> cases;
  };
  using LoadedPtr = std::shared_ptr<const Loaded>;

  SiteReply failed(const SiteRequest& request, const Failure& failure, const std::string& user = {}) const;
  void log(std::string_view what, const Failure& failure) const;
  SiteReply page(const SiteRequest& request, const std::string& user);
  SiteReply call(const SiteRequest& request, const std::string& user);
  SiteReply sign_in(const SiteRequest& request);
  Answer<LoadedPtr> load(std::string_view name);
  Answer<std::string> file_of(const SiteRequest& request, const Loaded& loaded, const Workspace& files) const;
  Workspace files_of(std::string_view user) const;
  Result<Catalogue> catalogue(const std::string& user) const;

  Answer<SiteReply> catalogue_page(const SiteRequest& request, const std::string& user);
  Answer<SiteReply> problem_page(const SiteRequest& request, const std::string& user, std::string_view name);
  Answer<SiteReply> history_page(const std::string& user, std::string_view name);
  Answer<SiteReply> board_page(const std::string& user, std::string_view name);
  Answer<SiteReply> submission_page(const std::string& user, std::string_view id, bool is_part);
  Answer<SiteReply> compare_page(const SiteRequest& request, const std::string& user);
  Answer<SiteReply> queue_page(const std::string& user);
  Answer<Order> own_order(std::string_view id, const std::string& user) const;

  Answer<SiteReply> get_file(const SiteRequest& request, const std::string& user);
  Answer<SiteReply> post_save(const nlohmann::json& body, const std::string& user);
  Answer<SiteReply> post_submit(const nlohmann::json& body, const std::string& user);
  Answer<SiteReply> post_compare(const nlohmann::json& body, const std::string& user);
  Answer<SiteReply> post_cancel(const nlohmann::json& body, const std::string& user);
  Answer<SiteReply> post_diff(const nlohmann::json& body, const std::string& user);

  Options m_options;
  Store& m_store;
  Dispatcher& m_dispatcher;
  RateLimit m_visits{200, 40}, m_changes{30, 4}, m_sign_ins{8, 0.1};
  std::mutex m_mutex;
  std::map<std::string, LoadedPtr, std::less<>> m_loaded;
  std::map<std::string, int> m_streams;
};

}  // namespace judge
