#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "judge/model/problem.hpp"
#include "judge/referee/memory.hpp"
#include "judge/referee/oracle.hpp"

namespace judge {

/// One case with one draw of its inputs: what a call needs, and what its outputs must be. Lives in the referee alone.
struct PreparedCase {
  struct Buffer {
    DeviceMemory pristine;  ///< the input as drawn; empty for pure outputs
    DeviceMemory expected;  ///< what must come out; empty for pure inputs and custom checks
    HostMemory host_input;  ///< kept only where a custom check will want it
  };
  Case test;
  std::uint64_t seed = 0;
  std::vector<Buffer> buffers{};  ///< one for each argument; empty ones for scalars
  bool answer_is_known = true;    ///< false: `expected` and `host_input` are empty, and outputs are not compared
};

/// Does check() of the problem decide on one of its outputs?
bool has_custom_check(const Case& test);

/// Does generate() of the problem fill one of its inputs?
bool needs_generate(const Case& test);

/// fill_buffer() of catalog/: the referee does not know how problems say what an input holds.
using Filler = std::function<Result<void>(const BufferArgument&, std::uint64_t seed, std::span<std::byte>)>;

/// Host memory of each buffer as reference() is given it: inputs drawn, outputs zeroed; empty for scalars. Errors: a fill
/// that cannot be done. `oracle` is asked where needs_generate().
Result<std::vector<HostMemory>> draw_inputs(const Oracle& oracle, const Filler& fill, const Case& test, std::uint64_t seed);

/// What draw_inputs() gave, with what must come out in the place of its outputs and in-place buffers: all that can be done without a device.
struct WorkedOut {
  std::vector<HostMemory> host;
  std::vector<HostMemory> before{};  ///< in-place buffers as they were drawn, if they are of later use; empty ones for the rest
};
enum class InputsOf { no_further_use, later_use };
/// Computes expected outputs, where no custom check decides. Errors: not enough memory, a reference that fails.
Result<WorkedOut> work_out(const Oracle& oracle, const Case& test, std::vector<HostMemory> host, InputsOf use);

/// Takes what draw_inputs() gave to the device: upload_answers() does the rest. Errors: not enough memory.
Result<PreparedCase> upload_inputs(const Runtime& runtime, const Case& test, std::uint64_t seed,
                                   std::span<const HostMemory> inputs);

/// `worked`: of the same inputs; what a custom check will want is taken from it, else it is left as it was. Errors: not enough memory.
Result<void> upload_answers(const Runtime& runtime, PreparedCase& prepared, WorkedOut& worked);

/// Both. `worked`: with inputs of later use.
Result<PreparedCase> prepare_case(const Runtime& runtime, const Case& test, std::uint64_t seed, WorkedOut& worked);

}  // namespace judge
