// Opens ledgers where they lie, and makes sure that they are whole.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/base/byte_source.hpp"
#include "core/base/digest.hpp"

namespace laundromat {

/// The N-Quads of a ledger, compressed or not. Reading ends with `digest_mismatch` when the whole has another digest than `expected`
/// (null: any), and with what the compression reports of a file that is torn. Errors: `not_found`, `io_failed`.
[[nodiscard]] result<byte_source_ptr> open_ledger(const std::filesystem::path& path,
                                                  const content_digest& expected = {});
/// The same of a file that is open; `name` is said where it is damaged.
[[nodiscard]] result<byte_source_ptr> open_ledger(result<byte_source_ptr> file, const std::string& name,
                                                  const content_digest& expected);

}  // namespace laundromat
