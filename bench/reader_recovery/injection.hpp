// The defects that are put into clean documents: a table, and what each one does to its block.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/reader_recovery/generated_document.hpp"

namespace laundromat::recovery {

/// Where a defect is put, and what it says about itself. An injection changes `now`, which was copied from the clean document.
/// The statements of the block need not be read any more, but may: they are what the document meant.
struct site {
  rdf_format format;
  dice& random;
  block now;
  /// Statements that a reader may find in the damaged block besides the original ones.
  std::vector<quad> readings = {};
  layout in = {};
  /// So many of the next blocks may suffer, too: the damage took away where this one ends.
  std::size_t touches_next = 0;
  /// So many of the blocks before may suffer, too: the damage took away what says where they stand.
  std::size_t touches_before = 0;
  /// All statements must be read as before.
  bool is_harmless = false;

  /// Tokens of a kind, as indices.
  [[nodiscard]] std::vector<std::size_t> find(role kind) const;
  /// One of them; null when there is none.
  [[nodiscard]] token* pick(role kind);
  /// One for which `wanted` holds; null when there is none.
  template <class Wanted>
  [[nodiscard]] token* pick_if(Wanted wanted) {
    std::vector<token*> all;
    for (auto& one : now.tokens)
      if (wanted(one)) all.push_back(&one);
    return all.empty() ? nullptr : all[random.below(all.size())];
  }
  /// The statement that a token is part of; the token is part of one.
  [[nodiscard]] const quad& quad_of(const token& one) const {
    return now.quads[static_cast<std::size_t>(one.quad)];
  }
  /// A copy of the statements in which a term is another one becomes a reading.
  void also_read(const term& as_written, const term& as_read);
  /// A copy of the statement with another object becomes a reading.
  void also_read_object(int quad, term object);
};

/// A kind of defect.
struct kind {
  std::string_view name;
  std::string_view ids;  ///< in the catalogue of defects
  std::string_view
      formats;  ///< a letter each: N-triples, Q N-quads, T urtle, G TriG, X RDF/XML, A RDFa, H RDFa in XHTML, J SON-LD
  /// Damages the block at the site. False when the block does not lend itself to it; then the site is thrown away.
  bool (*inject)(site& at);
  std::string_view noted_as =
      {};  ///< the rule, when readers keep the data and note it: its notes count as reports
  bool is_whole_document = false;  ///< done once, to the first or last block
  bool is_allowed = false;         ///< the format's own rules say what it means: nothing is to be reported
};

[[nodiscard]] char letter_of(rdf_format format, layout in);

/// The kinds by what they damage. All formats, in the order of the catalogue within each.
[[nodiscard]] std::span<const kind> text_kinds();
[[nodiscard]] std::span<const kind> iri_kinds();
[[nodiscard]] std::span<const kind> literal_kinds();
[[nodiscard]] std::span<const kind> line_kinds();
[[nodiscard]] std::span<const kind> turtle_kinds();
[[nodiscard]] std::span<const kind> markup_kinds();
[[nodiscard]] std::span<const kind> html_kinds();
[[nodiscard]] std::span<const kind> json_kinds();
/// Those that apply to a format, and at last one that is all of them.
[[nodiscard]] std::vector<kind> kinds_of(rdf_format format, layout in);

}  // namespace laundromat::recovery
