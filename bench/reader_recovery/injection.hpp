// The defects that are injected into clean documents: a table, and the effect of each on its block.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/reader_recovery/generated_document.hpp"

namespace laundromat::recovery {

/// A place for a defect, with the expected results. An injection changes `now`, which is a copy of the clean block.
/// The original statements of the block need not be read, but may be, because the document meant them.
struct site {
  rdf_format format;
  dice& random;
  block now;
  /// Statements that a reader may find in the damaged block in addition to the original ones.
  std::vector<quad> readings = {};
  layout in = {};
  /// How many of the next blocks may be damaged as well: the end of this one was removed.
  std::size_t touches_next = 0;
  /// How many of the blocks before may be damaged as well: their context was removed.
  std::size_t touches_before = 0;
  /// All statements must be read as before, and so must those that the injection adds to `now`.
  bool is_harmless = false;

  /// Tokens of a kind, as indices.
  [[nodiscard]] std::vector<std::size_t> find(role kind) const;
  /// One of them; null when there is none.
  [[nodiscard]] token* pick(role kind);
  /// One for which `wanted` is true; null when there is none.
  template <class Wanted>
  [[nodiscard]] token* pick_if(Wanted wanted) {
    std::vector<token*> all;
    for (auto& one : now.tokens)
      if (wanted(one)) all.push_back(&one);
    return all.empty() ? nullptr : all[random.below(all.size())];
  }
  /// The statement of a token that belongs to one.
  [[nodiscard]] const quad& quad_of(const token& one) const {
    return now.quads[static_cast<std::size_t>(one.quad)];
  }
  /// Adds as readings copies of the statements in which a term is replaced by another.
  void also_read(const term& as_written, const term& as_read);
  /// Adds as a reading a copy of the statement with another object.
  void also_read_object(int quad, term object);
};

/// A kind of defect.
struct kind {
  std::string_view name;
  std::string_view ids;  ///< in the catalogue of defects
  /// A letter each: N-triples, Q N-quads, T urtle, G TriG, X RDF/XML, A RDFa, H RDFa in XHTML, J SON-LD.
  std::string_view formats;
  /// Damages the block at the site. False when the block is not suitable; the site is then discarded.
  bool (*inject)(site& at);
  /// A rule that readers only note, keeping the data: its notes count as reports.
  std::string_view noted_as = {};
  bool is_whole_document = false;  ///< injected once, in the first or last block
  bool is_allowed = false;         ///< valid by the rules of the format: no report is expected
};

[[nodiscard]] char letter_of(rdf_format format, layout in);

/// The kinds by what they damage. All formats, in the order of the catalogue within each.
[[nodiscard]] std::span<const kind> text_kinds();
[[nodiscard]] std::span<const kind> iri_kinds();
[[nodiscard]] std::span<const kind> literal_kinds();
[[nodiscard]] std::span<const kind> line_kinds();
[[nodiscard]] std::span<const kind> turtle_kinds();
[[nodiscard]] std::span<const kind> triple_kinds();
[[nodiscard]] std::span<const kind> markup_kinds();
[[nodiscard]] std::span<const kind> html_kinds();
[[nodiscard]] std::span<const kind> microdata_kinds();
[[nodiscard]] std::span<const kind> json_kinds();
/// The kinds of a format, and finally one that mixes all of them.
[[nodiscard]] std::vector<kind> kinds_of(rdf_format format, layout in);

}  // namespace laundromat::recovery
