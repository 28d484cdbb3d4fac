/// What a call was worth: the referee on the emulated runtime, with players that do as they are told.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "judge/build/builder.hpp"
#include "judge/referee/referee.hpp"
#include "judge/tests/fake_player.hpp"

namespace judge {
namespace {

using testing::HasSubstr;

constexpr int k_n = 37;  // not a whole number of 16 bytes: there is room behind the window

class Call : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    runtime = *load_runtime_from(RuntimeKind::emulated, Installation{JUDGE_BINARY_DIR}.emulated_runtime());
    const auto builder = Builder::create({.cache_dir = JUDGE_BINARY_DIR "/tests/cache", .installation = {JUDGE_BINARY_DIR}});
    ASSERT_TRUE(builder) << builder.error().message;
    const auto built = builder->build({.source = JUDGE_SOURCE_DIR "/judge/device/referee.cu", .kind = SourceKind::device});
    ASSERT_TRUE(built && std::holds_alternative<Artifact>(*built));
    kernels = *DeviceLibrary::load(runtime, std::get<Artifact>(*built).library);
  }

  void SetUp() override {
    m_prepared.test.name = "small";
    m_prepared.test.arguments = {buffer("input", Direction::in), buffer("output", Direction::out),
                                 ScalarArgument{.name = "N", .type = DType::i32, .value = std::int64_t{k_n}}};
    m_prepared.buffers.resize(3);
    m_prepared.buffers[0].pristine = *DeviceMemory::allocate(runtime, k_n * sizeof(float));
    m_prepared.buffers[1].expected = *DeviceMemory::allocate(runtime, k_n * sizeof(float));
    for (auto* memory : {m_prepared.buffers[0].pristine.data(), m_prepared.buffers[1].expected.data()})
      for (int i = 0; i < k_n; ++i) reinterpret_cast<float*>(memory)[i] = static_cast<float>(i + 1);
    m_referee = *Referee::create(runtime, kernels, m_oracle, {m_prepared.test}, 1);
    ASSERT_TRUE(m_player.open_slabs(m_referee.slab_handles(), std::chrono::seconds(1)));
  }

  Referee::CallResult call(Bracket bracket = Bracket::none, Referee::L2 l2 = Referee::L2::cold) {
    auto called = m_referee.call(m_player, m_prepared, {.bracket = bracket, .l2 = l2});
    EXPECT_TRUE(called) << called.error().message;
    return *std::move(called);
  }

  template <class Expected>
  Expected outcome_of(const Outcome& outcome) {
    EXPECT_TRUE(std::holds_alternative<Expected>(outcome)) << outcome.index();
    return std::holds_alternative<Expected>(outcome) ? std::get<Expected>(outcome) : Expected{};
  }

  /// solve() copies, and then does this as well.
  void also(std::function<void(float* input, float* output, protocol::Returned&)> more) {
    m_player.solve = [more](float* input, float* output, int n, protocol::Returned& returned) {
      std::copy_n(input, n, output);
      more(input, output, returned);
      return std::optional<Outcome>();
    };
  }

  static BufferArgument buffer(const char* name, Direction direction) {
    return {.name = name, .type = DType::f32, .direction = direction, .shape = {k_n}, .checker = {.kind = CheckerKind::exact}};
  }

  inline static Runtime runtime;
  inline static DeviceLibrary kernels;
  Oracle m_oracle;
  PreparedCase m_prepared;
  Referee m_referee;
  FakePlayer m_player{runtime};
};

TEST_F(Call, ARightAnswerPassesAndTheRequestSaysWhatWasAsked) {
  EXPECT_TRUE(std::holds_alternative<outcome::Passed>(call(Bracket::host_clock, Referee::L2::warm).outcome));
  ASSERT_EQ(m_player.calls.size(), 1u);
  const auto& request = m_player.calls.front();
  EXPECT_EQ(request.bracket, Bracket::host_clock);
  EXPECT_FALSE(request.cold_l2);
  EXPECT_TRUE(request.arguments[0].read_only);
  EXPECT_FALSE(request.arguments[1].holds_input);
  EXPECT_EQ(request.arguments[2].bits, static_cast<std::uint64_t>(k_n));
}

TEST_F(Call, OutputsArePoisonedAndInputsAreFreshBeforeEachCall) {
  m_player.solve = [](float* input, float* output, int n, protocol::Returned&) {
    for (int i = 0; i < n; ++i) EXPECT_TRUE(std::isnan(output[i])) << i;
    for (int i = 0; i < n; ++i) EXPECT_EQ(input[i], static_cast<float>(i + 1));
    std::copy_n(input, n, output);
    input[3] = -1.7f;  // differs in each of its bytes
    return std::optional<Outcome>();
  };
  for (int i = 0; i < 2; ++i) {
    const auto changed = outcome_of<outcome::InputChanged>(call().outcome);
    EXPECT_EQ(changed.buffer, "input");
    EXPECT_EQ(changed.first_index, 3);
    EXPECT_EQ(changed.changed, 1);
  }
}

TEST_F(Call, PoisonAndSampledPlacesFollowFromTheSeed) {
  const auto what_a_call_had = [&] {
    std::vector<std::uint32_t> output;
    m_referee = *Referee::create(runtime, kernels, m_oracle, {m_prepared.test}, 7);
    FakePlayer player(runtime);
    EXPECT_TRUE(player.open_slabs(m_referee.slab_handles(), std::chrono::seconds(1)));
    player.solve = [&](float* input, float* output_buffer, int n, protocol::Returned&) {
      for (int i = 0; i < n; ++i) output.push_back(std::bit_cast<std::uint32_t>(output_buffer[i]));
      std::copy_n(input, n, output_buffer);
      return std::optional<Outcome>();
    };
    EXPECT_TRUE(m_referee.call(player, m_prepared, {}));
    return std::pair(output, player.calls.front().sample_seed);
  };
  EXPECT_EQ(what_a_call_had(), what_a_call_had());
}

TEST_F(Call, AWrongElementIsNamed) {
  also([](float*, float* output, protocol::Returned&) { output[5] = output[6] = 0.5f; });
  const auto wrong = outcome_of<outcome::WrongAnswer>(call().outcome).mismatch;
  EXPECT_EQ(wrong.buffer, "output");
  EXPECT_EQ(wrong.first_index, 5);
  EXPECT_EQ(wrong.wrong, 2);
  EXPECT_EQ(wrong.expected, 6);
  EXPECT_EQ(wrong.got, 0.5);
  EXPECT_EQ(wrong.unwritten, 0);
}

TEST_F(Call, WhatWasNotWrittenIsKnown) {
  m_player.solve = [](float* input, float* output, int n, protocol::Returned&) {
    std::copy_n(input, n - 2, output);
    return std::optional<Outcome>();
  };
  const auto wrong = outcome_of<outcome::WrongAnswer>(call().outcome).mismatch;
  EXPECT_EQ(wrong.unwritten, 2);
  EXPECT_EQ(wrong.first_index, k_n - 2);
}

TEST_F(Call, WritesBesideABufferComeBeforeWrongAnswers) {
  also([](float*, float* output, protocol::Returned&) { output[-2] = output[5] = 0.5f; });
  const auto before = outcome_of<outcome::OutOfBoundsWrite>(call().outcome);
  EXPECT_EQ(before.buffer, "output");
  EXPECT_EQ(before.offset_bytes, -8);
  also([](float*, float* output, protocol::Returned&) { output[k_n] = 0.5f; });
  EXPECT_EQ(outcome_of<outcome::OutOfBoundsWrite>(call().outcome).offset_bytes, 4 * k_n);
}

TEST_F(Call, HowThePlayerEndedIsTheOutcome) {
  for (const Outcome& end : {Outcome(outcome::Crashed{.signal = 11}), Outcome(outcome::TimedOut{}),
                             Outcome(outcome::Exited{.status = 3}), Outcome(outcome::Cheated{"it lied"})}) {
    m_player.solve = [&](float*, float*, int, protocol::Returned&) { return std::optional(end); };
    EXPECT_EQ(call().outcome.index(), end.index());
  }
}

TEST_F(Call, AnErrorOfTheDeviceDecidesWhateverTheOutputsHold) {
  also([](float*, float*, protocol::Returned& returned) {
    returned.error = 700;
    returned.error_name = "cudaErrorIllegalAddress";
  });
  EXPECT_EQ(outcome_of<outcome::CudaError>(call().outcome).code, 700);
}

TEST_F(Call, APendingErrorExplainsAWrongAnswerAndForgivesARightOne) {
  const auto pending = [](protocol::Returned& returned) {
    returned.error = 9;
    returned.error_is_pending = true;
  };
  also([=](float*, float*, protocol::Returned& returned) { pending(returned); });
  EXPECT_TRUE(std::holds_alternative<outcome::Passed>(call().outcome));
  also([=](float*, float* output, protocol::Returned& returned) {
    pending(returned);
    output[0] = 0;
  });
  EXPECT_EQ(outcome_of<outcome::CudaError>(call().outcome).code, 9);
}

TEST_F(Call, RefusedMemoryIsBlamedOnlyWhereItMatters) {
  also([](float*, float*, protocol::Returned& returned) { returned.trace.refused_bytes = 1000; });
  EXPECT_TRUE(std::holds_alternative<outcome::Passed>(call().outcome));
  also([](float*, float* output, protocol::Returned& returned) {
    returned.trace.refused_bytes = 1000;
    output[0] = 0;
  });
  const auto memory = outcome_of<outcome::TooMuchMemory>(call().outcome);
  EXPECT_TRUE(memory.device);
  EXPECT_EQ(memory.asked_bytes, 1000u);
}

TEST_F(Call, WhatThePlayerSawOfSolveDecidesBeforeTheAnswerDoes) {
  also([](float*, float*, protocol::Returned& returned) { returned.trace.forbidden_call = "cudaDeviceReset"; });
  EXPECT_EQ(outcome_of<outcome::ForbiddenCall>(call().outcome).function, "cudaDeviceReset");
  also([](float*, float*, protocol::Returned& returned) { returned.trace.changed_late = "output"; });
  EXPECT_THAT(outcome_of<outcome::Cheated>(call().outcome).message, HasSubstr("output still changed afterwards"));
}

TEST_F(Call, DeviceMemoryThatHostCodeTouchedIsNamed) {
  also([](float*, float*, protocol::Returned& returned) { returned.trace.touched_by_host = "output"; });
  const Fault fault = outcome_of<outcome::Faulted>(call().outcome).fault;
  EXPECT_EQ(fault.kind, Fault::Kind::host_access);
  EXPECT_EQ(fault.buffer, "output");
  EXPECT_TRUE(fault.is_write);
  also([](float*, float*, protocol::Returned& returned) { returned.trace.touched_by_host = "a forged name"; });
  const Fault forged = outcome_of<outcome::Faulted>(call().outcome).fault;
  EXPECT_EQ(forged.buffer, "");
  EXPECT_EQ(forged.thing, "device memory");
}

TEST_F(Call, OutputsCountAsTheyAreWhenTheClockStops) {
  m_player.solve = [](float*, float*, int, protocol::Returned&) { return std::optional<Outcome>(); };
  m_player.late = [](float* output) {
    for (int i = 0; i < k_n; ++i) output[i] = static_cast<float>(i + 1);
  };
  EXPECT_THAT(outcome_of<outcome::Cheated>(call().outcome).message, HasSubstr("before its work is done"));
  m_player.late = {};
  EXPECT_TRUE(std::holds_alternative<outcome::WrongAnswer>(call().outcome));
}

// Who says what the outputs hold in the end, and says too early that they hold it, is found by the referee's own look.
TEST_F(Call, OutputsAreLookedAtWhenThePlayerSaysItIsDone) {
  m_player.solve = [](float*, float*, int, protocol::Returned&) { return std::optional<Outcome>(); };
  m_player.forges_sample = true;
  m_player.late = [](float* output) {
    for (int i = 0; i < k_n; ++i) output[i] = static_cast<float>(i + 1);
  };
  EXPECT_THAT(outcome_of<outcome::Cheated>(call().outcome).message, HasSubstr("before its work is done"));
}

// The largest case decides how large the slabs are: beside the buffers of a small one there is room.
TEST_F(Call, NoPlayerFindsWhatAnotherHasLeftBesideTheBuffers) {
  constexpr int k_beside = 30'000;  // elements; the red zone is shorter
  Case large = m_prepared.test;
  for (auto& argument : large.arguments)
    if (auto* buffer = std::get_if<BufferArgument>(&argument)) buffer->shape = {100'000};
  m_referee = *Referee::create(runtime, kernels, m_oracle, {m_prepared.test, large}, 1);
  FakePlayer first(runtime), second(runtime);
  for (FakePlayer* player : {&first, &second})
    ASSERT_TRUE(player->open_slabs(m_referee.slab_handles(), std::chrono::seconds(1)));
  const auto page_of = [](float* pointer) {
    return reinterpret_cast<float*>(reinterpret_cast<std::uintptr_t>(pointer) / 4096 * 4096);
  };
  float* slab = nullptr;
  float found = -1, found_before_slab = -1, kept = -1;
  first.solve = [&](float* input, float* output, int n, protocol::Returned&) {
    kept = output[-k_beside];
    slab = page_of(output + 40 - 100'000 - (64 << 10) / 4);  // some bytes of that page are before the slab
    std::copy_n(input, n, output);
    output[-k_beside] = slab[0] = 42;
    return std::optional<Outcome>();
  };
  second.solve = [&](float* input, float* output, int n, protocol::Returned&) {
    found = output[-k_beside];
    found_before_slab = *page_of(output + 40 - 100'000 - (64 << 10) / 4);
    std::copy_n(input, n, output);
    return std::optional<Outcome>();
  };
  for (FakePlayer* player : {&first, &second, &first, &first}) {
    const auto called = m_referee.call(*player, m_prepared, {});
    ASSERT_TRUE(called && std::holds_alternative<outcome::Passed>(called->outcome));
  }
  EXPECT_EQ(found, 0);
  EXPECT_EQ(found_before_slab, 0);
  EXPECT_EQ(kept, 42) << "between two calls of one player nothing is erased";
}

TEST_F(Call, APlayerAtTheAddressOfAnEarlierOneIsAnother) {
  constexpr int k_beside = 30'000;
  Case large = m_prepared.test;
  for (auto& argument : large.arguments)
    if (auto* buffer = std::get_if<BufferArgument>(&argument)) buffer->shape = {100'000};
  m_referee = *Referee::create(runtime, kernels, m_oracle, {m_prepared.test, large}, 1);
  float found = -1;
  std::optional<FakePlayer> player;
  for (int i = 0; i < 2; ++i) {
    player.emplace(runtime);
    ASSERT_TRUE(player->open_slabs(m_referee.slab_handles(), std::chrono::seconds(1)));
    player->solve = [&](float* input, float* output, int n, protocol::Returned&) {
      found = std::exchange(output[-k_beside], 42.0f);
      std::copy_n(input, n, output);
      return std::optional<Outcome>();
    };
    ASSERT_TRUE(m_referee.call(*player, m_prepared, {}));
  }
  EXPECT_EQ(found, 0);
}

TEST_F(Call, WhatAnElementHeldBeforeIsKnownOfEachCall) {
  m_player.solve = [](float*, float*, int, protocol::Returned&) { return std::optional<Outcome>(); };
  const auto& output = std::get<BufferArgument>(m_prepared.test.arguments[1]);
  const auto first = call();
  const auto contents = m_referee.contents(first.placed);
  ASSERT_TRUE(contents) << contents.error().message;
  const auto second = call();
  EXPECT_TRUE(first.placed.is_unwritten(output, (*contents)[1].span(), 5));
  EXPECT_FALSE(second.placed.is_unwritten(output, (*contents)[1].span(), 5)) << "it had other poison";
}

// What a maximum leaves alone is not unwritten: of two marks, one is below what it writes.
TEST_F(Call, AnOutputThatArrivesZeroedIsUnwrittenIfNoMarkOfTwoWasTouched) {
  std::get<BufferArgument>(m_prepared.test.arguments[1]).arrival = Arrival::zeroed;
  const auto unwritten_by_a_first_call = [this] {
    const auto first = m_referee.first_call(m_player, m_prepared, Referee::Leaning::of_no_interest);
    EXPECT_TRUE(first) << first.error().message;
    const auto mismatch = outcome_of<outcome::WrongAnswer>(first->result.outcome).mismatch;
    return mismatch.unwritten == mismatch.wrong;
  };
  m_player.solve = [](float*, float*, int, protocol::Returned&) { return std::optional<Outcome>(); };
  EXPECT_TRUE(unwritten_by_a_first_call());
  m_player.solve = [](float*, float* output, int n, protocol::Returned&) {
    for (int i = 0; i < n; ++i) output[i] = std::max(output[i], -1e-3f);
    return std::optional<Outcome>();
  };
  EXPECT_FALSE(unwritten_by_a_first_call());
  // As a sum in half, which is too small to change a mark.
  m_player.solve = [](float*, float* output, int n, protocol::Returned&) {
    for (int i = 0; i < n; ++i) output[i] = output[i] == 0 ? 0.5f : output[i];
    return std::optional<Outcome>();
  };
  EXPECT_FALSE(unwritten_by_a_first_call());
}

TEST_F(Call, ElementsOfAnOutputThatArrivesZeroedAreToldApartFromWrittenZeros) {
  auto& output = std::get<BufferArgument>(m_prepared.test.arguments[1]);
  output.arrival = Arrival::zeroed;
  m_player.solve = [](float*, float* written, int, protocol::Returned&) {
    written[0] = 0;
    written[1] = std::max(written[1], -1.0f);
    return std::optional<Outcome>();
  };
  const auto called = call();
  const auto contents = m_referee.contents(called.placed);
  ASSERT_TRUE(contents) << contents.error().message;
  const auto unwritten = m_referee.find_unwritten(m_player, m_prepared, called.placed, *contents, *contents);
  ASSERT_TRUE(unwritten) << unwritten.error().message;
  EXPECT_TRUE((*unwritten)[0].empty());
  ASSERT_GE((*unwritten)[1].size(), 4u);
  EXPECT_FALSE((*unwritten)[1][0] || (*unwritten)[1][1]);
  EXPECT_TRUE((*unwritten)[1][2] && (*unwritten)[1][3]);
}

TEST_F(Call, FindingsOfTheCallGoWithItsOutcome) {
  m_player.findings = {{.kind = Fault::Kind::illegal_access}};
  EXPECT_EQ(outcome_of<outcome::Passed>(call().outcome).findings.size(), 1u);
  EXPECT_TRUE(outcome_of<outcome::Passed>(call().outcome).findings.empty());  // told once
}

TEST_F(Call, TheFirstOneTellsThatAnAnswerWasAddedToTheOldContent) {
  m_player.solve = [](float* input, float* output, int n, protocol::Returned&) {
    for (int i = 0; i < n; ++i) output[i] += input[i];
    return std::optional<Outcome>();
  };
  const auto first = m_referee.first_call(m_player, m_prepared, Referee::Leaning::looked_for);
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(outcome_of<outcome::WrongAnswer>(first->result.outcome).mismatch.old_content, OldContent::added_to);
  EXPECT_EQ(m_player.calls.size(), 2u);  // poison tells that it is wrong, marks tell why
}

}  // namespace
}  // namespace judge
