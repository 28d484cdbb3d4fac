// Every interface of the public LeetGPU problems is a Problem in our format. The data holds, for each, the signature,
// a problem.json and a tests.json at the timed sizes, and, counted independently of our formulas, how many elements
// each buffer has at the timed sizes and at the small ones.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "judge/catalog/fill_buffer.hpp"
#include "judge/tests/catalog_support.hpp"

namespace judge {
namespace {

using nlohmann::json;

FolderText folder_of(const json& interface) {
  FolderText text;
  text.solve = interface["solve"];
  text.problem = interface["problem"].dump();
  text.tests = interface["tests"].dump();
  text.reference = "#include <judge/reference.h>\n";
  return text;
}

void expect_elements(const Case& test, const json& elements) {
  std::size_t buffers = 0;
  for (const auto& argument : test.arguments) {
    const auto* buffer = std::get_if<BufferArgument>(&argument);
    if (!buffer) continue;
    ++buffers;
    EXPECT_EQ(buffer->elements(), elements.at(buffer->name).get<std::int64_t>()) << buffer->name;
  }
  EXPECT_EQ(buffers, elements.size());
}

std::string direction_text(Direction direction) {
  return direction == Direction::in ? "in" : direction == Direction::out ? "out" : "inout";
}

void expect_fillable(const BufferArgument& buffer) {
  std::vector<std::byte> memory(buffer.bytes());
  const auto filled = fill_buffer(buffer, 1, memory);
  const bool is_custom = std::holds_alternative<fill::Custom>(buffer.fill);
  EXPECT_EQ(filled.has_value(), !is_custom) << buffer.name << (filled ? "" : filled.error().message);
}

TEST(Interfaces, AllLoadAndResolveAndFill) {
  const json all = interfaces();
  ASSERT_EQ(all.size(), 97u);
  const auto temporary = TemporaryDirectory::create("interfaces");
  ASSERT_TRUE(temporary);
  for (const auto& interface : all) {
    const std::string name = interface["name"];
    SCOPED_TRACE(name);
    const auto problem = load_problem(write_folder(temporary->path() / name, folder_of(interface)));
    ASSERT_TRUE(problem) << problem.error().message;
    const auto timed = cases_of(*problem, RuntimeKind::cuda);
    const auto small = cases_of(*problem, RuntimeKind::emulated);
    ASSERT_TRUE(timed && small);
    expect_elements(timed->front(), interface["elements"]);
    expect_elements(small->front(), interface["small_elements"]);
    for (const auto& argument : small->front().arguments) {
      const auto* buffer = std::get_if<BufferArgument>(&argument);
      if (!buffer) continue;
      EXPECT_EQ(direction_text(buffer->direction), interface["directions"][buffer->name].get<std::string>()) << buffer->name;
      if (buffer->direction != Direction::out) expect_fillable(*buffer);
    }
  }
}

TEST(Interfaces, CoverWhatTheFormatIsFor) {
  std::set<DType> types;
  std::size_t several_outputs = 0, in_place = 0, scalar_before_pointer = 0, output_before_input = 0;
  const auto temporary = TemporaryDirectory::create("interfaces");
  for (const auto& interface : interfaces()) {
    const auto problem =
        load_problem(write_folder(temporary->path() / interface["name"].get<std::string>(), folder_of(interface)));
    ASSERT_TRUE(problem);
    const auto cases = cases_of(*problem, RuntimeKind::cuda);
    int outputs = 0;
    bool seen_scalar = false, mixed = false, early_output = false;
    for (const auto& argument : cases->front().arguments) {
      const auto* buffer = std::get_if<BufferArgument>(&argument);
      if (!buffer) {
        seen_scalar = true;
        continue;
      }
      types.insert(buffer->type);
      mixed |= seen_scalar;
      early_output |= outputs > 0 && buffer->direction == Direction::in;
      outputs += buffer->direction != Direction::in;
      in_place += buffer->direction == Direction::inout;
    }
    several_outputs += outputs > 1;
    scalar_before_pointer += mixed;
    output_before_input += early_output;
  }
  EXPECT_EQ(types, (std::set{DType::f16, DType::f32, DType::i8, DType::u8, DType::i32, DType::u32}));
  EXPECT_GE(several_outputs, 3u);
  EXPECT_GE(in_place, 4u);
  EXPECT_GE(scalar_before_pointer, 2u);
  EXPECT_GE(output_before_input, 2u);
}

}  // namespace
}  // namespace judge
