#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/tests/differential/kernel.hpp"
#include "judge/tests/differential/people/objects.hpp"
#include "judge/tests/differential/people/types.hpp"
#include "judge/tests/differential/random.hpp"

namespace judge::differential::people {

/// How the author of a kernel writes.
struct Style {
  unsigned cast;             ///< 0: static_cast<T>(x), 1: (T)(x), 2: T(x) where T is a word
  std::string tid, threads;  ///< the thread's number in its block, the block's number of threads
  std::string gid;           ///< the thread's number in the grid
  bool tid_is_int;
  std::string sync;    ///< the barrier
  std::string mask;    ///< lanes of the warp that are still there: a constant, or a variable
  std::string digest;  ///< the unsigned variable that what goes out of scope is mixed into
  bool likes_auto, likes_const;
};

/// What the kernel may hold. A few of them at a time, so that each meets plain code too.
struct Features {
  bool has_barriers, has_warps, has_atomics, has_leaves;
  bool has_aliases;  ///< pointers and references to variables
  bool has_lambdas;
  bool has_jumps;      ///< goto, and switches with barriers in them
  bool has_functions;  ///< device functions with barriers in them
  bool is_plain =
      false;  ///< nothing for which the emulated runtime leaves a kernel whole: references, lambdas, auto, volatile, goto
};

/// An expression and what is known of it: |value| <= bound, where the domain does not wrap.
struct Value {
  std::string text;
  Domain domain;
  double bound;
};

/// Where a statement stands.
struct Scope {
  bool is_uniform = true;  ///< all threads of the block that are still there run it together
  bool has_warps = true;   ///< all lanes of `Style::mask` run it together
  int depth = 0;
  int trips = 1;                                               ///< how often it is run at most
  enum class Loop { none, plain, waiting } loop = Loop::none;  ///< the innermost; waiting: it has barriers
  bool may_leave_loop = false;                                 ///< break and continue are sound here
  bool ends_with_barrier = false;                              ///< the innermost loop's body
};

/// What the threads did with a variable since the last barrier.
struct Access {
  State state;
  std::string own_index;
};

/// Writes the body of one kernel as a person might. It keeps account of what the threads did with each shared variable
/// since the last barrier, and writes a barrier where the next access needs one: so there are no races.
/// Order within the writer: first need(), which may write a barrier, then the expressions, then line().
class Writer {
 public:
  Writer(Random& random, Features features, Shape shape, Style style, Types types)
      : m_random(random), m_features(features), m_shape(shape), m_style(std::move(style)), m_types(std::move(types)) {}

  // What the kernel is made of.
  void add_object(Object object);
  /// A parameter that can be called with an int.
  void set_functor(const std::string& name) { m_functor = name; }
  void leader();
  void shared_variables();
  void first_values();
  void block(const Scope& scope, int statements);
  void locals(int count);
  void results();
  /// Threads beyond the input are gone before the body begins.
  void some_have_left() { m_has_left = true; }
  std::string take_text() { return std::move(m_text); }
  std::string take_functions() { return std::move(m_functions); }
  unsigned dynamic_bytes() const { return m_dynamic_bytes; }
  void line(const std::string& text);
  void reserve(const std::string& name) { m_reserved.push_back(name); }

 private:
  // writer.cpp: names, scopes, shared state
  void statement(const Scope& scope);
  void open(const std::string& text);
  void close(const std::string& text = "}");
  std::string fresh_name(const Scope& scope, bool may_shadow = true);
  std::string unique(const char* stem) { return stem + std::to_string(m_names++); }
  std::size_t begin_scope() const { return m_objects.size(); }
  void end_scope(std::size_t begin);
  void hide(const std::string& name, int by);
  int add_local(const Scope& scope, Object object);
  void barrier();
  bool may_wait(const Scope& scope) const { return scope.is_uniform && m_features.has_barriers; }
  bool need(const Scope& scope, int object, State access, const std::string& own_index = "");
  bool allows(const Object& root, State access, const std::string& own_index) const;
  Object& root(int object);
  const Object& root(int object) const;
  std::vector<Access> states() const;
  void set_states(const std::vector<Access>& states);
  void join_states(const std::vector<Access>& states);
  void make_dirty();
  unsigned threads() const { return m_shape.block[0] * m_shape.block[1] * m_shape.block[2]; }
  int pick_object(auto&& is_good);
  std::string own_index(const Object& object);
  std::string single_thread();
  std::string only_thread(const std::string& writer);

  // expressions.cpp
  Value value(Domain domain, int depth);
  Value leaf(Domain domain);
  Value literal(Domain domain);
  std::optional<Value> variable(Domain domain);
  Value arithmetic(Domain domain, int depth);
  Value whole_number(int depth);
  Value wrapping(Domain domain, int depth);
  Value converted(Value value, Domain domain);
  Value folded(Value value, double bound);
  Value read(const std::string& text, const Scalar& type);
  std::string minimum(Domain domain, bool is_minimum, const std::string& a, const std::string& b);
  std::string cast(const std::string& type, const std::string& text);
  std::string condition(int depth);
  std::string stored(const Scalar& type, int depth);
  std::string stored_value(const Scalar& type, Value value, bool is_exact);
  std::string index(unsigned end);
  std::string index_text(unsigned end);
  bool is_readable(const Object& object) const;
  std::string initialiser(const Type& type, int depth);
  std::string uniform_condition(int depth);

  // variables.cpp
  void declare(const Scope& scope);
  void declare_local_array(const Scope& scope);
  void declare_alias(const Scope& scope);
  void declare_lambda(const Scope& scope);
  void assign(const Scope& scope);
  void assign_leaf(const Object& object, const Leaf& leaf, const std::string& text);
  void change(const Scope& scope);
  void change_pair(const Scope& scope);
  void change_by_method(const Scope& scope);
  void inner_block(const Scope& scope);
  int pick_mutable(const Scope& scope, auto&& is_good);
  int changed_local(const Scope& scope, std::string_view type);
  std::string helper(const std::string& name, const std::string& text);
  void note(const Object& object);

  // calls.cpp
  void declare_call(const Scope& scope);
  void declare_row(const Scope& scope);

  // shared.cpp
  int make_shared(const Scope& scope, const Type& type, unsigned elements, unsigned columns);
  void give_first_value(const Scope& scope, int object);
  void publish(const Scope& scope);
  void write_own(const Scope& scope);
  void copy(const Scope& scope);
  void copy_of(const Scope& scope, int object);
  void copy_number(const Scope& scope, const std::string& text, const Scalar& type, bool is_uniform);
  void copy_whole(const Scope& scope, int object);
  void shared_alias(const Scope& scope);
  void neighbours(const Scope& scope);
  void publish_and_copy(const Scope& scope);
  void waiting_statement(const Scope& scope);
  void counting_barrier(const Scope& scope);

  // control.cpp
  void uniform_branch(const Scope& scope);
  void branch(const Scope& scope);
  void waiting_loop(const Scope& scope);
  void run_waiting_loop(const Scope& scope, int locked, const std::string& last);
  std::string loop_end(const Scope& scope, int& locked);
  void loop_counter(const Scope& scope, const std::string& name, bool is_uniform, bool is_unsigned = false);
  std::string counter_name();
  void plain_loop(const Scope& scope);
  void summing_loop(const Scope& scope);
  void switch_statement(const Scope& scope);
  void waiting_switch(const Scope& scope);
  void goto_statement(const Scope& scope);
  void leave(const Scope& scope);
  void leave_loop(const Scope& scope);

  // persistent.cpp
  void persistent_loop(const Scope& scope);
  void flag_loop(const Scope& scope);
  void body_of_persistent(const Scope& scope, int flag);

  // warps.cpp
  void warp_statement(const Scope& scope);
  void warp_sum(const Scope& scope);
  void vote(const Scope& scope);
  void shuffle(const Scope& scope);
  void warps_after_divergence(const Scope& scope);
  void atomic_statement(const Scope& scope);
  void shared_atomic(const Scope& scope);

  // classics.cpp
  void classic(const Scope& scope);
  std::string classic_text(std::string_view text, const Object& buffer, const std::string& value, const std::string& result);
  void classic_function(const Object& buffer, std::string_view text, const std::string& value, const std::string& result);

  Random& m_random;
  Features m_features;
  Shape m_shape;
  Style m_style;
  Types m_types;
  std::vector<Object> m_objects;
  std::vector<std::string> m_reserved, m_helpers;
  std::string m_text, m_functions;
  std::string m_functor, m_leader;  ///< a callable parameter; a bool that says whether this is the first thread
  bool m_uniform_only = false;      ///< expressions are to be the same in all threads
  std::string m_single;             ///< the one thread that runs what is written now, if it is one
  bool m_is_index = false;          ///< an index is being written
  bool m_has_left = false;          ///< some threads may be gone
  unsigned m_shared_bytes = 0, m_dynamic_bytes = 0;
  int m_names = 0, m_indent = 1;
  bool m_is_broken = false;  ///< the innermost loop with barriers has a break
};

int Writer::pick_object(auto&& is_good) {
  std::vector<int> good;
  for (std::size_t i = 0; i < m_objects.size(); ++i)
    if (m_objects[i].hidden == 0 && is_good(m_objects[i])) good.push_back(static_cast<int>(i));
  return good.empty() ? -1 : good[m_random.below(static_cast<unsigned>(good.size()))];
}

int Writer::pick_mutable(const Scope& scope, auto&& is_good) {
  return pick_object([&](const Object& object) {
    return object.storage == Storage::local && !object.is_constant && object.locked == 0 && !object.is_loop_counter &&
           (scope.is_uniform || !object.is_uniform) && is_good(object);
  });
}

}  // namespace judge::differential::people
