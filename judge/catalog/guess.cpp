#include "judge/catalog/guess.hpp"

#include <algorithm>
#include <string_view>

namespace judge {

namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// A single number comes out: sum, loss, ...
bool names_one_number(std::string_view name) {
  const std::vector<std::string> known{"result", "sum", "loss", "mse", "count", "total", "mean", "max", "min", "norm"};
  return contains(known, name);
}

std::vector<std::string> guess_shape(const std::string& name, const std::vector<std::string>& sizes,
                                     Direction direction) {
  const auto has = [&](std::string_view size) { return contains(sizes, size); };
  if (direction == Direction::out && names_one_number(name)) return {"1"};
  if (sizes.empty()) return {"1024"};
  if (has("M") && has("N") && has("K")) {
    if (name == "A") return {"M", "K"};
    if (name == "B") return {"K", "N"};
    return {"M", "N"};
  }
  if (has("rows") && has("cols")) return {"rows", "cols"};
  if (has("height") && has("width")) return {"height", "width"};
  if (sizes.size() == 1) return {sizes[0]};
  return {sizes[0], sizes[1]};
}

// const says it, unless nothing or everything is const: then the last pointer is the output, and a lone one in place.
Direction guess_direction(const Signature& signature, const Parameter& parameter) {
  std::vector<const Parameter*> pointers;
  for (const auto& each : signature.parameters)
    if (each.is_pointer) pointers.push_back(&each);
  const auto constants = std::ranges::count_if(pointers, [](const auto* each) { return each->is_const; });
  const bool tells_apart = constants > 0 && constants < std::ssize(pointers);
  if (tells_apart) return parameter.is_const ? Direction::in : Direction::out;
  if (pointers.size() == 1) return Direction::inout;
  return &parameter == pointers.back() ? Direction::out : Direction::in;
}

}  // namespace

std::vector<std::string> guess_sizes(const Signature& signature) {
  std::vector<std::string> sizes;
  for (const auto& parameter : signature.parameters)
    if (!parameter.is_pointer && !is_floating(parameter.type) && parameter.type != DType::boolean)
      sizes.push_back(parameter.name);
  return sizes;
}

std::vector<GuessedBuffer> guess_buffers(const Signature& signature) {
  const auto sizes = guess_sizes(signature);
  std::vector<GuessedBuffer> buffers;
  for (const auto& parameter : signature.parameters) {
    if (!parameter.is_pointer) continue;
    GuessedBuffer buffer{.name = parameter.name, .type = parameter.type};
    buffer.direction = guess_direction(signature, parameter);
    buffer.direction_is_default = buffer.direction == (parameter.is_const ? Direction::in : Direction::out);
    buffer.shape = guess_shape(parameter.name, sizes, buffer.direction);
    buffers.push_back(std::move(buffer));
  }
  return buffers;
}

}  // namespace judge
