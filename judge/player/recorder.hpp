#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "judge/model/recording.hpp"
#include "judge/player/seen_memory.hpp"
#include "judge/runtime/runtime.hpp"

namespace judge {

/// Writes down what one call of solve() puts on the device, from the CUDA runtime functions that the player exports. What it does not
/// understand is an obstacle, and the recording is of no use.
class Recorder {
 public:
  /// A buffer argument of the call.
  struct Window {
    int argument = 0;  ///< its place among those of solve()
    const char* pointer = nullptr;
    const char* memory = nullptr;  ///< what it lies in, with red zones and room ...
    std::uint64_t memory_bytes = 0;
  };

  void begin(std::vector<Window> windows);
  /// `operations`: how many the tracer saw.
  Recording end(int operations);
  bool active() const;

  struct Launch {
    cuda::Dim3 grid, block;
    std::size_t shared_bytes = 0;
    cuda::Stream stream = nullptr;
    std::string attributes;  ///< cudaLaunchAttribute structs
  };
  /// Each after the runtime's function has succeeded, with arguments that are still there.
  void launched(const void* function, const Launch& launch, void* const* arguments);
  void set(void* to, int value, std::size_t bytes, cuda::Stream stream);
  void copied(void* to, const void* from, std::size_t bytes, cuda::Stream stream);

  void obstacle(std::string text);
  /// From now on no call can be played back: what a process is set to is not recorded.
  void set_otherwise(const char* function);

  /// A variable of device code, as it is registered when the attempt is loaded: `symbol` is its place on the host.
  void registered(const void* symbol, const char* name, std::size_t bytes);

 private:
  void add(RecordedOperation operation, cuda::Stream stream);
  void find_pointers(RecordedOperation& operation);
  enum class Ends { without, with };
  bool find_pointer(std::uint64_t word, RecordedPointer& found);
  bool find_pointer(std::uint64_t word, Ends ends, RecordedPointer& found);

  struct Variable {
    const void* symbol = nullptr;
    std::string name;
    std::size_t bytes = 0;
  };
  bool find_variable(const char* pointer, RecordedPointer& found);
  void add_scratch(const char* begin, RecordedScratch scratch, const char* pointer, RecordedPointer& found);

  std::mutex m_mutex;
  std::vector<Variable> m_variables;
  std::atomic<bool> m_active = false;
  std::string m_set_otherwise;
  std::vector<Window> m_windows;
  Recording m_recording;
  std::vector<const char*> m_scratch;  // where each lies
  std::size_t m_bytes = 0;
  cuda::Stream m_stream = nullptr;
};

/// The recorder of this process, for the exported C functions.
Recorder& recorder();

}  // namespace judge
