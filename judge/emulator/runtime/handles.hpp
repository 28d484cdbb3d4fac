#pragma once

#include <memory>
#include <mutex>
#include <set>

namespace judge::emulated {

/// The live objects of one kind, so that an invalid handle is an error and not a crash.
template <class T>
class Handles {
 public:
  T* add(T value) { return adopt(std::make_unique<T>(std::move(value))); }
  T* adopt(std::unique_ptr<T> object) {
    const std::lock_guard lock(m_mutex);
    return *m_live.insert(object.release()).first;
  }
  bool remove(T* handle) {
    const std::lock_guard lock(m_mutex);
    if (!m_live.erase(handle)) return false;
    delete handle;
    return true;
  }
  bool contains(T* handle) {
    const std::lock_guard lock(m_mutex);
    return m_live.contains(handle);
  }

 private:
  std::mutex m_mutex;
  std::set<T*> m_live;
};

}  // namespace judge::emulated
