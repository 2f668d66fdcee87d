// Ends queries that take too long, or whose answer nobody wants any more.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace laundromat {

/// While it exists, connections that its thread opens for reading end their queries when `is_over` says so: with `cancelled`. It is asked every few thousand
/// steps of SQLite, some hundred microseconds. These connections do not outlive it; there is one in a thread at a time.
class query_limit {
 public:
  explicit query_limit(std::function<bool()> is_over);
  ~query_limit();
  query_limit(const query_limit&) = delete;
  query_limit& operator=(const query_limit&) = delete;

  /// That of this thread; null without one.
  [[nodiscard]] static query_limit* of_this_thread();
  [[nodiscard]] bool is_over() const { return is_over_(); }

 private:
  std::function<bool()> is_over_;
};

}  // namespace laundromat
