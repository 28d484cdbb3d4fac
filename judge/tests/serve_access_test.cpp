#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/serve/access.hpp"
#include "judge/serve/serve_options.hpp"

namespace judge {
namespace {

using namespace std::chrono_literals;

AccessRules on_loopback() { return {.users = {"me"}}; }
AccessRules open_to_others() {
  return {.loopback_only = false,
          .with_tokens = true,
          .users = {"anna", "ben"},
          .hosts = {"lab"},
          .secret = "a secret of enough bytes"};
}
RequestFacts visit(std::string host, std::string path = "/") {
  return {.method = "GET", .path = std::move(path), .hosts = 1, .host = std::move(host)};
}
RequestFacts change(std::string origin) {
  return {.method = "POST",
          .path = "/api/save",
          .hosts = 1,
          .host = "127.0.0.1:8173",
          .origin = std::move(origin),
          .content_type = "application/json"};
}

TEST(Access, OnlyOurOwnAddressesAreHosts) {
  for (const char* host : {"127.0.0.1:8173", "localhost:8173", "LOCALHOST", "[::1]:8173", "127.0.0.2"})
    EXPECT_FALSE(refusal_of(visit(host), on_loopback())) << host;
  for (const char* host : {"evil.example:8173", "127.0.0.1.evil.example", "10.1.2.3:8173", "", "127.0.0.1:8173@evil", "[::1",
                           "localhost:x", "a b", "localhost.evil.example"})
    EXPECT_EQ(refusal_of(visit(host), on_loopback()).value_or(Refusal{0, ""}).status, 421) << host;
}

TEST(Access, OthersMayUseAddressesAndTheNamesThatWereGiven) {
  for (const char* host : {"192.168.1.5:8173", "lab:8173", "[fe80::1]:80", "localhost"})
    EXPECT_FALSE(refusal_of(visit(host), open_to_others())) << host;
  EXPECT_TRUE(refusal_of(visit("evil.example"), open_to_others()));
}

TEST(Access, NamesOfHostsHaveNoCase) {
  auto rules = open_to_others();
  rules.hosts = {"MyBox"};
  for (const char* host : {"MyBox:8173", "mybox"}) EXPECT_FALSE(refusal_of(visit(host), rules)) << host;
}

TEST(Access, LimitsCountANetworkOfIPv6AsOneAddress) {
  EXPECT_EQ(limit_key_of("2001:db8:1:2::1"), limit_key_of("2001:db8:1:2:ffff::9"));
  EXPECT_NE(limit_key_of("2001:db8:1:2::1"), limit_key_of("2001:db8:1:3::1"));
  EXPECT_NE(limit_key_of("192.168.1.5"), limit_key_of("192.168.1.6"));
  EXPECT_EQ(limit_key_of("::1"), "::1");
}

TEST(Access, TwoHostHeadersAreNone) {
  auto facts = visit("127.0.0.1");
  facts.hosts = 2;
  EXPECT_TRUE(refusal_of(facts, on_loopback()));
}

TEST(Access, ChangesComeFromOurOwnPagesAlone) {
  EXPECT_FALSE(refusal_of(change("http://127.0.0.1:8173"), on_loopback()));
  EXPECT_FALSE(refusal_of(change("https://127.0.0.1:8173"), on_loopback())) << "behind a proxy with TLS";
  for (const char* origin : {"", "null", "http://evil.example", "http://127.0.0.1:9999", "http://localhost:8173",
                             "http://127.0.0.1:8173.evil.example", "127.0.0.1:8173"})
    EXPECT_EQ(refusal_of(change(origin), on_loopback()).value_or(Refusal{0, ""}).status, 403) << origin;
}

TEST(Access, WhatAFormOfAnotherSiteCanSendIsNoJson) {
  for (const char* type : {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""}) {
    auto facts = change("http://127.0.0.1:8173");
    facts.content_type = type;
    EXPECT_TRUE(refusal_of(facts, on_loopback())) << type;
  }
}

TEST(Access, AnotherSiteMayLinkToAPageAndReadNothing) {
  auto facts = visit("127.0.0.1:8173", "/problems/reduction");
  facts.fetch_site = "cross-site";
  EXPECT_FALSE(refusal_of(facts, on_loopback()));
  for (const char* path : {"/events", "/api/file"}) {
    facts.path = path;
    EXPECT_TRUE(refusal_of(facts, on_loopback())) << path;
  }
}

TEST(Access, OddRequestsAreRefused) {
  auto facts = visit("localhost", "/" + std::string(300, 'a'));
  EXPECT_EQ(refusal_of(facts, on_loopback())->status, 414);
  facts = visit("localhost");
  facts.has_range = true;
  EXPECT_TRUE(refusal_of(facts, on_loopback()));
  for (const char* method : {"PUT", "DELETE", "OPTIONS", "TRACE"}) {
    facts = visit("localhost");
    facts.method = method;
    EXPECT_EQ(refusal_of(facts, on_loopback())->status, 405) << method;
  }
}

TEST(Access, NoBodyComesWithAVisitAndNoneComesCompressed) {
  auto facts = visit("localhost");
  facts.content_lengths = 1;
  facts.content_length = "0";
  EXPECT_FALSE(refusal_of(facts, on_loopback()));
  for (const char* length : {"1", "+1", "x", "00", "99999999999999999999"}) {
    facts.content_length = length;
    EXPECT_EQ(refusal_of(facts, on_loopback()).value_or(Refusal{0, ""}).status, 400) << length;
  }
  facts = change("http://127.0.0.1:8173");
  facts.has_content_encoding = true;
  EXPECT_EQ(refusal_of(facts, on_loopback()).value_or(Refusal{0, ""}).status, 415);
  facts.has_content_encoding = false;
  facts.content_lengths = 2;
  EXPECT_EQ(refusal_of(facts, on_loopback()).value_or(Refusal{0, ""}).status, 400);
}

TEST(Access, ATokenIsOfOneUser) {
  const auto rules = open_to_others();
  EXPECT_EQ(token_of(rules, "anna").size(), 32u);
  EXPECT_NE(token_of(rules, "anna"), token_of(rules, "ben"));
  auto other = rules;
  other.secret += "!";
  EXPECT_NE(token_of(rules, "anna"), token_of(other, "anna"));
  EXPECT_TRUE(may_sign_in(rules, "anna", token_of(rules, "anna")));
  EXPECT_FALSE(may_sign_in(rules, "ben", token_of(rules, "anna")));
  EXPECT_FALSE(may_sign_in(rules, "eve", token_of(rules, "eve"))) << "no user of this server";
  EXPECT_FALSE(may_sign_in(rules, "anna", ""));
}

TEST(Access, TheCookieSaysWhoItIs) {
  const auto rules = open_to_others();
  auto facts = visit("lab");
  EXPECT_EQ(user_of(facts, rules), std::nullopt);
  facts.cookie = "theme=dark; judge=" + cookie_of(rules, "ben");
  EXPECT_EQ(user_of(facts, rules), "ben");
  facts.cookie = "judge=anna." + token_of(rules, "ben");
  EXPECT_EQ(user_of(facts, rules), std::nullopt);
  EXPECT_EQ(user_of(visit("localhost"), on_loopback()), "me");
}

TEST(Access, NamesOfUsersAreNamesOfFolders) {
  for (const char* name : {"anna", "b-2", "x_y"}) EXPECT_TRUE(is_user_name(name)) << name;
  for (const char* name : {"", "..", "a/b", "Anna", "-a", "a.b", "1a", "a b"}) EXPECT_FALSE(is_user_name(name)) << name;
  EXPECT_FALSE(is_user_name(std::string(33, 'a')));
}

TEST(RateLimit, LetsABurstPassAndThenSoManyASecond) {
  RateLimit limit(3, 2);
  const auto now = RateLimit::Clock::now();
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(limit.allow("a", now));
  EXPECT_FALSE(limit.allow("a", now));
  EXPECT_TRUE(limit.allow("b", now)) << "each has its own";
  EXPECT_TRUE(limit.allow("a", now + 500ms));
  EXPECT_FALSE(limit.allow("a", now + 500ms));
}

TEST(RateLimit, ManyAddressesTakeNoMoreThanItsRoom) {
  RateLimit limit(1, 0.001);
  const auto now = RateLimit::Clock::now();
  int allowed = 0;
  for (int i = 0; i < 10'000; ++i) allowed += limit.allow(std::to_string(i), now);
  EXPECT_EQ(allowed, 4096);
  EXPECT_TRUE(limit.allow("late", now + 2000s));
}

TEST(ServeOptions, ReachTheServerAsTheyAre) {
  ServeOptions options{
      .listen = "192.168.1.5", .port = 0, .users = {"anna", "ben"}, .hosts = {"lab"}, .solutions = "/s \"x\"", .data = "/d"};
  options.common = {.root = "/r", .cache = {}, .ledger = "postgresql://u@h/d", .runtime = RuntimeKind::emulated};
  const auto read = options_of(server_arguments(options)).value();
  EXPECT_EQ(read.listen, options.listen);
  EXPECT_EQ(read.port, 0);
  EXPECT_EQ(read.users, options.users);
  EXPECT_EQ(read.hosts, options.hosts);
  EXPECT_EQ(read.solutions, options.solutions);
  EXPECT_EQ(read.data, options.data);
  EXPECT_EQ(read.common.root, options.common.root);
  EXPECT_EQ(read.common.cache, std::nullopt);
  EXPECT_EQ(read.common.ledger, options.common.ledger);
  EXPECT_EQ(read.common.runtime, RuntimeKind::emulated);
  EXPECT_FALSE(options_of({}));
  EXPECT_FALSE(options_of({"{"}));
  auto misspelt = server_arguments(options);
  misspelt.front().replace(misspelt.front().find("emulated"), 8, "emulatet");
  EXPECT_THAT(options_of(misspelt).error().message, testing::HasSubstr("emulatet"));
}

}  // namespace
}  // namespace judge
