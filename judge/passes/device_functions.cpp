#include "judge/passes/device_functions.hpp"

#include <algorithm>
#include <array>

#include "judge/util/contains.hpp"

namespace judge {

namespace {

using Range = SourceTokens::Range;

constexpr std::array<std::string_view, 3> k_device_words = {"__global__", "__device__", "__attribute__"};

std::vector<DeviceParameter> parameters_in(const SourceTokens& source, std::size_t open) {
  std::vector<DeviceParameter> parameters;
  for (const Range part : source.parts_in(open)) {
    DeviceParameter parameter;
    for (std::size_t i = part.begin; i < part.end && source.text(i) != "=" && source.text(i) != "["; ++i) {
      parameter.is_pointer |= source.text(i) == "*";
      parameter.is_reference |= source.text(i) == "&" || source.text(i) == "&&";
      if (source.is_identifier(i)) parameter.name = source.text(i);
    }
    parameter.is_pointer |= source.text(part.end - 1) == "]";
    parameters.push_back(parameter);
  }
  return parameters;
}

/// Between the braces that come next; empty where a semicolon comes first.
Range body_behind(const SourceTokens& source, std::size_t i) {
  while (i < source.size() && source.text(i) != "{" && source.text(i) != ";") ++i;
  return source.text(i) == "{" ? Range{i + 1, source.end_of_function(i)} : Range{};
}

/// That of `__global__ void __launch_bounds__(256) k(`; 0 = a variable is declared.
std::size_t opening_of_parameters(const SourceTokens& source, std::size_t i) {
  std::size_t open = i + 1;
  while (open < source.size() && !contains(std::array<std::string_view, 4>{"(", ";", "{", "="}, source.text(open))) {
    const bool is_attribute = source.text(open + 1) == "(" && source.text(open).starts_with("__");
    open = is_attribute ? source.closing(open + 1) + 1 : open + 1;
  }
  return source.text(open) == "(" && source.is_identifier(open - 1) ? open : 0;
}

// cudaMalloc(), but not what kernels may call too.
bool is_host_call(const SourceTokens& source, std::size_t i) {
  const std::string_view word = source.text(i);
  if (source.text(i + 1) != "(" || word.size() < 5 || !word.starts_with("cuda") || word[4] < 'A' || word[4] > 'Z') return false;
  return word != "cudaGridDependencySynchronize" && word != "cudaTriggerProgrammaticLaunchCompletion" &&
         word != "cudaGetLastError";
}

// A launch's arguments, by the first name in each but for those of casts.
void take_launch(const SourceTokens& source, std::size_t launch, std::vector<DeviceFunction>& functions) {
  std::size_t name = launch - 1, open = launch;
  while (name > 0 && source.text(launch - 1) == ">" && source.text(name) != "<" && source.text(name) != ";") --name;
  if (source.text(name) == "<") --name;
  while (open < source.size() && source.text(open) != ">>>" && source.text(open) != ";") ++open;
  if (source.text(++open) != "(") return;
  const auto arguments = source.parts_in(open);
  for (DeviceFunction& kernel : functions) {
    if (kernel.name != source.text(name)) continue;
    auto& parameters = kernel.parameters;
    for (std::size_t i = 0; i < std::min(arguments.size(), parameters.size()); ++i)
      for (std::size_t earlier = 0; earlier < i && parameters[i].is_pointer; ++earlier)
        if (parameters[earlier].is_pointer && source.base_of(arguments[i]) == source.base_of(arguments[earlier]))
          parameters[i].same_as = parameters[earlier].name;
  }
}

}  // namespace

std::vector<DeviceFunction> device_functions(const SourceTokens& source) {
  std::vector<DeviceFunction> functions;
  const auto add = [&](std::string_view name, std::size_t begin, std::size_t open) {
    functions.push_back(
        {.name = name,
         .is_kernel = source.text(begin) == "__global__",
         .begin = begin,
         .open = open,
         .body = body_behind(source, source.text(open) == "(" ? source.closing(open) : open),
         .parameters = source.text(open) == "(" ? parameters_in(source, open) : std::vector<DeviceParameter>()});
  };
  for (std::size_t i = 0; i < source.size(); ++i) {
    const std::string_view word = source.text(i);
    if (word == "__global__" || word == "__device__")
      if (const std::size_t open = opening_of_parameters(source, i)) add(source.text(open - 1), i, open);
    if (word == "=" && source.text(i + 1) == "[" && i > 0) add(source.text(i - 1), i + 1, source.closing(i + 1) + 1);
  }
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source.text(i) == "<<<" && i > 0) take_launch(source, i, functions);
    const auto declares = [i](const DeviceFunction& function) { return function.begin < i && i < function.open; };
    if (opening_of_call(source, i) == 0 || std::ranges::any_of(functions, declares)) continue;
    for (DeviceFunction& function : functions)
      if (function.name == source.text(i) && (i < function.body.begin || i >= function.body.end))
        function.is_called_by_name = true;
  }
  return functions;
}

std::size_t end_of_host_function(const SourceTokens& source, std::size_t i) {
  if (source.text(i) != "{" || i == 0 || source.text(i - 1) != ")") return 0;
  for (std::size_t at = i; at-- > 0 && source.text(at) != ";" && source.text(at) != "}" && source.text(at) != "{";)
    if (contains(k_device_words, source.text(at))) return 0;
  int depth = 0;
  bool is_of_host = false;
  for (std::size_t at = i; at < source.size(); ++at) {
    if (contains(k_device_words, source.text(at))) return 0;
    if (source.text(at) == "<<<" || is_host_call(source, at)) is_of_host = true;
    if (source.text(at) == "{") ++depth;
    if (source.text(at) == "}" && --depth == 0) return is_of_host ? at + 1 : 0;
  }
  return 0;
}

std::size_t opening_of_call(const SourceTokens& source, std::size_t i) {
  if (!source.is_identifier(i)) return 0;
  std::size_t open = i + 1;
  if (source.text(open) == "<") open = source.next_bracket(open);
  return source.text(open) == "(" && (open == i + 1 || source.text(open - 1).starts_with(">")) ? open : 0;
}

}  // namespace judge
