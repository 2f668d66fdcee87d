// What `errors` says of the ledgers that it is given: tables for people, objects or SARIF for programs, or the bytes in quarantine.
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
};

/// What a document holds, on one line of a terminal, cut to so many columns: line breaks and tabs as they are escaped.
[[nodiscard]] std::string excerpt_of(std::string_view text, std::size_t columns);
/// `, 1,234 bytes` of a skip of which no more than `shown` columns stand beside it: how far it reaches.
[[nodiscard]] std::string reach_of(const defect& found, std::size_t shown);

/// Gives all that is known of a document to a sink, as often as it is called; says what document it is, or nothing when the journal knows
/// its defects and no ledger does.
using defect_feed = std::function<result<std::optional<ledger_subject>>(ledger_sink&)>;

/// What became of something that led to no document, as the journal knows it.
struct fate {
  std::string name;    ///< where it came from
  std::string stands;  ///< `failed`, `refused`, `left out`, or what it waits for
  errc cause = errc::ok;
  std::string detail;
};
/// `http://a.example/gone.ttl: failed: http_status 404 (the server answered with an error)`.
[[nodiscard]] std::string to_string(const fate& told);

/// Reports on one document after the other.
class error_report {
 public:
  virtual ~error_report() = default;
  /// `name` is where the document came from. Damage of its stream is told first. Nothing of SARIF is printed before the whole was read once. Errors: those of `known`.
  [[nodiscard]] virtual result<void> add(std::string_view name, const defect_feed& known) = 0;
  /// False: this style has no place for it, and it is said elsewhere.
  [[nodiscard]] virtual bool add_fate(const fate&) { return false; }
  /// Writes what ends the whole.
  [[nodiscard]] virtual result<void> finish() { return {}; }
};

/// Writes to the output of `io`, which outlives it. Memory: the rows of one table, else one row.
[[nodiscard]] std::unique_ptr<error_report> make_error_report(report_options options, console& io);

}  // namespace laundromat
