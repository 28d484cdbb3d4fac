#include "judge/player/failed_copies.hpp"

#include <fmt/format.h>

namespace judge {

namespace {

using Where = PointedAt::Where;
using Must = CopySide::Must;

constexpr const char* k_not_of_device = ", and must point at device memory";

std::string text_of(const CopySide& side) {
  const PointedAt& target = side.target;
  if (!side.pointer) return fmt::format("{} is a null pointer", side.parameter);
  std::string name = target.name;
  if (name.empty())
    name = target.where == Where::nowhere_known ? "ordinary host memory, or at memory that was freed"
           : target.where == Where::host        ? "page-locked host memory"
                                                : "device memory";
  std::string text =
      fmt::format("{} points at {}{}", side.parameter, target.offset ? fmt::format("byte {} of ", target.offset) : "", name);
  if (target.bytes) text += fmt::format(", which is {} bytes large", *target.bytes);
  return text;
}

// What is certain; empty: nothing is.
std::string complaint_about(const CopySide& side) {
  const PointedAt& target = side.target;
  if (side.is_too_small)
    return fmt::format("{} names a variable that ends before byte {}", side.parameter, target.offset + side.bytes);
  if (!side.pointer) return text_of(side);
  if (side.must == Must::be_on_device && target.where == Where::host) return text_of(side) + k_not_of_device;
  if (side.must == Must::be_on_host && target.where == Where::device) return text_of(side) + ", and must point at host memory";
  const bool does_not_fit = target.bytes && side.bytes > *target.bytes - target.offset;
  return does_not_fit ? fmt::format("{}, and {} bytes from there on were asked for", text_of(side), side.bytes) : "";
}

// What the runtime does not know may still be a variable of the device's.
std::string doubt_about(const CopySide& side) {
  const bool is_unknown = side.must == Must::be_on_device && side.target.where == Where::nowhere_known;
  return is_unknown ? text_of(side) + k_not_of_device : "";
}

template <class Say>
std::string all_of(const std::vector<CopySide>& sides, Say say) {
  std::string text;
  for (const CopySide& side : sides)
    if (const std::string one = say(side); !one.empty()) text += (text.empty() ? "" : "; ") + one;
  return text;
}

}  // namespace

std::string what_is_wrong_with(const std::vector<CopySide>& sides) {
  if (auto wrong = all_of(sides, complaint_about); !wrong.empty()) return wrong;
  if (auto doubtful = all_of(sides, doubt_about); !doubtful.empty()) return doubtful;
  return fmt::format("{}; {} bytes were asked for", all_of(sides, text_of), sides.empty() ? 0 : sides.front().bytes);
}

}  // namespace judge
