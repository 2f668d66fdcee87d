// The vocabulary of a ledger: classes and properties with their IRIs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace laundromat {

/// The prefix of terms that no older vocabulary has.
inline constexpr std::string_view ledger_base = "https://lodlaundromat.org/ledger#";
/// The value of `rule` is this and the name of the rule.
inline constexpr std::string_view rule_base = "https://lodlaundromat.org/rule/";
/// The prefix of the error classes of LOD Laundromat 2: this and `alias_of` the rule.
inline constexpr std::string_view error_class_base = "http://lodlaundromat.org/error/ontology/";
/// The value of `format` of a document that was read as records, for which the registry of the W3C has none.
inline constexpr std::string_view records_format = "https://lodlaundromat.org/ledger#records";

/// The properties of a ledger; `doc/formats/ledger.md` lists the classes that have them.
enum class ledger_term : std::uint8_t {
  type,
  rule,
  done,
  layer,
  offset,
  length,
  token,
  line,
  column,
  message,
  before,
  after,
  is_edit,
  runs,
  content,
  count,
  digest,
  bytes,
  base_iri,
  format,
  profile,
  encoding,
  media_type,
  program,
  statement_bytes,
  syntax_bytes,
  quarantine_bytes,
  rows_left_out,
  bytes_left_out,
  copied_to,
  mixed_bytes,
};

/// The classes of a ledger.
enum class ledger_class : std::uint8_t { defect, spans, bytes, count, document };

[[nodiscard]] std::string_view iri_of(ledger_term term);
[[nodiscard]] std::string_view iri_of(ledger_class what);
[[nodiscard]] std::optional<ledger_term> ledger_term_from_iri(std::string_view iri);
[[nodiscard]] std::optional<ledger_class> ledger_class_from_iri(std::string_view iri);

}  // namespace laundromat
