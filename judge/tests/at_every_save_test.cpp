#include "judge/util/at_every_save.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "judge/util/children.hpp"
#include "judge/util/files.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {
namespace {

using namespace std::chrono_literals;

/// at_every_save() in a process of its own, whose work adds a line to a log and then does what `more` says.
class Watch {
 public:
  explicit Watch(const std::function<int()>& more) {
    EXPECT_TRUE(write_file(file, "0"));
    m_process = fork_child();
    if (m_process == 0) {
      const auto done = at_every_save(
          file,
          [&](const NextSave& save) {
            if (!save.wait()) return 0;
            std::ofstream(log, std::ios::app) << read_file(file).value_or("?") << std::endl;
            return more();
          },
          {.gone = [&] { std::ofstream(log, std::ios::app) << "gone" << std::endl; },
           .was_ended = [&](int signal) { std::ofstream(log, std::ios::app) << "signal " << signal << std::endl; }});
      ::_exit(done ? 0 : 1);
    }
  }
  int ended_by(int signal) {
    ::kill(m_process, signal);
    int status = -1;
    wait_for_child(m_process, &status, 0);
    return status;
  }
  /// Waits until the log says this.
  void expect_log(const std::string& expected) const {
    for (int i = 0; i < 500 && read_file(log).value_or("") != expected; ++i) std::this_thread::sleep_for(10ms);
    EXPECT_EQ(read_file(log).value_or(""), expected);
  }

  TemporaryDirectory folder = *TemporaryDirectory::create("watch");
  std::filesystem::path file = folder.path() / "a.cu", log = folder.path() / "log";

 private:
  pid_t m_process = 0;
};

TEST(AtEverySave, WorksAtTheBeginningAndAtSavesOfEveryKind) {
  Watch watch([] { return 0; });
  watch.expect_log("0\n");
  ASSERT_TRUE(write_file(watch.file, "1"));
  watch.expect_log("0\n1\n");
  ASSERT_TRUE(write_file(watch.folder.path() / "a.cu~", "2"));
  std::filesystem::rename(watch.folder.path() / "a.cu~", watch.file);
  watch.expect_log("0\n1\n2\n");
  ASSERT_TRUE(write_file(watch.folder.path() / "tiles.cuh", ""));
  watch.expect_log("0\n1\n2\n2\n");
  ASSERT_TRUE(write_file(watch.folder.path() / "other.cu", ""));
  for (int i = 3; i < 6; ++i) ASSERT_TRUE(write_file(watch.file, std::to_string(i)));  // one moment, one save
  watch.expect_log("0\n1\n2\n2\n5\n");
  EXPECT_EQ(watch.ended_by(SIGINT), 0);
}

TEST(AtEverySave, WorkThatIsOutOfDateIsInterrupted) {
  Watch watch([] {
    install_interrupt_handler();
    while (!interrupted()) std::this_thread::sleep_for(1ms);
    return 0;
  });
  watch.expect_log("0\n");
  ASSERT_TRUE(write_file(watch.file, "1"));
  watch.expect_log("0\n1\n");
  EXPECT_EQ(watch.ended_by(SIGTERM), 0);
}

/// A process that has done what it can, and one that was ended as nobody saved anything.
TEST(AtEverySave, WorkIsPreparedBeforeTheNextSave) {
  const auto folder = *TemporaryDirectory::create("watch");
  const auto file = folder.path() / "a.cu", log = folder.path() / "log";
  const auto add = [&](const char* line) { std::ofstream(log, std::ios::app) << line << std::endl; };
  const auto expect_log = [&](const std::string& expected) {
    for (int i = 0; i < 500 && read_file(log).value_or("") != expected; ++i) std::this_thread::sleep_for(10ms);
    EXPECT_EQ(read_file(log).value_or(""), expected);
  };
  ASSERT_TRUE(write_file(file, ""));
  const pid_t process = fork_child();
  if (process == 0) {
    const auto work = [&](const NextSave& save) {
      install_interrupt_handler();
      add(save.is_there() ? "at once" : "ahead");
      add(save.wait() ? "work" : "idle");
      return 0;
    };
    ::_exit(at_every_save(file, work, {}, 1500ms) ? 0 : 1);
  }
  expect_log("at once\nwork\nahead\n");
  ASSERT_TRUE(write_file(file, "1"));
  expect_log("at once\nwork\nahead\nwork\nahead\n");
  expect_log("at once\nwork\nahead\nwork\nahead\nidle\n");
  ASSERT_TRUE(write_file(file, "2"));
  expect_log("at once\nwork\nahead\nwork\nahead\nidle\nat once\nwork\nahead\n");
  ::kill(process, SIGINT);
  int status = -1;
  wait_for_child(process, &status, 0);
  EXPECT_EQ(status, 0);
  expect_log("at once\nwork\nahead\nwork\nahead\nidle\nat once\nwork\nahead\nidle\n");
}

TEST(AtEverySave, TellsThatTheFileIsGoneAndGoesOnWhenItIsBack) {
  Watch watch([] { return 0; });
  watch.expect_log("0\n");
  std::filesystem::remove(watch.file);
  watch.expect_log("0\ngone\n");
  ASSERT_TRUE(write_file(watch.folder.path() / "tiles.cuh", ""));  // is no return
  std::this_thread::sleep_for(100ms);
  ASSERT_TRUE(write_file(watch.file, "1"));
  watch.expect_log("0\ngone\n1\n");
  std::filesystem::rename(watch.file, watch.folder.path() / "b.cu");
  watch.expect_log("0\ngone\n1\ngone\n");
  EXPECT_EQ(watch.ended_by(SIGINT), 0);
}

TEST(AtEverySave, TellsThatTheWorkWasKilled) {
  Watch watch([] { return ::raise(SIGKILL); });
  watch.expect_log("0\nsignal 9\n");
  ASSERT_TRUE(write_file(watch.file, "1"));
  watch.expect_log("0\nsignal 9\n1\nsignal 9\n");
  EXPECT_EQ(watch.ended_by(SIGINT), 0);
}

TEST(AtEverySave, SaysWhyAFolderCannotBeWatched) {
  const auto done = at_every_save("/nowhere/at/all/a.cu", [](const NextSave&) { return 0; });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "/nowhere/at/all: cannot be watched: No such file or directory");
}

}  // namespace
}  // namespace judge
