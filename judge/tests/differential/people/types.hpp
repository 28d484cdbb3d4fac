#pragma once

#include <string>
#include <vector>

#include "judge/tests/differential/random.hpp"

namespace judge::differential::people {

/// What arithmetic is done in: int, unsigned, long long, unsigned long long, float, double.
enum class Domain { i, u, l, w, f, d };

bool wraps(Domain domain);
/// The largest number that arithmetic may meet: beyond it an int is undefined, a float no longer exact.
double limit(Domain domain);
const char* type_name(Domain domain);

/// A type of one number. What is stored in a variable of it is a whole number, in the real types too, and never larger
/// than `bound`: so sums are exact, in whatever order they are made.
struct Scalar {
  enum class Form { plain, half, enumeration, boolean };
  std::string name;
  Domain domain;
  double bound;
  Form form = Form::plain;
};

struct Leaf {
  std::string suffix;  ///< behind the variable's name: "", ".x", ".position[2]"
  Scalar type;
};

/// A type of a variable: a number, a vector or a struct.
struct Type {
  std::string name;
  std::vector<Leaf> leaves;
  enum class Form { scalar, vector, structure } form = Form::scalar;
  bool has_methods = false;  ///< a struct with sum(), add() and twice()
};

/// The types of one kernel: CUDA's own, and what its author named.
class Types {
 public:
  /// Writes the declarations of the kernel's own types to `text`.
  Types(Random& random, std::string& text);

  Scalar scalar(Random& random) const;
  Type any(Random& random) const;
  Type number(Random& random) const;
  Type of(const Scalar& scalar) const { return {scalar.name, {{"", scalar}}}; }

 private:
  void name_types(Random& random, std::string& text);
  void make_structure(Random& random, std::string& text, const std::string& name);

  std::vector<Scalar> m_scalars;
  std::vector<Type> m_structures;
};

}  // namespace judge::differential::people
