#include "judge/player/playback.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <limits>

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
    EXPECT_EQ(playback.play([&](int argument) {
      return Playback::Window{at(elsewhere, argument == 0 ? 0 : place), at(elsewhere, 0), 64};
    }),
              cuda::success);
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
  EXPECT_EQ(playback.play([](int) { return Playback::Window(); }), cuda::error_not_supported);
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

// Of a set or a copy, which the host's functions do: they follow a pointer to the host as well.
TEST(Playback, SetsAndCopiesStayInTheMemoryOfTheirArgument) {
  std::array<char, 64> memory{};
  const Playback::Window window{memory.data() + 16, memory.data() + 8, 32};
  const auto error_of = [&](std::int64_t offset, std::uint64_t bytes) {
    std::vector<cuda::Error> errors;
    for (const auto kind : {Kind::set, Kind::copy}) {
      RecordedOperation operation{.kind = kind, .arguments = std::string(16, '\0'), .value = 7, .bytes = bytes};
      operation.pointers.push_back({.place = 0, .argument = 0, .offset = offset});
      if (kind == Kind::copy) operation.pointers.push_back({.place = 8, .argument = 0, .offset = offset});
      Playback playback;
      EXPECT_TRUE(playback.load(runtime(), {.operations = {operation}}, {}));
      errors.push_back(playback.play([&](int) { return window; }));
    }
    EXPECT_EQ(errors[0], errors[1]) << offset << " " << bytes;
    return errors[0];
  };
  constexpr auto largest = std::numeric_limits<std::int64_t>::max(), least = std::numeric_limits<std::int64_t>::min();
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  struct Place {
    std::int64_t offset;
    std::uint64_t bytes;
  };
  for (const auto [offset, bytes] :
       {Place{-9, 1}, Place{-9, 0}, Place{24, 1}, Place{25, 0}, Place{-8, 33}, Place{0, most}, Place{-8, most},
        Place{8, most - 7}, Place{largest, 0}, Place{largest, 1}, Place{largest, most}, Place{least, 0}, Place{least, 1},
        Place{least, most}, Place{-1, most}, Place{std::int64_t{1} << 40, 8}})
    EXPECT_EQ(error_of(offset, bytes), cuda::error_not_supported) << offset << " " << bytes;
  for (const char byte : memory) EXPECT_EQ(byte, 0);
}

TEST(Playback, SetsAndCopiesReachAllOfTheMemoryOfTheirArgument) {
  void* memory = nullptr;
  ASSERT_EQ(runtime().cuda.cudaMalloc(&memory, 64), 0);
  const auto play = [&](std::int64_t offset, std::uint64_t bytes) {
    Playback playback;
    EXPECT_TRUE(playback.load(runtime(),
                              {.operations = {{.kind = Kind::set,
                                               .arguments = std::string(8, '\0'),
                                               .pointers = {{.argument = 0, .offset = offset}},
                                               .value = 7,
                                               .bytes = bytes}}},
                              {}));
    auto* const bytes_of_it = static_cast<char*>(memory);
    return playback.play([&](int) { return Playback::Window{bytes_of_it + 16, bytes_of_it, 64}; });
  };
  EXPECT_EQ(play(-16, 64), cuda::success);
  EXPECT_EQ(play(48, 0), cuda::success);
  EXPECT_EQ(play(47, 1), cuda::success);
  runtime().cuda.cudaFree(memory);
}

TEST(Playback, ScratchMemoryHasItsBoundsHoweverLargeTheNumbers) {
  constexpr auto largest = std::numeric_limits<std::int64_t>::max(), least = std::numeric_limits<std::int64_t>::min();
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  const auto loads = [](std::int64_t offset, std::uint64_t bytes, std::vector<RecordedScratch> scratch) {
    Playback playback;
    return playback
        .load(runtime(),
              {.operations = {{.kind = Kind::set,
                               .arguments = std::string(8, '\0'),
                               .pointers = {{.scratch = 0, .offset = offset}},
                               .bytes = bytes}},
               .scratch = std::move(scratch)},
              {})
        .has_value();
  };
  EXPECT_TRUE(loads(8, 0, {{.bytes = 8}}));
  EXPECT_TRUE(loads(0, 8, {{.bytes = 8}}));
  for (const std::int64_t offset : {std::int64_t{1}, std::int64_t{9}, std::int64_t{-1}, largest, least})
    EXPECT_FALSE(loads(offset, 8, {{.bytes = 8}})) << offset;
  for (const std::uint64_t bytes : {std::uint64_t{9}, std::uint64_t{1} << 63, most - 7, most})
    EXPECT_FALSE(loads(0, bytes, {{.bytes = 8}})) << bytes;
  EXPECT_FALSE(loads(8, most, {{.bytes = 8}}));
  EXPECT_FALSE(loads(0, 0, {{.bytes = most}}));
  // A sum of sizes that would begin again at 0.
  EXPECT_FALSE(loads(0, 8, {{.bytes = 8}, {.bytes = most - 4}, {.bytes = 8}}));
  EXPECT_FALSE(loads(0, 8, std::vector<RecordedScratch>(3, {.bytes = std::uint64_t{1} << 29})));
}

TEST(Playback, PlacesInTheArgumentsHaveTheirBoundsHoweverLargeTheNumbers) {
  constexpr auto most = std::numeric_limits<std::uint32_t>::max();
  const auto error_of = [](RecordedOperation operation) {
    Playback playback;
    const auto loaded = playback.load(runtime(), {.operations = {std::move(operation)}, .scratch = {{.bytes = 8}}}, {});
    return loaded ? "" : loaded.error().message;
  };
  const std::string word(8, '\0');
  for (const std::uint32_t place : {std::uint32_t{5}, std::uint32_t{8}, most - 7, most - 3, most}) {
    for (const auto kind : {Kind::set, Kind::kernel})
      EXPECT_THAT(error_of({.kind = kind, .arguments = word, .pointers = {{.place = place, .argument = 0}}}),
                  HasSubstr("a pointer beside"))
          << place;
    EXPECT_THAT(error_of({.arguments = word, .counters = {{.place = place}}}), HasSubstr("a counter beside")) << place;
  }
  for (const std::uint32_t place : {std::uint32_t{8}, most})
    EXPECT_THAT(error_of({.arguments = word, .argument_places = {place}}), HasSubstr("an argument beside")) << place;
  constexpr int least = std::numeric_limits<int>::min(), largest = std::numeric_limits<int>::max();
  for (const int scratch : {1, -1, least, largest})
    EXPECT_THAT(error_of({.kind = Kind::set, .arguments = word, .pointers = {{.argument = least, .scratch = scratch}}}),
                HasSubstr("into nothing"))
        << scratch;
}

}  // namespace
}  // namespace judge
