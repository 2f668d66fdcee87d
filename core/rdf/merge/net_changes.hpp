// The changes of several imports, one after the other, as those of one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/rdf/merge/change_rows.hpp"

namespace laundromat {

/// Merges the changes between versions that follow each other. Each of them removes only statements that are there, and adds only others, so that the
/// changes of one statement alternate: after an even number of them it is as before. Memory: a `change_rows` for each.
class net_changes {
 public:
  /// `versions`: the oldest changes first. Errors: as `change_rows`.
  [[nodiscard]] static result<net_changes> open(std::vector<byte_source_ptr> versions,
                                                patch_direction direction = patch_direction::forwards);

  /// Moves to the next statement that differs, in byte order. Errors: as `change_rows`; `digest_mismatch` for changes that do not follow each other.
  [[nodiscard]] result<bool> advance();
  [[nodiscard]] delta_sign sign() const { return sign_; }
  /// With its line feed; valid until the next `advance`.
  [[nodiscard]] std::string_view line() const { return line_; }

 private:
  [[nodiscard]] result<void> enter(std::size_t number);
  /// Whether side `one` comes before `other`: by its statement, then by its version.
  [[nodiscard]] bool is_before(std::size_t one, std::size_t other) const;

  std::vector<std::unique_ptr<change_rows>> sides_;  ///< by version
  std::vector<std::size_t> waiting_;                 ///< those with a row, the next one last
  patch_direction direction_ = patch_direction::forwards;
  delta_sign sign_ = delta_sign::added;
  std::string line_;
};

/// A clean document after changes; lines come as it is read. Memory: a `line_stream` beside the changes. Errors: those of both; `digest_mismatch` where a
/// statement is removed that is not there, or added that is.
[[nodiscard]] byte_source_ptr make_changed_source(byte_source_ptr document, net_changes changes);

}  // namespace laundromat
