// The interface of readers: push bytes, get statements, defects and an account of every byte.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/rdf/model/account_sink.hpp"
#include "core/rdf/model/declared_prefixes.hpp"
#include "core/rdf/model/defect.hpp"
#include "core/rdf/model/format.hpp"
#include "core/rdf/model/property_alias.hpp"
#include "core/rdf/model/rdf_forms.hpp"
#include "core/rdf/model/span_account.hpp"
#include "core/rdf/model/statement.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat {

/// Receives the results of a reader. Statements come in document order, and so do spans; a defect comes as soon as it is known.
class statement_sink : public account_sink {
 public:
  /// The views are valid only during the call. An error ends the reading and is returned by `push` or `finish`.
  [[nodiscard]] virtual result<void> on_statement(const statement_view& statement) = 0;
  /// The document announces the version of RDF that it is in, as by `VERSION "1.2"` or `rdf:version`: the label as it stands there. May come
  /// several times, before the statements that it is about. `place`: a note about the label that lacks only its message, for a sink that
  /// objects to the version.
  virtual void on_version(std::string_view /*label*/, const defect& /*place*/) {}
};

/// The limits of reading; exceeding one is a defect that skips the smallest unit, not the document.
struct reader_limits {
  std::uint64_t term_bytes = std::uint64_t{16} << 20;
  std::uint64_t iri_bytes = std::uint64_t{8} << 10;
  std::uint64_t line_bytes = std::uint64_t{32} << 20;  ///< N-Triples, N-Quads
  std::uint32_t literal_lines = 64;  ///< N-Triples, N-Quads: of one literal that contains line breaks
  /// Turtle, TriG: text that waits until its statement is complete.
  std::uint64_t statement_bytes = std::uint64_t{64} << 20;
  std::uint64_t prefix_bytes = std::uint64_t{16} << 20;  ///< Turtle, TriG: names and IRIs of all prefixes
  std::uint64_t node_object_bytes = std::uint64_t{64} << 20;  ///< JSON-LD: one element; a value for each 16
  std::uint64_t start_tag_bytes = std::uint64_t{1} << 20;     ///< XML, HTML
  std::uint32_t attributes = 1'000;                           ///< of one element
  std::uint32_t hanging_relations = 64;  ///< RDFa: in one attribute; every child completes each of them
  std::uint64_t microdata_bytes = std::uint64_t{64} << 20;  ///< HTML: items wait for the end of the document
  std::uint32_t itemref_elements = 1'000'000;  ///< HTML: that items take by `itemref`, in one document
  std::uint64_t entity_bytes = std::uint64_t{1} << 20;  ///< total expansion of internal entities
  std::uint32_t nesting = 512;
  std::uint32_t remote_contexts = 10;                    ///< JSON-LD: loads of one document in total
  std::uint64_t context_bytes = std::uint64_t{1} << 20;  ///< of one remote context
  std::uint64_t excerpt_bytes = std::uint64_t{1} << 10;  ///< of `defect::before` and `after`
};

/// Loads the JSON-LD contexts that documents refer to, and metadata of tables: from a cache, a folder, the Web. It has no state of a document.
class context_loader {
 public:
  virtual ~context_loader() = default;
  /// The bytes of the document at an absolute IRI without fragment. Errors: any; the node that needs a context is then skipped.
  [[nodiscard]] virtual result<std::string> load(std::string_view iri) = 0;
};

struct reader_options {
  std::string base_iri;  ///< empty: relative references are defects
  reader_limits limits = {};
  wash_profile profile = wash_profile::standard;
  /// As declared; parameters are ignored. May be empty or wrong. The host language of RDFa depends on it.
  std::string media_type = {};
  /// Null: only the contexts that are part of the program. Outlives the reader.
  context_loader* contexts = nullptr;
  /// Set to true when something was resolved against `base_iri`: with another base the same bytes give other statements. A base that
  /// the document declares does not count, unless it is relative itself. Null: not needed. Outlives the reader.
  bool* used_base = nullptr;
  /// Takes the prefixes that the document declares, in order. Null: not needed. Outlives the reader.
  declared_prefixes* prefixes = nullptr;
  /// HTML: further entries of the vocabulary registry of microdata. Outlives the reader.
  std::span<const property_alias> property_aliases = {};
  /// N-Triples, N-Quads: threads that read at the same time; the result does not depend on it.
  std::uint32_t threads = 1;
  /// `dropped`: base directions of literals are repaired away, as `base_direction`. JSON-LD also takes the other forms, in which its algorithms
  /// write directions, and drops what should be kept. Readers of other formats leave these forms to their sink.
  direction_form directions = direction_form::kept;
  /// Turtle, TriG: usual statements are read without tokens. The result does not depend on it; tests compare both.
  bool takes_fast_path = true;
};

/// Records that the base mattered.
inline void note_base(bool* used_base) {
  if (used_base != nullptr) *used_base = true;
}

/// Reads one document. Chunks may end anywhere, also within a character: they have no effect on the calls of the sink and their
/// order. Bytes that are not UTF-8 are defects; all text passed to the sink is UTF-8, except `defect::before`. Defects never end the
/// reading, only the sink's errors do. Recursion depth and memory are bounded by the limits for any input.
class reader {
 public:
  virtual ~reader() = default;
  [[nodiscard]] virtual result<void> push(std::string_view bytes) = 0;
  [[nodiscard]] virtual result<void> finish() = 0;
};

/// Makes the reader of a document.
using reader_maker =
    std::function<result<std::unique_ptr<reader>>(reader_options options, statement_sink& sink)>;

/// A reader for `format`. Errors: `no_reader` for `unknown`. `sink` outlives the reader.
[[nodiscard]] result<std::unique_ptr<reader>> make_reader(rdf_format format, reader_options options,
                                                          statement_sink& sink);

}  // namespace laundromat
