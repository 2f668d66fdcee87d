// Linked Data Notifications: which inbox a provider names, and what is written to it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/byte_source.hpp"
#include "core/base/result.hpp"
#include "core/base/time.hpp"
#include "core/web/link_field.hpp"

namespace laundromat {

inline constexpr std::string_view ldp_inbox = "http://www.w3.org/ns/ldp#inbox";

/// The target of the first link to an inbox, resolved; empty when there is none. `links` are of the Link header of the answer for `uri`.
/// A link with another anchor is not one of the resource. Source: Linked Data Notifications section 3.1.
[[nodiscard]] std::string inbox_of_links(std::span<const web_link> links, std::string_view uri);

/// The first `ldp:inbox` of the VoID file or of a dataset in a clean document; empty when there is none. The VoID file has one of `void_uris`; a dataset has
/// the type `void:Dataset` or a `void:dataDump`. That of another subject, as of a person, is not one of the provider. Memory: that of `line_stream`, and a subject.
/// Errors: those of the document; `syntax_error`. Source: Linked Data Notifications section 3.1.
[[nodiscard]] result<std::string> inbox_of_document(byte_source& document,
                                                    std::span<const std::string> void_uris);

/// Whether an inbox that a provider names in `source`, its VoID file, may be written to: an absolute http or https URI without a user on the host of `source`.
/// `is_registered`: the operator names the inbox, on any host.
/// Errors: `address_refused` for another host, `scheme_refused`, `uri_syntax`.
[[nodiscard]] result<void> check_inbox(std::string_view inbox, std::string_view source, bool is_registered);

/// A rule that the VoID file of a provider breaks.
struct told_violation {
  std::string rule;     ///< its name
  std::string dataset;  ///< IRI; empty: the file
  std::string value;    ///< what breaks it; may be empty
  std::string advice;   ///< what to write instead
};

/// The import that a provider is told of.
struct import_notification {
  std::string id;         ///< IRI of the notification; empty: none
  std::string actor;      ///< IRI of this service
  std::string receipt;    ///< IRI of the receipt
  std::string provider;   ///< IRI of the VoID file or dataset
  std::string graph;      ///< IRI of the named graph
  std::string outcome;    ///< `imported`, `unchanged`, `failed` or `refused`
  std::string detail;     ///< why, and what was noticed; lines
  std::string dump_kind;  ///< `full` or `partial`; empty: of no dump
  std::string modified;   ///< the dcterms:modified that was imported; empty: none
  timestamp ended{};
  std::uint64_t statements = 0, removed = 0, added = 0, defects = 0;
  std::vector<told_violation> violations;
};
/// So many violations are in a notification; all are counted, and the receipt has them.
inline constexpr std::size_t most_told_violations = 20;

/// JSON-LD: an `Announce` of Activity Streams 2.0 with the receipt as its object, a summary, the counts and the broken rules; ends with a line feed. Text of the provider is escaped.
/// Source: Activity Streams 2.0 section 2; Linked Data Notifications section 3.2.
[[nodiscard]] std::string write_notification(const import_notification& notification);
inline constexpr std::string_view notification_media_type = "application/ld+json";

}  // namespace laundromat
