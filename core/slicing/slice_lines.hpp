// Pairs of a resource and a statement of its document, sorted on disk.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/rdf/sort/line_sorter.hpp"

namespace laundromat {

/// A resource, a space, and a statement or `cut_line`. Sorted, the statements of a document follow each other in their order.
class slice_lines {
 public:
  /// In place of a statement, and before all of them: the document lacks statements, see `slicing_limits`.
  static constexpr std::string_view cut_line = "\x01\n";

  slice_lines(std::unique_ptr<run_store> runs, sort_options options)
      : runs_(std::move(runs)), sorter_(*runs_, options) {}

  /// The following statements are those of this resource.
  void begin(std::string_view resource) {
    key_.assign(resource).push_back(' ');
    sorter_.begin_key(key_);
  }
  /// Errors: those of the run store.
  [[nodiscard]] result<void> add(std::string_view statement) {
    const auto to = sorter_.room(statement.size());
    if (!to) return tl::unexpected(to.error());
    std::copy(statement.begin(), statement.end(), *to);
    sorter_.add_rest(statement.size());
    ++added_;
    return {};
  }
  [[nodiscard]] result<void> add_cut() { return add(cut_line); }

  [[nodiscard]] bool is_empty() const { return added_ == 0; }
  /// See `line_sorter::finish`.
  [[nodiscard]] result<void> finish(const line_sorter::batch_consumer& consume,
                                    const line_sorter::line_writer& write = {}) {
    return sorter_.finish(consume, write);
  }

 private:
  std::unique_ptr<run_store> runs_;
  line_sorter sorter_;
  std::string key_;
  std::uint64_t added_ = 0;
};

/// Calls `take` with each line of a batch, line feed included, until it fails.
template <class Take>
[[nodiscard]] result<void> each_line(std::string_view batch, Take take) {
  while (!batch.empty()) {
    const auto line = batch.substr(0, batch.find('\n') + 1);
    batch.remove_prefix(line.size());
    if (auto done = take(line); !done) return done;
  }
  return {};
}

}  // namespace laundromat
