// The parsers that the readers are measured against, parse only, from memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/rdf/model/format.hpp"

namespace laundromat::bench {

/// `libserd`, `libraptor`, or nothing for a format that neither reads.
[[nodiscard]] std::string_view peer_of(rdf_format format);
/// Reads a document with the peer of its format, which does nothing with what it finds but count. The text ends with a NUL byte in
/// memory, as a string's does. Answers the number of statements.
[[nodiscard]] std::uint64_t read_with_peer(rdf_format format, const std::string& text,
                                           const std::string& base_iri);
/// The lines of a text, counted as fast as `wc -l` does.
[[nodiscard]] std::uint64_t count_lines(std::string_view text);

}  // namespace laundromat::bench
