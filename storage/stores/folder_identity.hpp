// Which data folder a journal belongs to, and how old it is: the file `data.id` says the same as the journal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/result.hpp"

namespace laundromat {

class safe_folder;

/// `generation` grows each time the journal is opened to write, about every ten minutes of work, and at the end of a run: a journal with a
/// smaller one than its folder is an older copy.
struct folder_identity {
  std::string id;  ///< 32 hexadecimal digits; empty where nobody has said it
  std::uint64_t generation = 0;
  std::uint64_t in_file =
      0;  ///< the generation that `journal.sqlite` has without its write-ahead log, at least; of a journal 0

  friend bool operator==(const folder_identity&, const folder_identity&) = default;
};

/// A random one, of generation 0.
[[nodiscard]] folder_identity make_identity();

/// What `data.id` says; nothing where there is none. Errors: `journal_foreign` when it says neither, those of `safe_folder::head_of`.
[[nodiscard]] result<std::optional<folder_identity>> read_identity(const safe_folder& folder);

/// Replaces `data.id` in one step, and makes it durable.
[[nodiscard]] result<void> write_identity(const safe_folder& folder, const folder_identity& ours);

}  // namespace laundromat
