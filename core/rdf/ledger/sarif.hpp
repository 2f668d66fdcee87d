// Writes defects for development tools: the static analysis results interchange format.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/rdf/ledger/ledger_row.hpp"

namespace laundromat {

/// Writes a log with a run for each document. Every rule is listed with its meaning and its repair. A note is a `note`, a repair
/// a `warning`, a skip an `error`; repairs that can be applied are fixes. Positions count bytes from 0 in the decoded document, lines
/// from 1, and columns in characters from 1. For a ledger that reached its limit the run has a notification, `ledger_cut`. Errors of every
/// function: the sink's. Memory: one result.
/// Source: SARIF 2.1.0 (OASIS), sections 3.13, 3.14, 3.20, 3.27, 3.30, 3.55, 3.58.
class sarif_writer {
 public:
  /// `out` outlives the writer; `version` is a semantic version.
  sarif_writer(byte_sink& out, std::string version) : out_(&out), version_(std::move(version)) {}

  /// `name` is the origin of the document: an IRI or a path.
  [[nodiscard]] result<void> begin_document(std::string_view name);
  [[nodiscard]] result<void> on_row(const ledger_row& row);
  /// A document of which only the bytes below it are known has a null digest: its artifact has only a name.
  [[nodiscard]] result<void> end_document(const ledger_subject& about);
  [[nodiscard]] result<void> finish();

 private:
  byte_sink* out_;
  std::string version_, uri_;
  bool has_runs_ = false, has_results_ = false;
};

}  // namespace laundromat
