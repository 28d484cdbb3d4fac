#pragma once

#include <string>

#include "judge/tests/differential/people/types.hpp"

namespace judge::differential::people {

/// What the block's threads did with a shared variable since the last barrier. Two accesses without a barrier between
/// them are allowed where no order of the threads can be seen.
enum class State {
  clean,   ///< nothing
  read,    ///< any thread may have read any element: reads may follow
  owned,   ///< each thread touched the elements that are its own: it may touch them again
  single,  ///< one thread alone touched it: that thread may touch it again
  atomic,  ///< sums by atomics, whose results nobody looked at: more of them may follow
  dirty,   ///< it can't be told: a barrier first
};

/// The index of a thread's own element in an array whose rows and columns are the block's.
constexpr const char* by_rows = "by rows";

enum class Storage { local, shared, global };

/// A variable of the kernel, or another name for one (a reference, a pointer).
struct Object {
  std::string name;
  Type type;
  Storage storage = Storage::local;
  unsigned elements = 0;     ///< of an array; 0: a single one
  unsigned columns = 0;      ///< of an array of two dimensions
  bool is_uniform = false;   ///< the same in all threads of the block
  bool is_constant = false;  ///< never changed once it has its value
  int target = -1;           ///< the object that this one is another name for
  State state = State::clean;
  std::string own_index = {};  ///< which element is the thread's own, where `owned`
  bool has_value = true;       ///< somebody has written all of it
  int hidden = 0;              ///< how many inner variables have its name
  int locked = 0;              ///< how many loops ask for it in their conditions
  bool is_loop_counter = false;
  bool is_pointer = false;  ///< to memory that nobody writes
  int depth = 0;            ///< of the block that declares it

  bool is_array() const { return elements > 0; }
  std::string at(const std::string& index) const;
};

}  // namespace judge::differential::people
