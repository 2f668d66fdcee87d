// Looks for damage of a journal with several connections at the same time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "storage/journal/journal.hpp"

namespace laundromat {

/// Makes the checks of `journal::find_damage` in three threads, which begin at once: for the pages, the indexes, and the records.
class damage_search {
 public:
  /// Each thread opens a connection by `open`.
  explicit damage_search(const std::function<result<journal>()>& open, std::size_t limit = 100);
  /// Waits for the threads.
  ~damage_search();

  /// Waits for the result, see `find_damage`. Call it once. Errors: also those of `open`.
  [[nodiscard]] result<std::vector<std::string>> finish();
  /// How long the slower thread took, after `finish`.
  [[nodiscard]] milliseconds took() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace laundromat
