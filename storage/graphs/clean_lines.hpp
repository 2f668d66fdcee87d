// The lines of clean documents of the store.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include "storage/stores/clean_store.hpp"

namespace laundromat {

/// Opens the lines of a clean document. Damage is an error while they are read: `archive_damaged`. Errors: those of the store.
[[nodiscard]] result<byte_source_ptr> open_clean_lines(const clean_store& store,
                                                       const content_digest& document);

/// Passes each line to `take`, without its line feed. Errors: also those of `take`.
[[nodiscard]] result<void> each_clean_line(const clean_store& store, const content_digest& document,
                                           const std::function<result<void>(std::string_view line)>& take);

/// Inflates a file of `block_gzip_sink`; damage is an error while it is read.
[[nodiscard]] byte_source_ptr make_undamaged_source(byte_source_ptr compressed);

}  // namespace laundromat
