#pragma once

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "judge/emulator/lowering/device_code.hpp"
#include "judge/emulator/lowering/functions.hpp"
#include "judge/emulator/lowering/kernel_declarations.hpp"

namespace judge::lowering {

/// A kernel or another function for the device that nvcc compiles in any case: no template, without `if constexpr`.
struct DeviceCode {
  std::size_t name = none;
  Range parameters;  ///< between the parentheses
  Range body;        ///< from { to }
  bool is_kernel = false;
  bool is_compiled = true;  ///< false: only if something calls it
};

/// Which functions and variables of a unit are the host's and which the device's, as far as its tokens prove it: each name
/// that is told has one meaning in the whole unit, and none in a system's header that an unqualified call could reach.
class Sides {
 public:
  Sides(const Translation& translation, const Qualified& qualified);

  /// Kernels that are no templates and whose bodies hold no `if constexpr`: nvcc compiles all of them.
  const std::vector<KernelDeclaration>& plain_kernels() const { return m_plain_kernels; }
  /// These, and the functions with __device__ alone at namespace scope.
  const std::vector<DeviceCode>& plain_device_code() const { return m_device_code; }
  /// Functions at namespace scope without qualifiers that are no templates.
  const std::vector<Function>& plain_host_functions() const { return m_host; }

  /// The name token of the definition of the host's function that a call at `i` can only mean; `none` if in doubt.
  std::size_t host_function(std::size_t i) const;
  /// The same of a function with __device__ alone.
  std::size_t device_function(std::size_t i) const;
  /// Of a kernel.
  std::size_t kernel(std::size_t i) const;
  /// Of a variable of the host's at namespace scope that may change.
  std::size_t host_variable(std::size_t i) const;
  /// The same of an array of numbers that may not change.
  std::size_t host_table(std::size_t i) const;
  /// Of a __device__ or __constant__ variable at namespace scope, of which the host sees a copy of its own that nothing else uses.
  std::size_t device_variable(std::size_t i) const;
  /// Is the name used for nothing but calls in this unit, so that a system's header declares it?
  bool is_undeclared(std::string_view word) const;
  /// Does the token stand outside all braces?
  bool is_global(std::size_t place) const;

 private:
  enum class Kind { other, host, device, kernel };
  struct Meaning {
    Kind kind = Kind::other;
    std::size_t name = none;
    int definitions = 0;
  };

  /// A qualifier may be the unit's last word.
  bool is_at_namespace(std::size_t i) const { return i < m_at_namespace.size() && m_at_namespace[i]; }
  void find_device_names(const Qualified& qualified);
  void find_functions(const Qualified& qualified);
  void add_device_code(const Function& function, std::size_t name, const Qualified& qualified);
  void find_variables();
  void find_device_variables(const Qualified& qualified);
  std::size_t the_only_variable(const std::unordered_map<std::string_view, std::size_t>& variables, std::size_t i) const;
  Kind kind_of(const Function& function, std::size_t name) const;
  bool has_other_uses(std::string_view word, std::size_t definition) const;
  bool is_in_a_header(std::string_view word) const;
  std::size_t the_only(std::size_t i, Kind kind) const;

  const Translation& t;
  std::vector<bool> m_at_namespace;
  std::vector<KernelDeclaration> m_plain_kernels;
  std::vector<DeviceCode> m_device_code;
  std::vector<Function> m_host;
  std::unordered_set<std::size_t> m_kernel_names;
  std::unordered_set<std::string_view> m_device_names, m_both_names;
  std::unordered_map<std::string_view, Meaning> m_meanings;
  std::unordered_map<std::string_view, std::size_t> m_variables, m_tables, m_device_variables;
  std::unordered_map<std::string_view, std::vector<std::size_t>> m_uses;
  mutable std::unordered_set<std::string_view> m_global_in_headers;  ///< found when first asked for
};

}  // namespace judge::lowering
