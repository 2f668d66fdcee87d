// What `errors` says of the ledgers that it is given: tables for people, objects or SARIF for programs, or the bytes in quarantine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string_view>

#include "app/cli.hpp"
#include "core/base/byte_source.hpp"
#include "core/rdf/ledger/entry.hpp"

namespace laundromat {

enum class report_style : std::uint8_t { table, json, sarif, quarantine };

struct report_options {
  report_style style = report_style::table;
  std::set<errc> rules;                ///< empty: all
  std::optional<treatment> done;       ///< nothing: all
  std::optional<std::uint64_t> limit;  ///< rows of a document; nothing: 20 in a table, else all
};

/// Reports on one ledger after the other, in one pass over each.
class error_report {
 public:
  virtual ~error_report() = default;
  /// `name` is where the document came from. Errors: those of `read_ledger`.
  [[nodiscard]] virtual result<void> add(std::string_view name, byte_source& ledger) = 0;
  /// Writes what ends the whole.
  [[nodiscard]] virtual result<void> finish() { return {}; }
};

/// Writes to the output of `io`, which outlives it. Memory: the rows of one table, else one row.
[[nodiscard]] std::unique_ptr<error_report> make_error_report(report_options options, console& io);

}  // namespace laundromat
