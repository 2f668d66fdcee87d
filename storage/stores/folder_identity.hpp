// The identity and generation that a data folder (`data.id`) and its journal have in common.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/result.hpp"

namespace laundromat {

class safe_folder;

/// `generation` grows when the journal is opened for writing, about every ten minutes of work, and at the end of a run. A journal with a
/// smaller generation than its folder is an older copy.
struct folder_identity {
  std::string id;  ///< 32 hexadecimal digits; empty when not set
  std::uint64_t generation = 0;
  std::uint64_t in_file =
      0;  ///< lower bound of the generation in `journal.sqlite` without its write-ahead log; 0 in a journal

  friend bool operator==(const folder_identity&, const folder_identity&) = default;
};

/// A random identity with generation 0.
[[nodiscard]] folder_identity make_identity();

/// The content of `data.id`; nothing when the file does not exist. Errors: `journal_foreign` when it is invalid, those of `safe_folder::head_of`.
[[nodiscard]] result<std::optional<folder_identity>> read_identity(const safe_folder& folder);

/// Replaces `data.id` atomically, and makes it durable.
[[nodiscard]] result<void> write_identity(const safe_folder& folder, const folder_identity& ours);

}  // namespace laundromat
