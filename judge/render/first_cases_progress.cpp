#include "judge/render/first_cases_progress.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <utility>

namespace judge {

NotesSaid::NotesSaid() {
  void* page = ::mmap(nullptr, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page != MAP_FAILED) m_said = static_cast<int*>(page);
}

NotesSaid::~NotesSaid() {
  if (m_said) ::munmap(m_said, sizeof(int));
}

FirstCasesProgress::FirstCasesProgress(std::size_t small, Clock::time_point begin, const NotesSaid& notes)
    : Progress({.mode = progress_mode_for(STDERR_FILENO)}), m_small(small), m_begin(begin), m_notes(notes) {}

// What comes before is about the machine, and the same at every save.
void FirstCasesProgress::run_started(std::size_t attempts) {
  m_notes.set();
  m_has_started = true;
  Progress::run_started(attempts);
}

void FirstCasesProgress::message(std::string_view line) {
  if (m_has_started || !m_notes.get()) Progress::message(line);
}

// A line at every save, where lines are written.
void FirstCasesProgress::overall_stage(std::string_view name) {
  if (progress_mode_for(STDERR_FILENO) != ProgressMode::lines) Progress::overall_stage(name);
}

void FirstCasesProgress::attempt_started(std::string_view name, std::size_t cases) {
  m_cases = cases;
  Progress::attempt_started(name, cases);
}

// The result says it.
void FirstCasesProgress::attempt_done(const Record& /*record*/) {}

// Which case decides is told by the result alone: a closer look may choose another one.
void FirstCasesProgress::case_done(std::string_view name, bool passed) {
  Progress::case_done(name, passed);
  ++m_done;
  const bool is_over = std::exchange(m_has_spoken, m_has_spoken || !passed || m_done == m_small);
  if (is_over || !m_has_spoken) return;
  const double seconds = std::chrono::duration<double>(Clock::now() - m_begin).count();
  message(passed ? fmt::format("{:.2f} s: right in the first {} of {} cases", seconds, m_done, m_cases)
                 : fmt::format("{:.2f} s: not accepted", seconds));
}

}  // namespace judge
