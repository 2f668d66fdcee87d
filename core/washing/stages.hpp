// The three washing stages as plain functions: job in, outcome out. Workers and the command `wash` call the same functions.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/rdf/ledger/ledger_bounds.hpp"
#include "core/rdf/wash/wash_document.hpp"
#include "core/records/jobs.hpp"
#include "core/washing/ports.hpp"

namespace laundromat {

/// Limits and settings of a parser.
struct parse_settings {
  std::uint64_t memory_bytes = std::uint64_t{512} << 20;
  std::size_t defect_details = 1'000;
  wash_profile profile = wash_profile::standard;
  rdf_forms forms = {};           ///< of what only RDF 1.2 can say
  std::uint32_t threads = 1;      ///< that help with a large document; the result does not depend on it
  std::string tool_version = {};  ///< of this program, for metadata and ledger
  ledger_bounds ledger = {};
  std::uint32_t statement_ratio = wash_document_options{}.statement_ratio;
  /// No metadata files and no index for a small document (`is_small_document`), whose metadata are made when they are asked for.
  bool only_large_metadata = false;
  bool announces = false;                  ///< collect what the document announces
  std::string obeyed_product = {};         ///< see `washing_ports`
  std::string record_specs = {};           ///< see `spec_bundle.hpp`; empty: no document is read as records
  std::vector<std::string> followed = {};  ///< predicates whose objects are announced, as `linked`
  naming_limits naming = {};               ///< they affect the result; only tests change them
};

/// Determines whether the entry is an archive (`children_found`, with its listing) or a leaf (`leaf_found`, with its decode
/// chain, its encoding, and the fused outcome of `guess`). What cannot be opened is `failed_for_good` with its cause; so are bytes that are
/// not text, as `non_rdf_format` unless they look like RDF (`no_encoding`), and an empty body with the name of a compressed file
/// (`empty_body`). The caller sets `begun` and `ended`.
/// Errors: `cancelled`, and failures of the local disk: none that the document causes.
/// With `parsing`, a small leaf also has the fused outcome of `parse`.
[[nodiscard]] result<unpack_outcome> unpack(const unpack_job& job, const washing_ports& ports,
                                            const parse_settings* parsing = nullptr);

/// Determines which of the seven formats a leaf is in (`format_found`), or `not_rdf` with its first 1,000 characters. A list of URIs that is no RDF, as
/// a sitemap, is `announcements_found`; the outcome has what a document announces.
/// An empty file is a document without statements where media type or extension indicate Turtle, TriG, N-Triples or N-Quads, whose grammars
/// allow that; otherwise it is `empty_body`.
[[nodiscard]] result<guess_outcome> guess(const guess_job& job, const washing_ports& ports);

/// Reads a leaf and writes its clean document to a staged file (`statements_stored`) with its metadata, `meta.nq.gz` and
/// `meta.json`, and its ledger to another staged file; neither is written when there is no statement, or nothing to report. For the ledger,
/// bytes that were not understood are read again, once. A format without a reader is `failed_for_good` with `no_reader`.
/// `decoded`: the bytes of the view, where the caller has them and nothing was damaged; the view is then not opened.
[[nodiscard]] result<parse_outcome> parse(const parse_job& job, const washing_ports& ports,
                                          const parse_settings& settings,
                                          std::optional<std::string_view> decoded = std::nullopt);

}  // namespace laundromat
