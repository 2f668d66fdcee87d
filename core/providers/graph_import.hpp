// One import into the graph of a provider: what its receipt says.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/digest.hpp"
#include "core/base/errc.hpp"
#include "core/base/time.hpp"
#include "core/providers/import_notice.hpp"
#include "core/providers/provider_void.hpp"

namespace laundromat {

/// How an import ended. Numbers are stored.
enum class import_outcome : std::uint8_t {
  imported = 1,   ///< the graph has a new version
  unchanged = 2,  ///< the dumps change nothing
  failed = 3,     ///< a dump could not be read, the graph is as before; it is tried again
  skipped = 4,    ///< a later change was announced before it began: it is never harvested
  refused = 5,    ///< it is not the provider who asks
  restored = 6,   ///< an operator went back to an earlier version
  last = restored
};
[[nodiscard]] std::string_view to_string(import_outcome outcome);

/// A larger graph is not read after each import only for its digest.
inline constexpr std::uint64_t large_graph_statements = 10'000'000;

/// One import: what a receipt says.
struct graph_import {
  std::int64_t id = 0;
  std::string provider;
  std::string dataset;   ///< `provider_dataset::key`; empty: none
  timestamp modified{};  ///< `dcterms:modified` of the dataset
  timestamp begun{}, ended{};
  import_outcome outcome{};
  dump_extent extent = dump_extent::partial;
  std::uint64_t version = 0;  ///< that it made; 0: none
  std::uint64_t removed = 0, added = 0;
  std::uint64_t statements = 0;            ///< of the graph afterwards
  std::uint64_t defects = 0;               ///< of the dumps, see their ledgers
  std::uint64_t skipped_bytes = 0;         ///< of the dumps: what could not be read
  std::uint64_t foreign_statements = 0;    ///< of the dumps, in graphs of others
  errc cause = errc::ok;                   ///< of a failed or refused one, where it has one
  std::string detail;                      ///< why, and what was noticed; lines
  content_digest digest;                   ///< of the version as a clean document; null: not computed
  std::vector<std::string> documents;      ///< clean documents, hexadecimal
  std::vector<void_violation> violations;  ///< of the VoID file, as it was when the import ended
  bool has_receipt = false;                ///< its files are written
  import_notice notice;

  friend bool operator==(const graph_import&, const graph_import&) = default;
};

/// Adds a line to `graph_import::detail`.
void add_line(std::string& text, const std::string& line);

/// Whether a harvest that ended so is told to its provider at all: a skipped one is followed by another, and a restored version is a matter of the operator.
[[nodiscard]] bool is_told(import_outcome outcome);

}  // namespace laundromat
