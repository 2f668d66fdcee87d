// The reader port: push bytes, get statements, defects and an account of every byte.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/rdf/model/declared_prefixes.hpp"
#include "core/rdf/model/defect.hpp"
#include "core/rdf/model/format.hpp"
#include "core/rdf/model/span_account.hpp"
#include "core/rdf/model/statement.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat {

/// Receives what a reader finds. Statements come in document order, and so do spans; a defect comes as soon as it is known.
class statement_sink {
 public:
  virtual ~statement_sink() = default;
  /// The views are valid during the call only. An error ends the reading and comes back from `push` or `finish`.
  [[nodiscard]] virtual result<void> on_statement(const statement_view& statement) = 0;
  virtual void on_defect(const defect& found) = 0;
  /// The next `length_bytes` of the document are of this kind; see `span_account` for the shape.
  virtual void on_span(span_kind /*kind*/, std::uint64_t /*length_bytes*/) {}
};

/// The named limits of reading; breaking one is a defect that costs the smallest unit, not the document.
struct reader_limits {
  std::uint64_t term_bytes = std::uint64_t{16} << 20;
  std::uint64_t iri_bytes = std::uint64_t{8} << 10;
  std::uint64_t line_bytes = std::uint64_t{32} << 20;  ///< N-Triples, N-Quads
  std::uint32_t literal_lines = 64;                    ///< N-Triples, N-Quads: into which a literal may spill
  std::uint64_t statement_bytes = std::uint64_t{64}
                                  << 20;  ///< Turtle, TriG: what may wait until its statement is known
  std::uint64_t prefix_bytes = std::uint64_t{16} << 20;  ///< Turtle, TriG: names and IRIs of all prefixes
  std::uint64_t node_object_bytes = std::uint64_t{64} << 20;  ///< JSON-LD: one element; a value for each 16
  std::uint64_t start_tag_bytes = std::uint64_t{1} << 20;     ///< XML, HTML
  std::uint32_t attributes = 1'000;                           ///< of one element
  std::uint32_t hanging_relations = 64;  ///< RDFa: in one attribute, each of which every child completes
  std::uint64_t entity_bytes = std::uint64_t{1} << 20;  ///< what internal entities may expand to, in all
  std::uint32_t nesting = 512;
  std::uint32_t remote_contexts = 10;                    ///< JSON-LD: loads of one document, counted in all
  std::uint64_t context_bytes = std::uint64_t{1} << 20;  ///< of one remote context
  std::uint64_t excerpt_bytes = std::uint64_t{1} << 10;  ///< of `defect::before` and `after`
};

/// Where JSON-LD contexts that a document only names come from: a cache, a folder, the Web. It holds no state of a document.
class context_loader {
 public:
  virtual ~context_loader() = default;
  /// The bytes of the context document at an absolute IRI without fragment. Errors: any; they cost the node that needs the context.
  [[nodiscard]] virtual result<std::string> load(std::string_view iri) = 0;
};

struct reader_options {
  std::string base_iri;  ///< empty: relative references are defects
  reader_limits limits = {};
  wash_profile profile = wash_profile::standard;
  std::string media_type =
      {};  ///< as declared, without parameters; may be empty or wrong. RDFa's host languages differ by it
  context_loader* contexts =
      nullptr;  ///< null: only the contexts that the program brings along. Outlives the reader
  /// Set to true when something was resolved against `base_iri`, so that the same bytes found elsewhere say something else. A base that
  /// the document declares does not count, unless it is relative itself. Null: nobody asks. Outlives the reader.
  bool* used_base = nullptr;
  /// Takes the prefixes that the document declares, in its order. Null: nobody asks. Outlives the reader.
  declared_prefixes* prefixes = nullptr;
  std::uint32_t threads = 1;  ///< N-Triples, N-Quads: that read at once; the result is that of one
};

/// Notes that the base mattered.
inline void note_base(bool* used_base) {
  if (used_base != nullptr) *used_base = true;
}

/// Reads one document. Chunks may be cut anywhere, also within a character: cutting never changes what the sink gets, and in which
/// order. Bytes that are not UTF-8 are defects; what reaches the sink always is, but for `defect::before`. Defects never end the
/// reading, only the sink's errors do. No input makes it recurse deeper, or hold more, than the limits say.
class reader {
 public:
  virtual ~reader() = default;
  [[nodiscard]] virtual result<void> push(std::string_view bytes) = 0;
  [[nodiscard]] virtual result<void> finish() = 0;
};

/// A reader for `format`. Errors: `no_reader` for `unknown`. `sink` outlives the reader.
[[nodiscard]] result<std::unique_ptr<reader>> make_reader(rdf_format format, reader_options options,
                                                          statement_sink& sink);

}  // namespace laundromat
