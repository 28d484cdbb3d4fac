#include "judge/verdict/faults.hpp"

#include <fmt/format.h>

#include "judge/verdict/race_advice.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

/// "C[100]" for an access that hits an element's first byte outside a one-dimensional buffer of a known type; else "C".
static std::string target_of(const Fault& fault, const Case& test) {
  const auto* buffer = find_buffer(test, fault.buffer);
  if (buffer == nullptr || buffer->shape.size() != 1) return fault.buffer;
  const auto size = static_cast<std::int64_t>(size_of(buffer->type));
  if (fault.offset_bytes % size != 0) return fault.buffer;
  return fmt::format("{}[{}]", fault.buffer, fault.offset_bytes / size);
}

static bool is_inside(const Fault& fault) {
  return fault.offset_bytes >= 0 && fault.offset_bytes < static_cast<std::int64_t>(fault.buffer_bytes);
}

static std::string illegal_access_text(const Fault& fault, const Case& test) {
  const char* access = fault.is_write ? "write" : "read";
  const bool is_shared = fault.space == Fault::Space::shared;
  if (!fault.thing.empty() && fault.buffer_bytes == 0 && !is_shared)
    return fmt::format("a kernel {} {}", fault.is_write ? "wrote to" : "read", fault.thing);
  if (!fault.thing.empty() && fault.buffer_bytes > 0)
    return fmt::format("{} {} {}", is_inside(fault) ? "illegal" : "out-of-bounds", access,
                       beside_buffer(fault.thing, fault.offset_bytes, fault.buffer_bytes));
  if (is_shared && !fault.thing.empty()) return fmt::format("out-of-bounds {}: {} has no bytes", access, fault.thing);
  if (is_shared) return fmt::format("out-of-bounds {} in shared memory", access);
  if (fault.space == Fault::Space::local) return "an index outside its array";
  if (fault.buffer.empty())
    return fmt::format("{} through a bad pointer, far from every buffer{}", access, fault.in_kernel ? "" : ", on the host");
  return fmt::format("{}{} {} {}, {}", is_inside(fault) ? "illegal " : "out-of-bounds ", access, fault.is_write ? "to" : "of",
                     target_of(fault, test), beside_buffer(fault.buffer, fault.offset_bytes, fault.buffer_bytes));
}

std::string place_text(const std::string& file, int line, int column) {
  if (line <= 0) return {};
  auto text = file.empty() ? fmt::format("line {}", line) : fmt::format("{}:{}", file, line);
  if (column > 0) text += (file.empty() ? ", column " : ":") + std::to_string(column);
  return text;
}

static std::string place_of(const Fault& fault) { return place_text(fault.file, fault.line, fault.column); }

std::string index_text(const std::array<unsigned, 3>& index) { return fmt::format("({},{},{})", index[0], index[1], index[2]); }

/// "block (3,0,0), thread (31,0,0)"
static std::string thread_of(const Fault& fault) {
  return fmt::format("block {}, thread {}", index_text(fault.block), index_text(fault.thread));
}

static std::string where_line(const Fault& fault) {
  auto place = place_of(fault);
  if (!fault.in_kernel) return "in the host code of solve()" + (place.empty() ? "" : ", " + place);
  auto text = fault.kernel.empty() ? std::string("in a kernel") : "in " + fault.kernel;
  if (!place.empty()) text += ", " + place;
  return text + ": " + thread_of(fault);
}

static std::string uninitialised_hint(const Fault& fault) {
  switch (fault.space) {
    case Fault::Space::shared:
      return "__shared__ memory is uninitialised: a thread of this block must write each element, and all must pass "
             "__syncthreads(), before it is read";
    case Fault::Space::local: return "a local variable is uninitialised until a value is assigned to it";
    default: break;
  }
  return fault.buffer.empty() ? "memory from cudaMalloc() is uninitialised: write it in a kernel, copy to it or "
                                "cudaMemset() it before it is read"
                              : "outputs are uninitialised before the call: assign to them (=) before adding (+=)";
}

static bool lies_on_host(const Fault& fault, const Case& test) {
  const auto* buffer = find_buffer(test, fault.buffer);
  return buffer != nullptr && buffer->memory != MemoryPlace::device;
}

std::string out_of_bounds_hint(std::int64_t offset_bytes) {
  return offset_bytes < 0 ? "look at: an index that can be negative, or unsigned arithmetic that wraps"
                          : "look at: the guard (if (i < N)), and the last block or the tail that a vectorised loop leaves";
}

static std::string hint_of(const Fault& fault, const Case& test) {
  using enum Fault::Kind;
  if (fault.kind == illegal_access && fault.in_kernel && is_inside(fault) && lies_on_host(fault, test))
    return "give the kernel a copy in device memory: cudaMalloc(), then cudaMemcpy() to it, and the result back; only a GPU "
           "with heterogeneous memory management (HMM) could access host memory, page by page over the bus";
  switch (fault.kind) {
    case illegal_access:
      if (fault.space == Fault::Space::shared)
        return "look at: the array's size against the indices that threadIdx can reach; dynamic shared memory is the third "
               "argument of <<<>>>, in bytes";
      if (fault.space == Fault::Space::local)
        return "the last index of an array of n elements is n - 1; a GPU accesses the adjacent memory without an error";
      if (!fault.thing.empty() && fault.buffer_bytes == 0 && fault.space != Fault::Space::shared)
        return "a kernel cannot access memory of malloc(), new or std::vector, or a host variable: pass it memory of "
               "cudaMalloc() "
               "and cudaMemcpy() to that, or use cudaMallocManaged()";
      if (!fault.in_kernel && fault.buffer.empty() && fault.thing.empty())
        return "look at: a null pointer, a pointer that was never set, or an index outside an array of the host";
      if (!fault.in_kernel && !lies_on_host(fault, test))
        return "the buffers that solve() gets are device memory: use them only in kernels and cudaMemcpy";
      if (fault.buffer.empty() && fault.thing.empty())
        return "look at: a null pointer, a pointer that was never set (is its cudaMalloc() missing?), a host pointer given to "
               "the "
               "kernel, int overflow in an index";
      return out_of_bounds_hint(fault.offset_bytes);
    case misaligned_access: return "an access of 8 or 16 bytes (float2, float4) needs an address divisible by its size";
    case write_to_input: return "inputs are const: the judge compares them with pristine copies after each call";
    case deadlock:
      return "put the barrier where all threads of the block reach it (of the grid's barrier: of the grid; of a warp "
             "operation: all "
             "lanes of its mask), outside an if or a loop that only some of them enter";
    case divergent_barrier: return "__syncthreads() inside an if must be reached by all threads of the block or by none";
    case division_by_zero:
      return fault.in_kernel ? "on a GPU this is no error: the result has all bits set (-1), and the kernel goes on"
                             : "look at: a size or a number of blocks that is 0 for small inputs";
    case stack_overflow: return "look at: recursion without an end, or a large local array";
    case race: return race_advice(fault);
    case uninitialised_read: return uninitialised_hint(fault);
    case leak: return "call cudaFree() at the end of solve(); otherwise each call leaves less free device memory";
    case unchecked_launch:
      return "<<<>>> reports no error itself: call cudaGetLastError() after it, and print cudaGetErrorString()";
    case host_access: return "the host crashes here, as on a GPU: copy it with cudaMemcpy(), or use it in a kernel";
    case failed_call: return "the program continues after it: test the value that the call returns, or call cudaGetLastError()";
    case stream_race:
      return "make the second wait for the first: cudaEventRecord() and cudaStreamWaitEvent(), one stream for both, or a "
             "synchronisation of the first one's stream before the second";
    case lost_update:
      return "an update such as x += y reads x, changes it and writes it: what another thread writes in between is lost. Use "
             "an "
             "atomic update, or combine the values by __syncthreads() and shuffles and let one thread write; let a block that "
             "needs what another one writes wait for it";
    case lockstep:
      return "CUDA promises no lockstep since Volta: put __syncwarp() between the accesses of different lanes, __syncthreads() "
             "where "
             "several warps take part, or use shuffles";
    case warps_apart:
      return "CUDA promises nothing about the pace of warps: put __syncthreads() between the accesses of the races above";
    case block_order:
      return "CUDA runs the blocks of a grid in any order, several at a time, and atomics give their places in any order: do "
             "the "
             "second step in a second kernel, or let a block wait for the one before it, by a flag and __threadfence()";
    case unfinished_copy:
      return "wait before the read: cp.async.wait_group, __pipeline_wait_prior(), consumer_wait() or the barrier's wait(). "
             "wait_group N and __pipeline_wait_prior(N) leave the newest N groups unfinished; then __syncthreads(), since each "
             "thread waits for its own copies alone";
    case stale_memory:
      return "cudaMalloc() clears nothing, and gives freed memory out again with what was in it: write each element before "
             "it is read, or call cudaMemset() in each solve()";
    case early_copy:
      return "an asynchronous copy may write at any time from its call on: begin it only when no thread needs what is there, "
             "by a barrier behind the last read, and into a stage that is not in use";
    case early_launch:
      return "a programmatic dependent launch may begin as soon as all blocks of the kernel before have called "
             "cudaTriggerProgrammaticLaunchCompletion(): call cudaGridDependencySynchronize() before the first access to "
             "what that kernel reads or writes";
    case stream_order:
      return "CUDA orders two streams only by events and synchronisation: cudaEventRecord() behind the first one's work and "
             "cudaStreamWaitEvent() before the second one's, one stream for both, or a synchronisation of the first one's "
             "stream before the second is given its work";
    case absent_lane:
      return "the value is undefined: call the shuffle with all lanes whose values are needed, and name them in its mask; "
             "a lane without a value of its own brings a neutral one (0 for a sum) instead of leaving";
    case slow_here: return std::string(k_where_to_judge_it) + ", or on one with more processors";
    case trap:
    case leans_on_zeros: return {};
    case unsupported: return std::string(k_where_to_judge_it);
  }
  return {};
}

static const char* space_name(Fault::Space space) {
  switch (space) {
    case Fault::Space::shared: return "shared";
    case Fault::Space::local: return "local";
    default: return "global";
  }
}

static bool are_of_different_blocks(const Fault& fault) { return fault.other && fault.other->block != fault.block; }

static std::string what_is_read(const Fault& fault, const Case& test) {
  if (fault.space == Fault::Space::shared) return "shared memory";
  if (!fault.thing.empty()) return fault.thing;
  return fault.buffer.empty() ? "global memory" : target_of(fault, test);
}

std::string fault_summary(const Fault& fault, const Case& test) {
  using enum Fault::Kind;
  const auto buffer = !fault.thing.empty()   ? fault.thing
                      : fault.buffer.empty() ? std::string("a buffer")
                                             : target_of(fault, test);
  switch (fault.kind) {
    case illegal_access: return illegal_access_text(fault, test);
    case misaligned_access:
      return fmt::format("misaligned {} {} {}", fault.is_write ? "write" : "read", fault.is_write ? "to" : "of", buffer);
    case write_to_input: return fmt::format("wrote to {}, which is an input", buffer);
    case deadlock: return "deadlock: some threads of a block wait at a barrier that the others never reach";
    case divergent_barrier: return "threads of one block do not all reach the same __syncthreads()";
    case division_by_zero:
      return fmt::format("an integer was divided by zero {}", fault.in_kernel ? "in a kernel" : "on the host");
    case trap: return "a kernel trapped: a failed assert() or __trap()";
    case stack_overflow:
      return fault.in_kernel ? "a thread's stack overflowed" : "the host code of solve() has used up its stack";
    case race:
      return fmt::format("race in {} memory{}", space_name(fault.space),
                         are_of_different_blocks(fault) ? " between blocks" : "");
    case uninitialised_read:
      return fault.space == Fault::Space::local ? "reads a local variable that has no value yet"
                                                : fmt::format("reads {} that was not written", what_is_read(fault, test));
    case leak: return "device memory is never freed";
    case unchecked_launch: return "a launch failed and its error was not checked";
    case host_access:
      return fmt::format("host code {} {}: device memory cannot be reached from the host", fault.is_write ? "wrote to" : "read",
                         buffer);
    case unfinished_copy: return "reads what an asynchronous copy has not brought yet";
    case leans_on_zeros: return fault.note;
    case failed_call: return "a call of the CUDA runtime failed and its error was not checked";
    case stream_race:
      return fmt::format("{} is used by two operations without an order", !fault.thing.empty()   ? fault.thing
                                                                          : fault.buffer.empty() ? "memory"
                                                                                                 : target_of(fault, test));
    case block_order: return "the answer depends on the order in which the blocks of a grid run";
    case lost_update: return "right only if threads run one after the other";
    case lockstep: return "right only if the lanes of a warp run in lockstep";
    case warps_apart: return "the answer depends on how far the warps of a block run apart";
    case stale_memory: return "the answer depends on what allocated memory held before";
    case early_copy: return "the answer depends on when an asynchronous copy arrives";
    case early_launch: return "the answer depends on when a dependent launch begins";
    case stream_order: return "the answer depends on which of its streams runs first";
    case absent_lane: return "a shuffle reads from a lane that takes no part";
    case slow_here: return "too slow here at full size: that case was not judged";
    case unsupported: return fault.note.empty() ? "uses a feature that the emulated runtime does not have" : fault.note;
  }
  return "unknown fault";
}

std::string fault_hint(const Fault& fault, const Case& test) { return hint_of(fault, test); }

std::string fault_details(const Fault& fault, const Case& test) {
  std::string bounds;
  const auto* buffer = find_buffer(test, fault.buffer);
  if (buffer != nullptr && buffer->elements() > 0 && fault.kind == Fault::Kind::illegal_access)
    bounds = fmt::format("{} has {}: the last is {}", fault.buffer, count_of(buffer->elements(), "element"),
                         element_name(fault.buffer, buffer->shape, buffer->elements() - 1));
  const bool note_is_summary = fault.kind == Fault::Kind::unsupported;
  return join_lines({where_line(fault), bounds, note_is_summary ? "" : fault.note, hint_of(fault, test)});
}

}  // namespace judge
