/// The order in which the stopwatch asks things of the device, and what the tracer makes of solve()'s calls: on a runtime that writes
/// down what it is asked for.

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <new>

#include "judge/player/bracket.hpp"
#include "judge/player/operations.hpp"
#include "judge/player/tracer.hpp"
#include "judge/util/channel.hpp"
#include "judge/util/described_json.hpp"
#include "judge/util/files.hpp"
#include "judge/util/process.hpp"

namespace judge {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> device_log;
unsigned* release_flag = nullptr;  // what the spin kernel waits for
unsigned* expired_flag = nullptr;
cuda::Error sync_error = cuda::success;
std::uintptr_t next_event = 100;

void note(std::string what) { device_log.push_back(std::move(what)); }
std::string name_of(cuda::Stream stream) { return stream ? "side" : "default"; }
std::string name_of(cuda::Event event) {
  // In the order of their making: the joint one, then pairs of start and stop.
  const auto number = reinterpret_cast<std::uintptr_t>(event);
  return number % 100 == 0 ? "joint" : number % 2 == 1 ? "start" : "stop";
}

void log_of_kernel(const char* what, void* release, void* expired) {
  note(what);
  if (release) release_flag = static_cast<unsigned*>(release);
  if (expired) expired_flag = static_cast<unsigned*>(expired);
}

CudaFunctions functions() {
  CudaFunctions table;
  table.cudaGetDevice = [](int* device) {
    *device = 0;
    return cuda::success;
  };
  table.cudaDeviceGetAttribute = [](int* value, int, int) {
    *value = 1 << 20;
    return cuda::success;
  };
  table.cudaMemset = [](void*, int, std::size_t) { return cuda::success; };
  table.cudaMalloc = [](void** pointer, std::size_t) {
    *pointer = &device_log;
    return cuda::success;
  };
  table.cudaHostRegister = [](void*, std::size_t, unsigned) { return cuda::success; };
  table.cudaHostGetDevicePointer = [](void** device, void* host, unsigned) {
    *device = host;
    return cuda::success;
  };
  table.cudaCtxResetPersistingL2Cache = [] {
    note("reset L2");
    return cuda::success;
  };
  table.cudaEventCreateWithFlags = [](cuda::Event* event, unsigned) {
    *event = reinterpret_cast<cuda::Event>(next_event++);
    return cuda::success;
  };
  table.cudaEventDestroy = [](cuda::Event) { return cuda::success; };
  table.cudaEventRecord = [](cuda::Event event, cuda::Stream stream) {
    note("record " + name_of(event) + " on " + name_of(stream));
    return cuda::success;
  };
  table.cudaStreamWaitEvent = [](cuda::Stream stream, cuda::Event event, unsigned) {
    note(name_of(stream) + " waits for " + name_of(event));
    return cuda::success;
  };
  table.cudaLaunchKernel = [](const void* kernel, cuda::Dim3, cuda::Dim3, void**, std::size_t, cuda::Stream) {
    note(static_cast<const char*>(kernel));
    return cuda::success;
  };
  table.cudaDeviceSynchronize = [] {
    note(release_flag && !*release_flag ? "synchronise while held" : "synchronise");
    return sync_error;
  };
  table.cudaGetLastError = [] { return cuda::success; };
  table.cudaEventElapsedTime = [](float* milliseconds, cuda::Event, cuda::Event) {
    *milliseconds = 0.25f;
    return cuda::success;
  };
  return table;
}

/// What is built of judge/device/bracket.cu, without a device.
const std::string& kernels() {
  static const auto folder = TemporaryDirectory::create("stopwatch");
  static const std::string library = [] {
    const std::string source = folder->path() / "kernels.c", built = folder->path() / "kernels.so";
    EXPECT_TRUE(write_file(source, R"(
      void (*judge_test_log)(const char*, void*, void*);
      int judge_load_kernels(void) { if (judge_test_log) judge_test_log("load", 0, 0); return 0; }
      unsigned judge_hold_blocks(void) { return 8; }
      struct Hold { volatile unsigned* flags; void *arrived, *released, *left; const void* flush; unsigned long long flush_quads; };
      int judge_hold(const struct Hold* hold) {
        judge_test_log(hold->flush_quads ? "hold and flush" : "hold", (void*)hold->flags, (void*)(hold->flags + 1));
        hold->flags[2] = 1;
        return 0;
      }
      int judge_touch(const void* pointer, unsigned long long bytes) { judge_test_log("touch", 0, 0); return 0; }
      const void* judge_sample_kernel(void) { return "sample"; }
      const void* judge_done_kernel(void) { return "done"; })"));
    const auto done = run_command({"cc", "-shared", "-fPIC", "-w", "-o", built, source});
    EXPECT_TRUE(done && done->exit_status == 0);
    return built;
  }();
  return library;
}

class StopwatchTest : public testing::Test {
 protected:
  void SetUp() override {
    next_event = 100;
    sync_error = cuda::success;
    release_flag = expired_flag = nullptr;
    ASSERT_TRUE(m_watch.load_kernels(kernels()));
    void* handle = ::dlopen(kernels().c_str(), RTLD_NOW);
    ASSERT_TRUE(handle);
    *static_cast<decltype(&log_of_kernel)*>(::dlsym(handle, "judge_test_log")) = log_of_kernel;
  }

  Stopwatch::Timing time(Bracket bracket, const std::function<void()>& solve, Stopwatch::L2 l2 = Stopwatch::L2::cold) {
    static const float buffer = 0;
    const Stopwatch::Window windows[] = {{&buffer, sizeof buffer, true}};
    EXPECT_TRUE(m_watch.prepare());
    device_log.clear();
    const auto timing = m_watch.time(bracket, l2, windows, {.sample_seed = 1}, solve);
    EXPECT_TRUE(timing) << timing.error().message;
    return *timing;
  }

  Runtime m_runtime{.kind = RuntimeKind::cuda, .cuda = functions()};
  Stopwatch m_watch{m_runtime};
};

void launch(cuda::Stream stream = nullptr) {
  tracer().work(stream);
  note("kernel on " + name_of(stream));
}

TEST_F(StopwatchTest, ABlockedBracketIsQueuedWholeBeforeTheHostLetsGo) {
  const auto timing = time(Bracket::blocked, [] {
    launch();
    launch();
  });
  EXPECT_THAT(device_log, ElementsAre("touch", "reset L2", "hold and flush", "record start on default", "kernel on default",
                                      "kernel on default", "record stop on default", "done", "synchronise"));
  EXPECT_EQ(timing.device_ns, 250e3);
  EXPECT_EQ(timing.trace.launches, 2);
  EXPECT_EQ(timing.trace.blocking_calls, 0);
  EXPECT_FALSE(timing.trace.changed_behaviour);
}

TEST_F(StopwatchTest, ItIsCompleteBeforeSolveWaitsForItsWork) {
  const auto timing = time(
      Bracket::blocked,
      [] {
        launch();
        tracer().synchronisation();
        note("solve() waits");
      },
      Stopwatch::L2::warm);
  EXPECT_THAT(device_log, ElementsAre("touch", "hold", "record start on default", "kernel on default", "record stop on default",
                                      "done", "solve() waits", "synchronise"));
  EXPECT_EQ(timing.trace.trailing_syncs, 1);
  EXPECT_FALSE(timing.trace.changed_behaviour);
}

TEST_F(StopwatchTest, WorkThatComesAfterItIsTold) {
  const auto timing = time(Bracket::blocked, [] {
    launch();
    tracer().synchronisation();
    launch();
  });
  EXPECT_TRUE(timing.trace.changed_behaviour);
  EXPECT_EQ(timing.trace.blocking_calls, 1);
  EXPECT_EQ(timing.trace.first_blocking, "a synchronisation between two launches");
}

TEST_F(StopwatchTest, StreamsOfTheAttemptLieInsideIt) {
  const auto side = reinterpret_cast<cuda::Stream>(0x100);
  time(Bracket::blocked, [&] {
    tracer().stream_created(side);
    launch(side);
  });
  EXPECT_THAT(device_log, ElementsAre("touch", "reset L2", "hold and flush", "record start on default", "side waits for start",
                                      "kernel on side", "record joint on side", "default waits for joint",
                                      "record stop on default", "done", "synchronise"));
  // The next call finds it, and it goes before that call is over.
  time(Bracket::blocked, [&] { tracer().stream_about_to_go(side); });
  EXPECT_THAT(device_log,
              ElementsAre("touch", "reset L2", "hold and flush", "record start on default", "side waits for start",
                          "record joint on side", "default waits for joint", "record stop on default", "done", "synchronise"));
  EXPECT_THAT(tracer().streams(), IsEmpty());
}

TEST_F(StopwatchTest, AHostPacedBracketBeginsOnAnIdleDeviceAndEndsBehindSolve) {
  const auto timing = time(Bracket::host_paced, [] {
    launch();
    tracer().synchronisation();
    launch();
  });
  EXPECT_THAT(device_log,
              ElementsAre("touch", "reset L2", "hold and flush", "synchronise", "record start on default", "kernel on default",
                          "kernel on default", "record stop on default", "done", "synchronise"));
  EXPECT_EQ(timing.device_ns, 250e3);
}

TEST_F(StopwatchTest, TheHostsClockNeedsNoEvents) {
  const auto timing = time(Bracket::host_clock, [] { launch(); });
  EXPECT_THAT(device_log, ElementsAre("touch", "reset L2", "hold and flush", "synchronise", "kernel on default", "synchronise",
                                      "sample", "synchronise"));
  EXPECT_EQ(timing.device_ns, timing.wall_ns);
  EXPECT_GT(timing.wall_ns, 0);
}

TEST_F(StopwatchTest, AHeldCallThatWaitsAllTheSameIsTold) {
  const auto timing = time(Bracket::blocked, [] { *expired_flag = 1; });
  EXPECT_TRUE(timing.trace.spin_expired);
  EXPECT_FALSE(time(Bracket::blocked, [] {}).trace.spin_expired);  // of each call anew
}

// The clock page is what the referee writes to.
TEST_F(StopwatchTest, AWatchedCallIsLetGoByTheReferee) {
  ClockPage page;
  Stopwatch watched(m_runtime, &page);
  ASSERT_TRUE(watched.load_kernels(kernels()));
  *static_cast<decltype(&log_of_kernel)*>(::dlsym(::dlopen(kernels().c_str(), RTLD_NOW), "judge_test_log")) = log_of_kernel;
  ASSERT_TRUE(watched.time(Bracket::blocked, Stopwatch::L2::cold, {}, {.watched_call = 5}, [] { launch(); }));
  EXPECT_EQ(page.queued, 5u);
  EXPECT_EQ(page.release, 0u);
  ASSERT_TRUE(
      watched.time(Bracket::host_paced, Stopwatch::L2::cold, {}, {.watched_call = 6}, [&] { EXPECT_EQ(page.queued, 6u); }));
  EXPECT_EQ(page.release, 1u);  // nothing holds it
  ASSERT_TRUE(watched.time(Bracket::blocked, Stopwatch::L2::cold, {}, {}, [&] { EXPECT_EQ(page.release, 0u); }));
  EXPECT_EQ(page.release, 1u);
}

// An attempt's constructors may leave no memory on the device.
TEST_F(StopwatchTest, WhatItNeedsOfTheDeviceCanBeTakenBeforeTheFirstCall) {
  device_log.clear();
  ASSERT_TRUE(m_watch.prepare());
  EXPECT_THAT(device_log, ElementsAre("load"));
  m_runtime.cuda.cudaMalloc = [](void**, std::size_t) { return cuda::error_memory_allocation; };
  time(Bracket::blocked, [] { launch(); });
  EXPECT_THAT(device_log, Not(Contains("load")));
}

TEST_F(StopwatchTest, ALostDeviceIsAnErrorAndNoTime) {
  sync_error = 700;
  const auto timing = time(Bracket::blocked, [] { launch(); });
  EXPECT_EQ(timing.error, 700);
  EXPECT_EQ(timing.device_ns, 0);
}

TEST_F(StopwatchTest, WithoutItsKernelsThereIsNoBlockedBracket) {
  Stopwatch bare(m_runtime);
  EXPECT_FALSE(bare.time(Bracket::blocked, Stopwatch::L2::warm, {}, {}, [] {}));
  EXPECT_FALSE(bare.load_kernels("/nonexistent.so"));
}

std::vector<Operation> launches(std::size_t count, std::size_t different, std::size_t length_of_names) {
  std::vector<Operation> operations;
  for (std::size_t i = 0; i < count; ++i)
    operations.push_back({.what = std::to_string(i % different) + std::string(length_of_names, 'k'),
                          .is_kernel = true,
                          .gap_ns = 1,
                          .duration_ns = 2});
  return operations;
}

TEST(OperationsToReport, FewAreToldAsTheyAre) { EXPECT_EQ(operations_to_report(launches(64, 1, 5)).size(), 64u); }

TEST(OperationsToReport, OfManyThoseThatAreAlikeBecomeOne) {
  const auto told = operations_to_report(launches(3000, 3, 5));
  ASSERT_EQ(told.size(), 3u);
  EXPECT_EQ(told[1].count, 1000);
  EXPECT_EQ(told[1].gap_ns, 1000);
  EXPECT_EQ(told[1].duration_ns, 2000);
}

TEST(OperationsToReport, WhatIsTooMuchForAMessageIsSummedUpAtTheEnd) {
  for (const std::size_t length_of_names : {20, 4000}) {
    const auto told = operations_to_report(launches(5000, 1000, length_of_names));
    int count = 0;
    for (const auto& operation : told) count += operation.count;
    EXPECT_EQ(count, 5000);
    EXPECT_EQ(told.back().what, "others");
    auto channel = Channel::create_pair();
    ASSERT_TRUE(channel);
    EXPECT_TRUE(channel->ours.send(encode(protocol::Returned{.operations = told})));
  }
}

TEST(Tracer, CountsMemoryAndRefusesMoreThanTheLimit) {
  Tracer watched;
  watched.memory().set_limit(100);
  watched.begin({});
  int a = 0, b = 0;
  EXPECT_TRUE(watched.memory().may_allocate(80));
  watched.memory().allocated(watched.memory().allocating("cudaMalloc", nullptr), &a, 80);
  EXPECT_FALSE(watched.memory().may_allocate(30));
  watched.memory().freed(&a);
  EXPECT_TRUE(watched.memory().may_allocate(30));
  watched.memory().allocated(watched.memory().allocating("cudaMalloc", nullptr), &b, 30);
  const auto trace = watched.end();
  EXPECT_EQ(trace.allocated_bytes, 80u);
  EXPECT_EQ(trace.kept_bytes, 30u);
  EXPECT_EQ(trace.refused_bytes, 30u);
  ASSERT_EQ(trace.kept.size(), 1u);
  EXPECT_EQ(trace.kept[0].bytes, 30u);
  watched.begin({});
  EXPECT_EQ(watched.end().kept.size(), 1u);  // still
}

/// As cudaMalloc3D() of the emulated runtime calls cudaMallocPitch().
TEST(Tracer, AnAllocationBySeveralFunctionsCountsOnceAndForTheAttempts) {
  Tracer watched;
  watched.begin({});
  int a = 0;
  const auto by = watched.memory().allocating("cudaMalloc3D", nullptr);
  watched.memory().allocated(watched.memory().allocating("cudaMallocPitch", &a), &a, 80);
  watched.memory().allocated(by, &a, 80);
  const auto trace = watched.end();
  EXPECT_EQ(trace.kept_bytes, 80u);
  ASSERT_EQ(trace.kept.size(), 1u);
  EXPECT_EQ(trace.kept[0].function, "cudaMalloc3D");
}

TEST(Tracer, AllocationsOfTwoThreadsKeepTheirPlaces) {
  Tracer watched;
  watched.begin({});
  int a = 0, b = 0;
  const auto first = watched.memory().allocating("cudaMalloc", &a);
  const auto second = watched.memory().allocating("cudaMallocManaged", &b);
  watched.memory().allocated(first, &a, 1);
  watched.memory().freed(&b);
  EXPECT_EQ(watched.memory().pointed_at(&a).name, "what cudaMalloc() gave");
  watched.memory().allocated(second, &b, 2);
  EXPECT_EQ(watched.memory().pointed_at(&b).name, "what cudaMallocManaged() gave");
}

TEST(Tracer, KnowsMemoryThatIsNotTheAttemptsToFree) {
  Tracer watched;
  const char slab[64] = {};
  watched.memory().set_callers_memory({{slab, sizeof slab, "C"}});
  watched.begin({});
  EXPECT_TRUE(watched.frees_callers_memory(slab + 16, "cudaFree"));
  EXPECT_FALSE(watched.frees_callers_memory(slab + 64, "cudaFree"));
  EXPECT_EQ(watched.end().forbidden_call, "cudaFree(C)");
}

TEST(Tracer, ABufferIsAsLargeAsInThisCall) {
  Tracer watched;
  const char slab[64] = {};
  watched.memory().set_callers_memory({{slab, sizeof slab, "C"}});
  EXPECT_EQ(watched.memory().pointed_at(slab + 48).offset, 48u);
  watched.memory().set_buffer(slab + 48, 12);
  const auto inside = watched.memory().pointed_at(slab + 52);
  EXPECT_EQ(inside.name, "C");
  EXPECT_EQ(inside.bytes, 12u);
  EXPECT_EQ(inside.offset, 4u);
  for (const char* beside : {slab + 44, slab + 61}) {
    EXPECT_EQ(watched.memory().pointed_at(beside).name, "memory outside C");
    EXPECT_FALSE(watched.memory().pointed_at(beside).bytes);
  }
}

TEST(Tracer, ALaunchThatFailedIsForgottenOnceItsErrorIsAskedFor) {
  Tracer watched;
  watched.begin({});
  watched.errors().failed(std::string(protocol::k_launch_words) + "of k", cuda::error_invalid_value);
  EXPECT_EQ(watched.errors().pending().text, "the launch of k");
  watched.errors().asked(SeenErrors::LastError::forgotten);
  EXPECT_EQ(watched.errors().pending().text, "");
  EXPECT_EQ(watched.errors().first().text, "the launch of k");
  EXPECT_EQ(watched.end().unchecked_launch, "");
}

TEST(Tracer, TheFirstOfTheCallsWithTheLastErrorIsToldAndNoneWithAnother) {
  Tracer watched;
  watched.begin({});
  watched.errors().failed("cudaMalloc", cuda::error_memory_allocation);
  EXPECT_EQ(watched.errors().pending().text, "cudaMalloc");
  watched.errors().failed("cudaMemcpy", cuda::error_invalid_value, "of A");
  watched.errors().failed("cudaMemcpy", cuda::error_invalid_value, "of B");
  EXPECT_EQ(watched.errors().pending().reason, "of A");
  watched.errors().asked(SeenErrors::LastError::forgotten);
  watched.errors().failed("cudaMemcpy", cuda::error_invalid_value, "of B");
  EXPECT_EQ(watched.errors().pending().reason, "of B");
  watched.end();
}

}  // namespace
}  // namespace judge
