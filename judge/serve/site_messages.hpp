#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "judge/serve/access.hpp"

namespace judge {

/// A request, its path and query decoded.
struct SiteRequest {
  RequestFacts facts;
  std::string address;  ///< of the client
  std::multimap<std::string, std::string> query;
  std::string body;

  /// Of the query; the first of this name, empty where there is none.
  std::string parameter(const std::string& name) const {
    const auto found = query.find(name);
    return found == query.end() ? std::string() : found->second;
  }
};

/// A reply, whole.
struct SiteReply {
  int status = 200;
  std::string type = "text/html; charset=utf-8";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
};

}  // namespace judge
