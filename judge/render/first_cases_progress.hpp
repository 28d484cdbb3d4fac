#pragma once

#include <chrono>

#include "judge/render/progress.hpp"

namespace judge {

/// Were the notes on this machine said? Each judgement of `judge watch` is in a process of its own, which shares this with the others.
class NotesSaid {
 public:
  NotesSaid();
  NotesSaid(const NotesSaid&) = delete;
  NotesSaid& operator=(const NotesSaid&) = delete;
  ~NotesSaid();

  bool get() const { return m_said && *m_said; }
  void set() const {
    if (m_said) *m_said = 1;
  }

 private:
  int* m_said = nullptr;
};

/// Progress on standard error that also says how the first cases went as soon as it is known: those before the first large one. `small`:
/// how many these are. `begin`: when the file was saved. `notes` must outlive it.
class FirstCasesProgress : public Progress {
 public:
  using Clock = std::chrono::system_clock;

  FirstCasesProgress(std::size_t small, Clock::time_point begin, const NotesSaid& notes);

  void run_started(std::size_t attempts) override;
  void message(std::string_view line) override;
  void overall_stage(std::string_view name) override;
  void attempt_started(std::string_view name, std::size_t cases) override;
  void attempt_done(const Record& record) override;
  void case_done(std::string_view name, bool passed) override;

 private:
  std::size_t m_small, m_cases = 0, m_done = 0;
  bool m_has_spoken = false, m_has_started = false;
  Clock::time_point m_begin;
  const NotesSaid& m_notes;
};

}  // namespace judge
