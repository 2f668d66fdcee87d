// The metadata files of a clean document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/base/worker_pool.hpp"
#include "core/metadata/describe_document.hpp"

namespace laundromat {

/// Canonical N-Quads, and JSON.
inline constexpr std::array<std::string_view, 2> metadata_file_names{"meta.nq.gz", "meta.json"};
/// A larger file (uncompressed) was not written by this program.
inline constexpr std::uint64_t most_metadata_bytes = std::uint64_t{1} << 30;

/// The bytes of the files, in the order of their names. The same document gives the same bytes. `workers` help if they have threads.
/// Memory: the longest lists of terms, some MiB at most. Errors: `internal`.
[[nodiscard]] result<std::array<std::string, 2>> make_metadata_files(const document_facts& document,
                                                                     worker_pool& workers);

}  // namespace laundromat
