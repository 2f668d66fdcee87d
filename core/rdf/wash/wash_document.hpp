// Washes one document: read, repair, sort, remove duplicates, write canonical N-Quads.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/worker_pool.hpp"
#include "core/codec/content_meta.hpp"
#include "core/rdf/identity/dataset_identity.hpp"
#include "core/rdf/ledger/ledger_writer.hpp"
#include "core/rdf/model/defect.hpp"
#include "core/rdf/model/format.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/naming/blank_namer.hpp"
#include "core/rdf/sort/line_sorter.hpp"
#include "core/rdf/wash/line_observer.hpp"

namespace laundromat {

struct wash_document_options {
  std::string base_iri;  ///< empty: relative references are defects
  reader_maker make;     ///< of data that is none of the formats; unset: the reader of the format
  reader_limits limits;
  wash_profile profile = wash_profile::standard;
  std::string media_type;              ///< as declared, perhaps with a `version`; may be empty or wrong
  context_loader* contexts = nullptr;  ///< loads JSON-LD contexts, see `reader_options`
  std::uint64_t memory_bytes = sort_options::default_memory_bytes;
  worker_pool* workers = nullptr;     ///< help with a large document; the result does not depend on them
  line_observer* observer = nullptr;  ///< sees the clean document while it is written
  /// The limit of the bytes of its statements, repeated ones included, per byte of the decoded document, after a first part without limit: a
  /// few attributes of RDFa or a long namespace expand to many bytes.
  std::uint32_t statement_ratio = 256;
  std::uint64_t free_statement_bytes = std::uint64_t{256} << 20;
  std::size_t defect_details = 1'000;  ///< how many defects are kept, the first ones; all are counted
  ledger_writer* ledger = nullptr;     ///< takes all defects, and the account of bytes
  rdf_forms forms;                     ///< of what only RDF 1.2 can say
  naming_limits naming;                ///< only tests change them
  run_store* name_runs = nullptr;      ///< for statements that wait for names, of its own; null: in memory
  /// `washed_document::document` of the first pass, in a second pass.
  std::optional<content_digest> known_document;
};

struct washed_document {
  std::uint64_t statements = 0;  ///< different ones, in all graphs
  std::uint64_t duplicates = 0;
  std::uint64_t read = 0;  ///< before duplicates were removed
  content_meta content;    ///< of the bytes written; its digest identifies the clean document
  content_meta decoded;    ///< of the document as read
  /// Relative references were resolved against `base_iri`: with another base the same bytes give other statements.
  bool used_base = false;
  /// Used in the names of blank nodes that are not named by their statements: the digest of the document as read; when `used_base`, that of
  /// this digest in hexadecimal, a space and the base IRI.
  content_digest document;
  dataset_identity identity;  ///< `exact` when every blank node is named by its statements
  span_sums spans;            ///< how its bytes were accounted for
  std::string prefixes;       ///< that the document declares, see `declared_prefixes::lines`
  std::vector<defect> defects;
  std::vector<defect_count> defect_counts;  ///< in the order of the rules' numbers
  std::uint64_t repairs = 0, skips = 0;     ///< of the defects counted; the others are notes
  /// The document has more blank nodes than can wait for their names, and itself contains IRIs with the prefix of its Skolem IRIs: nothing was
  /// written. Wash it again with `known_document = document`.
  bool needs_second_pass = false;
};

/// Washes `utf8`, the decoded document, and writes sorted, unique, canonical N-Quads to `out`,
/// uncompressed. Same bytes and options, same output. Errors: those of the ports, `no_reader`, and `limit_exceeded`; defects
/// are never errors. Memory: `memory_bytes` for sorting, a few MiB of chunks, one statement within `limits` for reading, and the
/// statements that wait in a `blank_namer`.
/// ```
///   utf8 ─► read ahead ─► reader ─► washer ─► sorter ═► merge ─► digest inserted ─► out
///                └─► meter           └─► blank namer ─┘               └─► meter, observer
/// ```
/// Each arrow may cross to a worker; the double one begins when everything before it has ended.
[[nodiscard]] result<washed_document> wash_document(byte_source& utf8, rdf_format format,
                                                    const wash_document_options& options, run_store& runs,
                                                    byte_sink& out);

}  // namespace laundromat
