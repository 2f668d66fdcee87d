// Skolem IRIs: the IRIs that replace blank nodes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/digest.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

/// The prefix of `{digits}/{label}` (RDF 1.1 Concepts section 3.5), with the digits of the decoded document or of the statements
/// that are connected by blank nodes.
inline constexpr std::string_view genid_base = "https://lodlaundromat.org/.well-known/genid/";
/// The first half of a SHA-256 in hexadecimal: enough to be unique, and as short as possible.
inline constexpr std::size_t genid_digits = 32;
[[nodiscard]] std::string skolem_digits(const content_digest& digest);
/// Whether an IRI begins with it.
[[nodiscard]] inline bool is_genid(std::string_view iri) {
  constexpr std::size_t host = 8;  // where these IRIs differ from most others
  return iri.size() > host && iri[host] == genid_base[host] && iri.starts_with(genid_base);
}
/// Replaces the digits while a document is read, because its digest is known only at its end: a byte that canonical lines always
/// escape. Sorted lines remain sorted when the digits replace it, unless the document itself has IRIs that begin with `genid_base`;
/// such documents are read twice.
inline constexpr char digits_place = '\x01';

/// `genid_base`, the digits of the document, and a slash.
[[nodiscard]] std::string skolem_prefix(const content_digest& document);
/// The same with `digits_place`.
[[nodiscard]] std::string late_skolem_prefix();
/// Appends a blank node label as part of an IRI: unreserved characters unchanged, all others
/// percent-encoded. Different labels remain different.
void append_skolem_label(std::string& out, std::string_view label);
/// The same in place, at most three bytes for each byte of the label; returns the end.
[[nodiscard]] char* write_skolem_label(char* to, std::string_view label);
/// Appends canonical text with the digits inserted at each `digits_place`.
void append_with_digits(std::string& out, std::string_view text, std::string_view digits);

}  // namespace laundromat
