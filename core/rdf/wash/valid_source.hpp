// Leaves out of a clean document what not every RDF program reads.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

#include "core/base/byte_source.hpp"
#include "core/base/errc.hpp"

namespace laundromat {

/// How many statements were left out, by the first rule that speaks against each.
using left_out_counts = std::map<errc, std::uint64_t>;

/// The lines of a clean document without those that the profile `strict` skips: what is left is accepted by programs that check IRIs by RFC 3987 and
/// language tags by BCP 47, such as Jena and Oxigraph, and by those that know other limits, see `check_iri` and `check_literal`. Lines that
/// are left stay as they are, and in order. `left_out`, which outlives the source, is complete when the source has ended.
/// Memory: a chunk, and the longest line. Errors: those of `lines`.
[[nodiscard]] byte_source_ptr make_valid_source(byte_source_ptr lines, left_out_counts& left_out);

}  // namespace laundromat
