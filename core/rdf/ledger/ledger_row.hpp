// The content of a ledger: rows of defects, counts, the account of bytes, and the document that it describes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "core/base/digest.hpp"
#include "core/rdf/model/defect.hpp"
#include "core/rdf/model/format.hpp"
#include "core/rdf/model/span_account.hpp"

namespace laundromat {

/// The bytes that the position of a defect refers to.
enum class ledger_layer : std::uint8_t {
  document = 0,  ///< decoded, in UTF-8: what a reader reads
  stream = 1,    ///< the layers below: compressed, or in another encoding; line and column are meaningless
};

/// `document`, `stream`.
[[nodiscard]] std::string_view to_string(ledger_layer layer);

struct ledger_row {
  defect found;
  ledger_layer layer = ledger_layer::document;
  /// Of a repair: `found.after` can replace the bytes of the span, as `can_be_applied` decides. False when it is cut, or when the
  /// reader repaired a value that is not the text of these bytes.
  bool is_edit = true;

  friend bool operator==(const ledger_row&, const ledger_row&) = default;
};

/// How often each treatment of a rule occurred; exact, even where rows of a stream are only samples.
struct ledger_count {
  ledger_layer layer{};
  errc rule{};
  treatment done{};
  std::uint64_t count = 0;

  friend bool operator==(const ledger_count&, const ledger_count&) = default;
};

/// What is missing in a ledger that reached its limit. It can be read from the document, as long as its body is stored.
struct ledger_cut {
  std::uint64_t rows_left_out = 0;   ///< defects that are only counted
  std::uint64_t bytes_left_out = 0;  ///< bytes in quarantine, or of long repairs, that were not copied …
  std::uint64_t copied_to = 0;       ///< … from this offset on
  std::uint64_t mixed_bytes = 0;     ///< in ranges of mixed kinds, quarantine included

  [[nodiscard]] bool is_none() const { return *this == ledger_cut{}; }
  friend bool operator==(const ledger_cut&, const ledger_cut&) = default;
};

/// The document of a ledger, and how it was read. Without time and place, except for a base IRI that mattered: the same document and options
/// give the same ledger.
struct ledger_subject {
  content_digest digest;    ///< of the decoded document
  std::uint64_t bytes = 0;  ///< of it
  rdf_format format = rdf_format::unknown;
  wash_profile profile = wash_profile::standard;
  std::string base_iri;              ///< as given to the reader; empty when it did not matter
  std::string encoding, media_type;  ///< as given to the reader
  std::string program;               ///< name and version of the program that read it
  span_sums spans = {};
  ledger_cut cut = {};

  friend bool operator==(const ledger_subject&, const ledger_subject&) = default;
};

}  // namespace laundromat
