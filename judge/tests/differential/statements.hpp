#pragma once

#include <string>

#include "judge/tests/differential/kernel.hpp"
#include "judge/tests/differential/random.hpp"

namespace judge::differential {

/// What a kernel is allowed to hold.
struct Features {
  bool has_barriers, has_warp_operations, has_atomics, has_reals;
};

/// Where a statement stands.
struct Scope {
  std::string mask;              ///< of the warp's lanes that run it together; empty: no warp operations here
  bool is_block_uniform = true;  ///< all threads of the block run it, or none
  bool is_in_loop = false;
  int depth = 0;  ///< how many statements enclose it
};

/// Writes the statements of one kernel. Where a condition differs between lanes, the lanes that go on are found by a
/// ballot first, so that warp operations inside name exactly those.
class StatementWriter {
 public:
  StatementWriter(Random& random, Features features, Shape shape, std::string name)
      : m_random(random), m_features(features), m_shape(shape), m_name(std::move(name)) {}

  void block(const Scope& scope, int statements);
  /// Lanes may leave here, so no barrier may follow.
  void early_return(Scope& scope);
  void forbid_barriers() { m_features.has_barriers = false; }
  std::string take_text() { return std::move(m_text); }
  /// Declarations of the shared arrays that the statements use.
  std::string shared_arrays() const;
  int helpers = 0;  ///< how many device functions NAME_helper_0, ... may be called

 private:
  void statement(const Scope& scope);
  void assignment();
  void plain_statement(const Scope& scope);
  void warp_statement(const Scope& scope);
  void vote_statement(const Scope& scope);
  void barrier_statement();
  void atomic_statement(const Scope& scope);
  void branch(const Scope& scope);
  void uniform_branch(const Scope& scope);
  void uniform_loop(const Scope& scope);
  void divergent_loop(const Scope& scope);
  void loop_with_breaks(const Scope& scope);
  void switch_statement(const Scope& scope);
  void exchange_in_block();
  void reduce_in_block();
  void scan_in_block();
  void count_in_block();
  void copy_in_block();
  void tiles();
  void line(const std::string& text);
  void expanded(std::string_view text, int depth = 2);
  char type();
  std::string shared_array(char type);
  std::string fresh(const char* prefix) { return prefix + std::to_string(m_names++); }
  unsigned threads() const { return m_shape.block[0] * m_shape.block[1] * m_shape.block[2]; }

  Random& m_random;
  Features m_features;
  Shape m_shape;
  std::string m_name, m_text, m_arrays_used;
  int m_names = 0, m_indent = 1;
  bool m_has_added_halves = false;
};

}  // namespace judge::differential
