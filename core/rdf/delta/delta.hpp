// The changes between two clean documents: finds them by merging the sorted lines, and applies them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "core/base/byte_source.hpp"

namespace laundromat {

enum class delta_sign : char { removed = '-', added = '+' };

struct delta_counts {
  std::uint64_t removed = 0, added = 0, kept = 0;

  [[nodiscard]] bool is_empty() const { return removed == 0 && added == 0; }
  friend bool operator==(const delta_counts&, const delta_counts&) = default;
};

/// `line` ends with its line feed and is valid only during the call.
using delta_consumer = std::function<result<void>(delta_sign sign, std::string_view line)>;

/// Compares two clean documents, uncompressed, and passes each line that only one of them has to `take`, in byte order. Memory: the buffers
/// of two `line_stream`s. Errors: those of the sources and of `take`; `syntax_error` for a document that is not clean.
[[nodiscard]] result<delta_counts> compare(byte_source& before, byte_source& after,
                                           const delta_consumer& take);

/// Passes the changes of an RDF Patch to `take` in byte order; `kept` is unknown and 0. Errors: as `apply_patch`.
[[nodiscard]] result<delta_counts> read_patch(byte_source& patch, const delta_consumer& take);

enum class patch_direction : std::uint8_t {
  forwards,   ///< from the previous document to the newer one
  backwards,  ///< from the newer document to the previous one: every row of a patch is reversible
};

/// Applies an RDF Patch, as `make_delta_writer` writes it, to a clean document, and writes the other clean document. Memory: as `compare`.
/// Errors: those of the ports; `syntax_error` for an invalid patch, or one whose rows are not in byte order; `digest_mismatch` when
/// the patch was made for another document: it removes a missing line, or adds an existing one.
[[nodiscard]] result<delta_counts> apply_patch(byte_source& document, byte_source& patch,
                                               patch_direction direction, byte_sink& out);

}  // namespace laundromat
