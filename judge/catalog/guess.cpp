#include "judge/catalog/guess.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "judge/catalog/suggest.hpp"
#include "judge/util/contains.hpp"

namespace judge {

namespace {

using Names = std::vector<std::string>;

// Extents by the words that follow a buffer's name, slowest first: input_depth, input_rows, input_cols.
constexpr std::array<std::string_view, 4> k_extents_rows{"channels", "depth", "rows", "cols"};
constexpr std::array<std::string_view, 4> k_extents_height{"channels", "depth", "height", "width"};
constexpr std::array<std::string_view, 5> k_lengths{"size", "length", "len", "count", "n"};

bool is_filter(std::string_view name) { return name == "kernel" || name == "filter" || name == "weights" || name == "mask"; }
bool is_output(std::string_view name) {
  return name == "output" || name == "out" || name == "result" || name == "y" || name == "C";
}

// A single number comes out: sum, loss, ...
bool names_one_number(std::string_view name) {
  static const Names known{"result", "sum", "loss", "mse", "count", "total", "mean", "max", "min", "norm"};
  return contains(known, name);
}

// The problem's name says so: "dot-product", "sum-of-squares". What goes on behind it ("max-pooling") says otherwise.
bool problem_gives_one_number(std::string_view problem) {
  static const Names known{"reduction", "reduce", "sum", "dot", "loss",        "mean",    "average",
                           "norm",      "count",  "max", "min", "integration", "variance"};
  static const Names others{"prefix",  "pool",    "pooling", "softmax",   "row",           "rows",  "column",
                            "columns", "batch",   "batched", "segmented", "normalization", "scan",  "per",
                            "running", "sliding", "matrix",  "sort",      "rms",           "layer", "group"};
  bool found = false;
  for (std::size_t begin = 0; begin <= problem.size();) {
    const std::size_t end = std::min(problem.find('-', begin), problem.size());
    const auto word = problem.substr(begin, end - begin);
    if (contains(others, word)) return false;
    found |= contains(known, word);
    begin = end + 1;
  }
  return found;
}

// Whole numbers that are no sizes, and a value that most problems can live with.
std::optional<std::string> value_of_no_size(std::string_view name) {
  const std::string word = lower_case(name);
  for (const auto* zero : {"zero_point", "padding", "pad", "seed", "offset", "shift"})
    if (word.starts_with(zero)) return "0";
  for (const auto* one : {"stride", "dilation"})
    if (word.starts_with(one)) return "1";
  if (word.contains("iter") || word == "steps" || word == "rounds") return "10";
  return std::nullopt;
}

// Bounds differ, or the answer is one number whatever comes in.
std::string value_of_number(std::string_view name) {
  const std::string word = lower_case(name);
  if (word.starts_with("eps")) return "1e-5";
  constexpr std::array<std::string_view, 5> lower{"lo", "low", "lower", "min", "minimum"};
  const bool is_lower = std::ranges::any_of(lower, [&](std::string_view bound) {
    return word == bound || word.starts_with(fmt::format("{}_", bound)) || word.ends_with(fmt::format("_{}", bound));
  });
  return is_lower ? "-0.5" : "0.5";
}

bool is_whole(const Parameter& parameter) {
  return !parameter.is_pointer && !is_floating(parameter.type) && parameter.type != DType::boolean;
}

/// Shapes for the buffers of one declaration.
class ShapeGuesser {
 public:
  ShapeGuesser(const Signature& signature, std::string_view problem)
      : m_sizes(guess_sizes(signature)), m_one_number(problem_gives_one_number(problem)) {
    for (const auto& parameter : signature.parameters)
      if (parameter.is_pointer) m_buffers.push_back(parameter.name);
  }

  Names shape_of(const std::string& name, Direction direction) const {
    if (direction == Direction::out && (names_one_number(name) || (m_one_number && is_output(name)))) return {"1"};
    if (m_sizes.empty()) return {"1024"};
    if (auto own = own_extents(name); !own.empty()) return own;
    if (auto known = known_shape(name); !known.empty()) return known;
    if (direction == Direction::out) return output_shape();
    return plain_shape();
  }

 private:
  bool has(std::string_view size) const { return contains(m_sizes, size); }
  bool has_buffer(std::string_view name) const { return contains(m_buffers, name); }

  // Sizes that carry the buffer's name: input_size for input, num_bins for bins.
  Names own_extents(std::string_view name) const {
    for (const auto& extents : {k_extents_rows, k_extents_height}) {
      Names own;
      for (const auto extent : extents)
        if (const auto size = fmt::format("{}_{}", name, extent); has(size)) own.push_back(size);
      if (!own.empty()) return own;
    }
    for (const auto length : k_lengths)
      for (const auto& size :
           {fmt::format("{}_{}", name, length), fmt::format("{}_{}", length, name), fmt::format("num_{}", name)})
        if (has(size)) return {size};
    if (name == "histogram" || name == "hist" || name == "bins")
      for (const auto& size : m_sizes)
        if (lower_case(size).contains("bins")) return {size};
    return {};
  }

  // By conventions of the field.
  Names known_shape(std::string_view name) const {
    if (has("M") && has("N") && has("K") && (name == "A" || name == "B" || name == "C")) {
      Names shape = name == "A" ? Names{"M", "K"} : name == "B" ? Names{"K", "N"} : Names{"M", "N"};
      for (const auto* batch : {"BATCH", "batch", "batch_size", "B"})
        if (has(batch)) shape.insert(shape.begin(), batch);
      return shape;
    }
    if (auto shape = attention_shape(name); !shape.empty()) return shape;
    if (has("n_samples") && has("n_features"))
      return name == "X" ? Names{"n_samples", "n_features"} : Names{name == "beta" || name == "w" ? "n_features" : "n_samples"};
    static const Names per_channel{"gamma", "beta", "bias", "mean", "var", "scale"};
    if (contains(per_channel, name) && m_sizes.size() > 1) return {has("C") ? "C" : m_sizes.back()};
    if (name.ends_with("labels")) return {m_sizes.front()};
    if (has("k") && m_sizes.size() == 2 && is_output(name)) return {"k"};
    return {};
  }

  // Q is M x d, K and V are N x d, what comes out is like Q; with N alone all are N x d.
  Names attention_shape(std::string_view name) const {
    if (!has_buffer("Q") || !has_buffer("K") || !has_buffer("V")) return {};
    const std::string rows = has("M") && name != "K" && name != "V" ? "M" : "N";
    if (!has(rows)) return {};
    for (const auto* width : {"d_model", "d", "D", "head_dim", "embed_dim"})
      if (has(width)) return has("H") && has("D") ? Names{rows, "H", "D"} : Names{rows, width};
    return {};
  }

  // What a filter leaves of the input; else as large as the input.
  Names output_shape() const {
    const auto filter = std::ranges::find_if(m_buffers, is_filter);
    if (m_buffers.empty()) return plain_shape();
    const Names input = own_extents(m_buffers.front());
    if (filter == m_buffers.end()) return input.empty() ? plain_shape() : input;
    const Names taps = own_extents(*filter);
    if (taps.empty() || taps.size() != input.size()) return plain_shape();
    Names shape;
    for (std::size_t i = 0; i < input.size(); ++i) shape.push_back(fmt::format("{} - {} + 1", input[i], taps[i]));
    return shape;
  }

  Names plain_shape() const {
    if (has("rows") && has("cols")) return {"rows", "cols"};
    if (has("height") && has("width")) return {"height", "width"};
    if (has("N") && has("C") && has("H") && has("W")) return {"N", "C", "H", "W"};
    if (has("H") && has("W")) return {"H", "W"};
    if (has("N") && m_sizes.size() == 2 && has("k")) return {"N"};
    if (m_sizes.size() == 2 && lower_case(m_sizes[1]).contains("bins")) return {m_sizes[0]};
    if (m_sizes.size() == 1) return {m_sizes[0]};
    return {m_sizes[0], m_sizes[1]};
  }

  Names m_sizes, m_buffers;
  bool m_one_number = false;
};

// C = alpha A B + beta C: beta says that C is read.
bool is_scaled_by_beta(const Signature& signature, const Parameter& parameter) {
  const bool has_beta = std::ranges::any_of(signature.parameters, [](const Parameter& each) {
    return each.name == "beta" && !each.is_pointer && is_floating(each.type);
  });
  return has_beta && (parameter.name == "C" || parameter.name == "c" || parameter.name == "y");
}

// const says it, unless nothing or everything is const: then the last pointer is the output, and a lone one in place.
Direction guess_direction(const Signature& signature, const Parameter& parameter) {
  std::vector<const Parameter*> pointers;
  for (const auto& each : signature.parameters)
    if (each.is_pointer) pointers.push_back(&each);
  const auto constants = std::ranges::count_if(pointers, [](const auto* each) { return each->is_const; });
  const bool tells_apart = constants > 0 && constants < std::ssize(pointers);
  const Direction out = is_scaled_by_beta(signature, parameter) ? Direction::inout : Direction::out;
  if (tells_apart) return parameter.is_const ? Direction::in : out;
  if (pointers.size() == 1) return Direction::inout;
  return &parameter == pointers.back() ? out : Direction::in;
}

}  // namespace

std::vector<std::string> guess_sizes(const Signature& signature) {
  Names sizes;
  for (const auto& parameter : signature.parameters)
    if (is_whole(parameter) && !value_of_no_size(parameter.name)) sizes.push_back(parameter.name);
  return sizes;
}

std::vector<GuessedScalar> guess_other_scalars(const Signature& signature) {
  std::vector<GuessedScalar> scalars;
  for (const auto& parameter : signature.parameters) {
    if (parameter.is_pointer) continue;
    if (is_floating(parameter.type)) scalars.push_back({parameter.name, value_of_number(parameter.name)});
    else if (parameter.type == DType::boolean) scalars.push_back({parameter.name, "true"});
    else if (const auto value = value_of_no_size(parameter.name)) scalars.push_back({parameter.name, *value});
  }
  return scalars;
}

std::vector<SizeBound> guess_bounds(const Signature& signature) {
  const Names sizes = guess_sizes(signature);
  std::vector<SizeBound> bounds;
  for (const auto& size : sizes) {
    const auto dash = size.find('_');
    const std::string input = dash == std::string::npos ? "" : "input" + size.substr(dash);
    if (dash != std::string::npos && is_filter(size.substr(0, dash)) && contains(sizes, input)) bounds.push_back({size, input});
    if (size == "k" && contains(sizes, "N")) bounds.push_back({size, "N"});
  }
  return bounds;
}

std::string_view guess_checker(DType type) {
  switch (type) {
    case DType::f16: return R"({"tolerance": {"absolute": 1e-2, "relative": 1e-2}})";
    case DType::bf16: return R"({"tolerance": {"absolute": 5e-2, "relative": 5e-2}})";
    case DType::f32: return R"({"tolerance": {"absolute": 1e-5, "relative": 1e-5}})";
    case DType::f64: return R"({"tolerance": {"absolute": 1e-10, "relative": 1e-10}})";
    default: return R"("exact")";
  }
}

std::vector<GuessedBuffer> guess_buffers(const Signature& signature, std::string_view problem) {
  const ShapeGuesser shapes(signature, problem);
  std::vector<GuessedBuffer> buffers;
  for (const auto& parameter : signature.parameters) {
    if (!parameter.is_pointer) continue;
    GuessedBuffer buffer{.name = parameter.name, .type = parameter.type};
    buffer.direction = guess_direction(signature, parameter);
    buffer.direction_is_default = buffer.direction == (parameter.is_const ? Direction::in : Direction::out);
    buffer.shape = shapes.shape_of(parameter.name, buffer.direction);
    buffers.push_back(std::move(buffer));
  }
  return buffers;
}

}  // namespace judge
