// The parsers that our readers are compared with, parsing only, from memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/rdf/model/format.hpp"

namespace laundromat::bench {

/// `libserd`, `libraptor`, or nothing for a format that neither reads.
[[nodiscard]] std::string_view peer_of(rdf_format format);
/// Reads a document with the peer of its format and counts the statements. The text must end with a NUL byte in
/// memory, as that of a string does. Returns the number of statements.
[[nodiscard]] std::uint64_t read_with_peer(rdf_format format, const std::string& text,
                                           const std::string& base_iri);
/// The number of lines of a text, counted as fast as `wc -l` does.
[[nodiscard]] std::uint64_t count_lines(std::string_view text);

}  // namespace laundromat::bench
