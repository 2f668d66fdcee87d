// Opens ledgers in place and checks that they are complete.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/base/byte_source.hpp"
#include "core/base/digest.hpp"

namespace laundromat {

/// The N-Quads of a ledger, compressed or not. Reading ends with `digest_mismatch` when the digest is not `expected`
/// (null: any), and with the error of the decompressor for a damaged file. Errors: `not_found`, `io_failed`.
[[nodiscard]] result<byte_source_ptr> open_ledger(const std::filesystem::path& path,
                                                  const content_digest& expected = {});
/// The same for an open file; `name` is used in messages about damage.
[[nodiscard]] result<byte_source_ptr> open_ledger(result<byte_source_ptr> file, const std::string& name,
                                                  const content_digest& expected);

}  // namespace laundromat
