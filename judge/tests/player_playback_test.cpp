#include "judge/player/playback.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "judge/player/launch_config.hpp"
#include "judge/player/real_runtime.hpp"
#include "judge/player/recorder.hpp"
#include "judge/player/tracer.hpp"

namespace judge {
namespace {

using testing::HasSubstr;
using Kind = RecordedOperation::Kind;

const Runtime& runtime() {
  static const Runtime loaded = [] {
    auto emulated = *load_runtime_from(RuntimeKind::emulated, JUDGE_EMULATED_RUNTIME);
    forward_to(emulated.handle);
    return emulated;
  }();
  return loaded;
}

/// What a call puts on the device is told to the recorder by hand.
class RecordedCall : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(runtime().cuda.cudaMalloc(&m_input, 1024), 0);
    ASSERT_EQ(runtime().cuda.cudaMalloc(&m_output, 1024), 0);
    ASSERT_EQ(runtime().cuda.cudaMalloc(&m_scratch, 256), 0);
    tracer().memory().allocated({.function = "cudaMalloc"}, m_scratch, 256);
    tracer().begin({});
    recorder().begin({{.argument = 0, .pointer = at(m_input, 64), .memory = at(m_input, 0), .memory_bytes = 1024},
                      {.argument = 1, .pointer = at(m_output, 32), .memory = at(m_output, 0), .memory_bytes = 1024}});
  }
  void TearDown() override {
    recorder().end(0);
    tracer().end();
    tracer().memory().freed(m_scratch);
    for (void* memory : {m_input, m_output, m_scratch}) runtime().cuda.cudaFree(memory);
  }
  static char* at(void* memory, std::ptrdiff_t offset) { return static_cast<char*>(memory) + offset; }

  void* m_input = nullptr;
  void* m_output = nullptr;
  void* m_scratch = nullptr;
};

TEST_F(RecordedCall, IsPlayedBackOnOtherMemory) {
  recorder().copied(m_scratch, at(m_input, 64), 8, nullptr);
  recorder().copied(at(m_output, 32 + 4), m_scratch, 8, k_legacy);
  recorder().set(at(m_output, 32), 7, 4, nullptr);
  const Recording recording = recorder().end(3);
  ASSERT_EQ(recording.obstacle, "");
  ASSERT_THAT(recording.scratch, testing::SizeIs(1));
  EXPECT_EQ(recording.scratch[0].bytes, 256u);

  void* elsewhere = nullptr;
  ASSERT_EQ(runtime().cuda.cudaMalloc(&elsewhere, 64), 0);
  std::memcpy(elsewhere, "abcdefgh", 8);
  Playback playback;
  const auto loaded = playback.load(runtime(), recording, {});
  ASSERT_TRUE(loaded) << loaded.error().message;
  for (const std::ptrdiff_t place : {16, 40}) {
    EXPECT_EQ(playback.play([&](int argument) { return at(elsewhere, argument == 0 ? 0 : place); }), cuda::success);
    ASSERT_EQ(runtime().cuda.cudaDeviceSynchronize(), 0);
    EXPECT_EQ(std::string(at(elsewhere, place), 12), "\7\7\7\7abcdefgh") << place;
  }
  runtime().cuda.cudaFree(elsewhere);
}

TEST_F(RecordedCall, HasPointersBesideAnArgumentAndAtItsEnd) {
  recorder().set(at(m_input, 60), 0, 1, nullptr);
  recorder().set(at(m_input, 1024), 0, 0, nullptr);
  const Recording recording = recorder().end(2);
  ASSERT_EQ(recording.obstacle, "");
  EXPECT_EQ(recording.operations[0].pointers.at(0).offset, -4);
  EXPECT_EQ(recording.operations[1].pointers.at(0).offset, 960);
}

TEST_F(RecordedCall, HasObstacles) {
  const auto side = reinterpret_cast<cuda::Stream>(64);
  const auto recorded = [&](int operations, const std::function<void()>& work) {
    recorder().begin({{.argument = 0, .pointer = at(m_input, 0), .memory = at(m_input, 0), .memory_bytes = 1024}});
    work();
    return recorder().end(operations).obstacle;
  };
  EXPECT_THAT(recorded(0, [] {}), HasSubstr("puts nothing on the device"));
  EXPECT_THAT(recorded(2, [&] { recorder().set(m_input, 0, 1, nullptr); }), HasSubstr("more on the device than launches"));
  EXPECT_THAT(recorded(2,
                       [&] {
                         recorder().set(m_input, 0, 1, nullptr);
                         recorder().set(m_input, 0, 1, side);
                       }),
              HasSubstr("several streams"));
  EXPECT_THAT(recorded(1, [&] { recorder().set(m_output, 0, 1, nullptr); }), HasSubstr("did not see it allocate"));
  EXPECT_THAT(recorded(200,
                       [&] {
                         for (int i = 0; i < 200; ++i) recorder().set(m_input, 0, 1, nullptr);
                       }),
              HasSubstr("more than 128 operations"));
  EXPECT_THAT(recorded(1, [&] { recorder().launched(nullptr, {}, nullptr); }), HasSubstr("does not tell a kernel's arguments"));
  EXPECT_EQ(recorded(1, [&] { recorder().set(m_input, 0, 1, side); }), "");
}

// The judge's own kernels are launched around the call.
TEST_F(RecordedCall, IsOfTheCallAlone) {
  tracer().end();
  recorder().set(m_input, 0, 1, nullptr);
  tracer().begin({});
  recorder().set(m_output, 0, 1, nullptr);
  EXPECT_THAT(recorder().end(1).operations, testing::SizeIs(1));
}

TEST(Playback, PointersIntoWhatIsNoBufferAreNotFollowed) {
  Playback playback;
  ASSERT_TRUE(playback.load(
      runtime(),
      {.operations = {{.kind = Kind::set, .arguments = std::string(8, '\0'), .pointers = {{.argument = 7}}, .bytes = 1}}}, {}));
  EXPECT_EQ(playback.play([](int) { return nullptr; }), cuda::error_not_supported);
}

TEST(Playback, RefusesWhatCannotBe) {
  const auto error_of = [](RecordedOperation operation, std::vector<RecordedScratch> scratch = {}) {
    Playback playback;
    const auto loaded = playback.load(runtime(), {.operations = {std::move(operation)}, .scratch = std::move(scratch)}, {});
    return loaded ? "" : loaded.error().message;
  };
  const std::string word(8, '\0');
  EXPECT_THAT(error_of({.kind = Kind::set}), HasSubstr("an operation that cannot be"));
  EXPECT_THAT(error_of({.kind = Kind::set, .arguments = word}), HasSubstr("memory that is not known"));
  EXPECT_THAT(error_of({.kind = Kind::set, .arguments = word, .pointers = {{.place = 4, .argument = 0}}}), HasSubstr("beside"));
  EXPECT_THAT(error_of({.kind = Kind::set, .arguments = word, .pointers = {{.place = 0, .scratch = 1}}}, {{.bytes = 8}}),
              HasSubstr("into nothing"));
  EXPECT_THAT(error_of({.kind = Kind::set, .arguments = word, .pointers = {{.argument = 0}}, .counters = {{.step = 8}}}),
              HasSubstr("memory that is not known"));
  EXPECT_THAT(error_of({.kind = Kind::copy, .arguments = word + word, .pointers = {{.argument = 0}, {.argument = 0}}}),
              HasSubstr("memory that is not known"));
  EXPECT_THAT(
      error_of({.kind = Kind::set, .arguments = word, .pointers = {{.scratch = 0, .offset = 4}}, .bytes = 5}, {{.bytes = 8}}),
      HasSubstr("memory that is not known"));
  EXPECT_THAT(error_of({.kind = Kind::set, .arguments = word, .pointers = {{.scratch = 0, .offset = -1}}}, {{.bytes = 8}}),
              HasSubstr("memory that is not known"));
  EXPECT_THAT(error_of({.kind = Kind::kernel, .arguments = word, .counters = {{.place = 6}}}), HasSubstr("a counter beside"));
  EXPECT_THAT(error_of({.kind = Kind::kernel, .launch_attributes = "short"}), HasSubstr("cannot be"));
  LaunchAttribute of_a_stream{.id = 1};  // an access policy window
  EXPECT_THAT(error_of({.kind = Kind::kernel,
                        .launch_attributes = std::string(reinterpret_cast<const char*>(&of_a_stream), sizeof of_a_stream)}),
              HasSubstr("an attribute that cannot be played back"));
  EXPECT_THAT(error_of({.kind = Kind::kernel, .argument_places = {0}}), HasSubstr("beside the others"));
  EXPECT_THAT(error_of({.kind = Kind::kernel, .kernel = "k"}), HasSubstr("no kernel k"));
  EXPECT_THAT(error_of({.kind = Kind::set, .arguments = word, .pointers = {{.place = 0, .scratch = 0}}},
                       {{.bytes = std::uint64_t{1} << 40}}),
              HasSubstr("too much scratch"));
}

}  // namespace
}  // namespace judge
