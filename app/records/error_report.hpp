// Prints ledgers for `errors`: as tables, JSON lines, SARIF, or the bytes in quarantine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "app/commands/cli.hpp"
#include "core/rdf/ledger/ledger_reader.hpp"

namespace laundromat {

enum class report_style : std::uint8_t { table, json, sarif, quarantine };

struct report_options {
  report_style style = report_style::table;
  std::set<errc> rules;                ///< empty: all
  std::optional<treatment> done;       ///< nothing: all
  std::optional<std::uint64_t> limit;  ///< rows of a document; nothing: 20 in a table, else all
  bool lines =
      false;  ///< with the line of each defect, in a table and in JSON; then at most 1,000 rows of a document
};

/// Opens the text of a document.
using text_opener = std::function<result<byte_source_ptr>()>;

/// Passes all facts about a document to a sink, at each call; returns the description of the document, or nothing when its defects are in
/// the journal and it has no ledger.
using defect_feed = std::function<result<std::optional<ledger_subject>>(ledger_sink&)>;

/// The status of an entry or seed without a clean document.
struct status_row {
  std::string name;    ///< its source
  std::string status;  ///< `failed`, `refused`, `left out`, or what it waits for
  errc cause = errc::ok;
  std::string detail;
};
/// `http://a.example/gone.ttl: failed: http_status 404 (the server answered with an error)`.
[[nodiscard]] std::string to_string(const status_row& row);

/// Prints one document after the other.
class error_report {
 public:
  virtual ~error_report() = default;
  /// `name` is the source of the document. Damage of its stream is printed first. SARIF is printed only after a complete first reading. `text` opens the document
  /// for its lines; unset, or failing: it has none. Errors: those of `known`.
  [[nodiscard]] virtual result<void> add(std::string_view name, const defect_feed& known,
                                         const text_opener& text) = 0;
  /// Returns false when this style does not print such rows; the caller reports them elsewhere.
  [[nodiscard]] virtual bool add_status(const status_row&) { return false; }
  /// Writes the end of the report.
  [[nodiscard]] virtual result<void> finish() { return {}; }
};

/// Writes to the output of `io`, which outlives it. Memory: the rows of one table, else one row.
[[nodiscard]] std::unique_ptr<error_report> make_error_report(report_options options, console& io);

}  // namespace laundromat
