// What becomes of mistakes with bulk copies; that right ones are right is for the feature files to say.
#include <fstream>
#include <sstream>

#include "judge/model/outcome.hpp"
#include "judge/tests/emulator_testing.hpp"

namespace judge::emulator_testing {
namespace {

using testing::HasSubstr;

constexpr int status_of_fault = 77;

/// "bulk_faults.cu:12", the line with this comment.
std::string line_with(const std::string& comment) {
  std::ifstream file(data_folder() / "bulk_faults.cu");
  std::string line;
  for (int number = 1; std::getline(file, line); ++number)
    if (line.ends_with("// LINE " + comment)) return "bulk_faults.cu:" + std::to_string(number);
  ADD_FAILURE() << "no line " << comment;
  return "";
}

std::string kind_in_line(Fault::Kind kind) { return "kind=" + std::to_string(static_cast<int>(kind)) + " "; }

/// The frames at the code address in a fault's line.
std::string frames_of(const std::filesystem::path& library, const std::string& output) {
  const std::size_t at = output.find("code=");
  if (at == std::string::npos) return "";
  const std::string address = output.substr(at + 5, output.find(' ', at) - at - 5);
  return run_command({"addr2line", "-i", "-e", library.string(), address})->standard_output;
}

class BulkCopies : public testing::TestWithParam<std::string> {
 protected:
  CommandResult call(const std::string& function) {
    library = build("bulk_faults", GetParam());
    return run(library, function);
  }
  std::filesystem::path library;
};

TEST_P(BulkCopies, MisalignedOnesAreNamedWithThreadAndLine) {
  const CommandResult source = call("bulk_misaligned");
  EXPECT_EQ(source.exit_status, status_of_fault);
  EXPECT_THAT(source.standard_output, HasSubstr(kind_in_line(Fault::Kind::misaligned_access)));
  EXPECT_THAT(source.standard_output, HasSubstr("kernel=copies block=0,0,0 thread=3,0,0"));
  EXPECT_THAT(source.standard_output, HasSubstr("the other address of a bulk copy must be a multiple of 16"));
  EXPECT_THAT(frames_of(library, source.standard_output), HasSubstr(line_with("load")));
  const CommandResult size = call("bulk_misaligned_size");
  EXPECT_EQ(size.exit_status, status_of_fault);
  EXPECT_THAT(size.standard_output, HasSubstr(kind_in_line(Fault::Kind::misaligned_access)));
  EXPECT_THAT(size.standard_output, HasSubstr("the number of bytes of a bulk copy must be a multiple of 16"));
  const CommandResult tensor = call("bulk_tensor_misaligned");
  EXPECT_EQ(tensor.exit_status, status_of_fault);
  EXPECT_THAT(tensor.standard_output, HasSubstr("the address in shared memory of a bulk copy must be a multiple of 128"));
  EXPECT_THAT(frames_of(library, tensor.standard_output), HasSubstr(line_with("tensor")));
}

// An H100 and an H200 refuse both, as illegal instructions.
TEST_P(BulkCopies, OfATensorHaveRulesForTheirCoordinates) {
  const CommandResult odd = call("bulk_tensor_at_odd_place");
  EXPECT_EQ(odd.exit_status, status_of_fault);
  EXPECT_THAT(odd.standard_output, HasSubstr("its first coordinate is no multiple of 16 bytes"));
  EXPECT_THAT(frames_of(library, odd.standard_output), HasSubstr(line_with("tensor")));
  const CommandResult before = call("bulk_tensor_stored_before_it");
  EXPECT_EQ(before.exit_status, status_of_fault);
  EXPECT_THAT(before.standard_output, HasSubstr("a negative coordinate"));
}

// A GPU reads on there, as memory is mapped by larger pieces.
TEST_P(BulkCopies, ASourceBehindABufferIsNamedAtTheCopy) {
  const CommandResult result = call("bulk_past_end");
  EXPECT_THAT(result.standard_output, HasSubstr(kind_in_line(Fault::Kind::illegal_access) + "write=0 in_kernel=1 fatal=0"));
  EXPECT_THAT(result.standard_output, HasSubstr("block=0,0,0 thread=3,0,0 bytes=256 offset=256 "));
  EXPECT_THAT(frames_of(library, result.standard_output), HasSubstr(line_with("load")));
}

TEST_P(BulkCopies, ComeLateWhereNobodyWaits) {
  EXPECT_EQ(call("bulk_not_waited_for").exit_status, 0);
  EXPECT_EQ(call("bulk_source_reused").exit_status, 0);
}

TEST_P(BulkCopies, OfATensorNeedAMap) {
  const CommandResult result = call("bulk_without_map");
  EXPECT_EQ(result.exit_status, status_of_fault);
  EXPECT_THAT(result.standard_output, HasSubstr(kind_in_line(Fault::Kind::trap)));
  EXPECT_THAT(result.standard_output, HasSubstr("the map is not one that cuTensorMapEncodeTiled() has filled"));
}

INSTANTIATE_TEST_SUITE_P(Compilers, BulkCopies, testing::ValuesIn(compilers()),
                         [](const auto& test_info) { return test_info.param == "g++" ? "gcc" : "clang"; });

TEST(CheckedBulkCopies, AReadBeforeTheWaitIsAnUnfinishedCopy) {
  const auto library = scratch() / "bulk_faults.checked.so";
  const CommandResult built = run_cucc(data_folder() / "bulk_faults.cu", library, compilers().front(), {"--check"});
  ASSERT_EQ(built.exit_status, 0) << built.standard_error;
  const CommandResult result = run(library, "bulk_not_waited_for");
  EXPECT_THAT(result.standard_output, HasSubstr(kind_in_line(Fault::Kind::unfinished_copy)));
  EXPECT_THAT(frames_of(library,
                        result.standard_output.substr(result.standard_output.find(kind_in_line(Fault::Kind::unfinished_copy)))),
              HasSubstr(line_with("read")));
}

TEST(CheckedBulkCopies, WhoWaitsIsInOrder) {
  for (const std::string name : {"bulk_copies", "bulk_functions", "mbarriers"}) {
    const auto library = scratch() / (name + ".checked.so");
    const CommandResult built = run_cucc(data_folder() / (name + ".cu"), library, compilers().front(), {"--check"});
    ASSERT_EQ(built.exit_status, 0) << built.standard_error;
    const CommandResult result = run(library, "run");
    EXPECT_EQ(result.exit_status, 0) << name;
    EXPECT_EQ(result.standard_output, "") << name;
  }
}

}  // namespace
}  // namespace judge::emulator_testing
