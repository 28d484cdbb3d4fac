// judge-reference FD: loads a problem's built reference.cpp and calls its functions as the judge at the other end of socket FD
// says. Only `judge` starts it. What the reference does wrong ends this process and not the judge.

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string_view>

#include "judge/model/reference_protocol.hpp"
#include "judge/reference/crash.hpp"
#include "judge/reference/windows.hpp"
#include "judge/runtime/dynamic_call.hpp"
#include "judge/util/channel.hpp"
#include "judge/util/described_json.hpp"

namespace judge {

namespace {

using namespace reference_protocol;

// Mirrors JudgeCheck in judge/reference.h.
struct CheckReport {
  char* message;
  std::size_t message_size;
  const void* const* original;
};

struct Functions {
  std::array<void*, function_count> at{};
};

// libomp leaves a note of itself in shared memory, which outlives a process that is ended or ends without destructors.
void remove_openmp_note() { ::unlink(fmt::format("/dev/shm/__KMP_REGISTERED_LIB_{}_{}", ::getpid(), ::getuid()).c_str()); }

Loaded load(const Load& request, Functions& functions) {
  void* library = ::dlopen(request.library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) return {.error = ::dlerror(), .has = {}};
  Loaded loaded;
  for (int i = 0; i < function_count; ++i) {
    functions.at[static_cast<std::size_t>(i)] = ::dlsym(library, name_of(static_cast<Function>(i)));
    loaded.has.push_back(functions.at[static_cast<std::size_t>(i)] != nullptr);
  }
  if (const auto placed = place_crashes_in(request.library.c_str()); !placed) loaded.error = placed.error().message;
  return loaded;
}

Result<void*> receive_window(const Channel& channel, Windows& windows, const Windows::Buffer& buffer) {
  JUDGE_TRY(const int descriptor, channel.receive_descriptor());
  auto window = windows.map(descriptor, buffer);
  ::close(descriptor);
  return window;
}

// The parameters of solve(), with what comes before and after them for generate() and check().
struct Parameters {
  DynamicCall call;
  std::vector<void*> originals;
  std::array<char, 1024> message{};
  CheckReport report{};
};

Result<void> take_parameters(const Channel& channel, const Call& request, Windows& windows, Parameters& parameters) {
  if (request.function == Function::generate) {
    parameters.call.add_pointer(request.case_name.c_str());
    JUDGE_CHECK(parameters.call.add_scalar(DType::u64, request.seed));
  }
  for (std::size_t i = 0; i < request.arguments.size(); ++i) {
    const Argument& argument = request.arguments[i];
    if (argument.bytes == 0) {
      JUDGE_CHECK(parameters.call.add_scalar(argument.type, argument.bits));
      continue;
    }
    JUDGE_TRY(
        const void* pointer,
        receive_window(channel, windows,
                       {.bytes = argument.bytes, .argument = static_cast<int>(i), .is_read_only = argument.is_read_only}));
    parameters.call.add_pointer(pointer);
  }
  parameters.originals.resize(request.arguments.size());
  for (std::size_t i = 0; i < request.arguments.size(); ++i)
    if (const auto bytes = request.arguments[i].original_bytes) {
      JUDGE_TRY(parameters.originals[i],
                receive_window(channel, windows, {.bytes = bytes, .argument = static_cast<int>(i), .is_original = true}));
    }
  parameters.report = {parameters.message.data(), parameters.message.size(), parameters.originals.data()};
  if (request.function == Function::check) parameters.call.add_pointer(&parameters.report);
  return {};
}

void call_function(void* function, Parameters& parameters, DynamicCall::Returns returns, Returned& returned) {
  try {
    returned.accepted = parameters.call(function, returns);
  } catch (const std::exception& error) {
    returned.threw = error.what();
    if (returned.threw.empty()) returned.threw = "an exception";
  } catch (...) {
    returned.threw = "an exception";
  }
  returned.message.assign(parameters.message.data(), ::strnlen(parameters.message.data(), parameters.message.size()));
}

// A folder's links are itself, its parent's and those of the folders in it.
std::int64_t threads_now() {
  struct stat tasks {};
  return ::stat("/proc/self/task", &tasks) || tasks.st_nlink < 3 ? 1 : static_cast<std::int64_t>(tasks.st_nlink) - 2;
}

Returned call(const Channel& channel, const Call& request, const Functions& functions, Windows& windows) {
  Returned returned;
  Parameters parameters;
  if (const auto taken = take_parameters(channel, request, windows, parameters); !taken) {
    returned.judge_error = taken.error().message;
    return returned;
  }
  set_current_windows(&windows);
  const bool is_check = request.function == Function::check;
  call_function(functions.at.at(static_cast<std::size_t>(request.function)), parameters,
                is_check ? DynamicCall::Returns::boolean : DynamicCall::Returns::nothing, returned);
  set_current_windows(nullptr);
  returned.threads = threads_now();
  remove_openmp_note();
  if (const auto before = windows.written_before()) {
    returned.written_before = before->argument;
    returned.written_before_bytes = before->offset_bytes;
  }
  std::fflush(nullptr);
  return returned;
}

// Until the judge hangs up.
Result<void> serve(const Channel& channel) {
  Functions functions;
  Windows windows;
  for (;;) {
    JUDGE_TRY(const auto message, channel.receive());
    const auto* request = std::get_if<nlohmann::json>(&message);
    if (!request) return {};
    if (request->contains("library")) {
      JUDGE_TRY(const auto asked, decode<Load>(*request, "the request"));
      JUDGE_CHECK(channel.send(encode(load(asked, functions))));
    } else {
      JUDGE_TRY(const auto asked, decode<Call>(*request, "the request"));
      JUDGE_CHECK(channel.send(encode(call(channel, asked, functions, windows))));
      windows.end_call(asked.memory_comes_again ? Windows::Memory::stays_mapped : Windows::Memory::goes);
    }
  }
}

}  // namespace

}  // namespace judge

int main(int argc, char** argv) {
  int fd = -1;
  const std::string_view number = argc == 2 ? argv[1] : "";
  std::from_chars(number.data(), number.data() + number.size(), fd);
  if (fd < 3) {
    fmt::print(stderr, "judge-reference: is started by judge, not by hand\n");
    return 2;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  // Threads that spin between the parallel loops of many small cases cost more than the cases do.
  ::setenv("OMP_WAIT_POLICY", "passive", 0);
  const judge::Channel channel(fd);
  judge::report_crashes(channel);
  const auto served = judge::serve(channel);
  if (!served) fmt::print(stderr, "judge-reference: {}\n", served.error().message);
  // No destructors: they are the reference's.
  std::fflush(nullptr);
  ::_exit(served ? 0 : 1);
}
