// Skolem IRIs: how a blank node of one document becomes an IRI of its own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/base/digest.hpp"
#include "core/web/characters.hpp"

namespace laundromat {

/// Below this IRI lives `{digest of the decoded document}/{label}` (RDF 1.1 Concepts section 3.5).
inline constexpr std::string_view genid_base = "https://lodlaundromat.org/.well-known/genid/";
/// Whether an IRI lies below it.
[[nodiscard]] inline bool is_genid(std::string_view iri) {
  constexpr std::size_t host = 8;  // where these IRIs differ from most others
  return iri.size() > host && iri[host] == genid_base[host] && iri.starts_with(genid_base);
}
/// Stands where the digest belongs while a document is read, because its digest is known only at its end: as
/// long as the digest, so that writing the digest over it keeps the order of sorted lines, and of a byte that canonical lines
/// always escape. Order fails only beside an IRI of the document itself below `genid_base`; such documents are read twice.
inline constexpr char digest_place = '\x01';
inline constexpr std::string_view digest_placeholder =
    "\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1"
    "\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1";
static_assert(digest_placeholder.size() == 2 * sizeof(content_digest::bytes));

/// `genid_base`, the digest in hexadecimal, and a slash.
[[nodiscard]] std::string skolem_prefix(const content_digest& document);
/// The same with the placeholder.
[[nodiscard]] std::string placeholder_skolem_prefix();
/// Appends a blank node label as part of an IRI: unreserved characters as they are, all others
/// percent-encoded. Two labels never become one.
void append_skolem_label(std::string& out, std::string_view label);
/// The same in place, at most three bytes for each of the label; answers the end.
[[nodiscard]] char* write_skolem_label(char* to, std::string_view label);
/// Writes the digest over every placeholder in whole canonical lines.
void put_digest(std::span<char> lines, std::string_view digest_hex);

}  // namespace laundromat
