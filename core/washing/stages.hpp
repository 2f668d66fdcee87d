// The three washing stages as plain functions: job in, outcome out. Workers and `wash` call the same ones.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rdf/ledger/ledger_bounds.hpp"
#include "core/rdf/wash/wash_document.hpp"
#include "core/records/jobs.hpp"
#include "core/washing/ports.hpp"

namespace laundromat {

/// How much a parser may use and keep.
struct parse_settings {
  std::uint64_t memory_bytes = std::uint64_t{512} << 20;
  std::size_t defect_details = 1'000;
  wash_profile profile = wash_profile::standard;
  std::uint32_t threads = 1;      ///< that help with a large document; the result is that of one
  std::string tool_version = {};  ///< of this program, as metadata and ledger name it
  ledger_bounds ledger = {};
  std::uint32_t statement_ratio = wash_document_options{}.statement_ratio;
};

/// Says whether the entry is an archive (`children_found`, with its listing) or a leaf (`leaf_found`, with its decode
/// chain and encoding, and ahead what `guess` says of it). What cannot be opened is `failed_for_good` with its cause; so are bytes that are no
/// text, as `non_rdf_format` unless they look like RDF (`no_encoding`), and no byte at all under the name of a compressed file (`empty_body`).
/// `begun` and `ended` are the caller's.
/// Errors: `cancelled`, and what the local disk refuses: nothing that the document is to blame for.
/// With `parsing`, what `parse` says of a small leaf comes ahead, too.
[[nodiscard]] result<unpack_outcome> unpack(const unpack_job& job, const washing_ports& ports,
                                            const parse_settings* parsing = nullptr);

/// Says which of the seven formats a leaf is in (`format_found`), or `not_rdf` with its first 1,000 characters.
/// No byte at all is a document without statements where media type or extension name Turtle, TriG, N-Triples or N-Quads, whose grammars
/// allow that, and else `empty_body`.
[[nodiscard]] result<guess_outcome> guess(const guess_job& job, const washing_ports& ports);

/// Reads a leaf and writes its clean document to a staged file (`statements_stored`) with its metadata beside it, `meta.nq.gz` and
/// `meta.json`, and its ledger to another staged file; nothing is written when there is no statement, or nothing to tell. What is in
/// quarantine is read again, once. A format without a reader is `failed_for_good` with `no_reader`.
[[nodiscard]] result<parse_outcome> parse(const parse_job& job, const washing_ports& ports,
                                          const parse_settings& settings);

}  // namespace laundromat
