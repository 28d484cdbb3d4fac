#include "judge/util/channel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmath>
#include <thread>

namespace judge {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;

Channel::Pair make_pair() {
  int fds[2];
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds), 0);
  return {Channel(fds[0]), Channel(fds[1])};
}

void send_bytes(const Channel& channel, const std::string& bytes) {
  ASSERT_EQ(::send(channel.fd(), bytes.data(), bytes.size(), 0), static_cast<ssize_t>(bytes.size()));
}

TEST(Channel, CarriesValuesAndBytesInOrder) {
  const auto pair = Channel::create_pair();
  ASSERT_TRUE(pair);
  const auto& [ours, theirs] = *pair;
  const json value{{"type", "call"}, {"body", {{"time", 1.5}, {"handle", json::binary({0, 255, 10})}}}};
  ASSERT_TRUE(ours.send(value));
  ASSERT_TRUE(ours.send_raw("\0ticket", 7));
  EXPECT_EQ(std::get<json>(*theirs.receive()), value);
  EXPECT_EQ(std::get<Channel::Raw>(*theirs.receive()), std::string("\0ticket", 7));
}

TEST(Channel, CarriesWhatTextFormatsCannot) {
  const auto [ours, theirs] = make_pair();
  ASSERT_TRUE(ours.send({{"nan", NAN}, {"bytes", std::string("\xff\0\n", 3)}}));
  const auto value = std::get<json>(*theirs.receive());
  EXPECT_TRUE(std::isnan(value["nan"].get<double>()));
  EXPECT_EQ(value["bytes"].get<std::string>(), std::string("\xff\0\n", 3));
}

TEST(Channel, SaysThatTheOtherEndIsGone) {
  auto pair = make_pair();
  { const Channel gone = std::move(pair.theirs); }
  EXPECT_TRUE(std::holds_alternative<Channel::Closed>(*pair.ours.receive()));
  EXPECT_FALSE(pair.ours.send({{"a", 1}}));
  EXPECT_FALSE(pair.ours.send_raw("a", 1));
}

TEST(Channel, GivesLastWordsBeforeTheEnd) {
  auto pair = make_pair();
  ASSERT_TRUE(pair.theirs.send_raw("last", 4));
  { const Channel gone = std::move(pair.theirs); }
  EXPECT_EQ(std::get<Channel::Raw>(*pair.ours.receive()), "last");
  EXPECT_TRUE(std::holds_alternative<Channel::Closed>(*pair.ours.receive()));
}

TEST(Channel, WaitsForAMessageNoLongerThanItIsTold) {
  const auto [ours, theirs] = make_pair();
  EXPECT_FALSE(ours.has_message(0ms));
  const auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(ours.has_message(30ms));
  EXPECT_GE(std::chrono::steady_clock::now() - start, 25ms);
  std::thread sender([&theirs] { theirs.send_raw("x", 1); });
  EXPECT_TRUE(ours.has_message(10s));
  sender.join();
}

TEST(Channel, KnowsWhenItsDescriptorIsAnotherOrNone) {
  const auto pair = make_pair(), other = make_pair();
  EXPECT_TRUE(pair.ours.is_intact());
  const Channel moved = Channel(::dup(pair.ours.fd()));
  EXPECT_TRUE(moved.is_intact());
  ASSERT_EQ(::dup2(other.ours.fd(), moved.fd()), moved.fd());
  EXPECT_FALSE(moved.is_intact());
  ::close(moved.fd());
  EXPECT_FALSE(moved.is_intact());
  EXPECT_TRUE(pair.ours.is_intact());
}

TEST(Channel, PassesOpenFilesOn) {
  const auto [ours, theirs] = make_pair();
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_TRUE(ours.send_descriptor(ends[1]));
  ASSERT_TRUE(ours.send("next"));
  const auto received = theirs.receive_descriptor();
  ASSERT_TRUE(received) << received.error().message;
  EXPECT_EQ(::write(*received, "x", 1), 1);
  char byte = 0;
  EXPECT_EQ(::read(ends[0], &byte, 1), 1);
  EXPECT_EQ(byte, 'x');
  EXPECT_EQ(std::get<json>(*theirs.receive()), "next");
  ASSERT_TRUE(ours.send("no file"));
  EXPECT_FALSE(theirs.receive_descriptor());
  for (const int fd : {ends[0], ends[1], *received}) ::close(fd);
}

TEST(Channel, RefusesMessagesThatAreTooLong) {
  const auto [ours, theirs] = make_pair();
  EXPECT_FALSE(ours.send({{"text", std::string(200'000, 'x')}}));
  EXPECT_FALSE(ours.send_raw(std::string(5'000, 'x').data(), 5'000));
  EXPECT_FALSE(theirs.has_message(0ms));
}

// A message of so many beginnings of arrays or objects.
std::string nested(std::size_t depth, char beginning, const char* innermost = "") {
  std::string bytes(1 + depth, beginning);
  bytes[0] = 'J';
  return bytes.append(innermost);
}

class Garbage : public testing::TestWithParam<std::string> {};

TEST_P(Garbage, IsAnErrorAndNoMessage) {
  const auto [ours, theirs] = make_pair();
  send_bytes(theirs, GetParam());
  EXPECT_FALSE(ours.receive());
}

INSTANTIATE_TEST_SUITE_P(Channel, Garbage,
                         testing::Values("x", "J", "J\xc1", "J\x81", "Xhello", "J\x80 and more", std::string(4'000, '\xc3'),
                                         "J\xdd\xff\xff\xff\xff", nested(17, '\x91', "\x01"), nested(150'000, '\x91'),
                                         nested(100'000, '\x81')));

TEST(Channel, TakesWhatNestsAsDeepAsItsMessagesDo) {
  const auto [ours, theirs] = make_pair();
  send_bytes(theirs, nested(16, '\x91', "\x01"));
  EXPECT_TRUE(ours.receive());
}

}  // namespace
}  // namespace judge
