// Passes on statements whose terms are checked, with defects at the row that they are made of.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/mapping/made_terms.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat::csvw {

[[nodiscard]] made_term iri_term(std::string_view iri);
[[nodiscard]] made_term literal_term(std::string_view text, std::string_view datatype = {},
                                     std::string_view language = {});

/// One for each document, so that labels of blank nodes differ.
class statement_emitter {
 public:
  /// Of the options the profile, the limits and the directions are used. `sink` outlives this object.
  statement_emitter(const reader_options& options, statement_sink& sink);

  /// The row that the next statements are made of; all zero: none.
  void begin_place(const record_place& place) { terms_.begin_record(place); }
  [[nodiscard]] made_term new_blank_node() { return terms_.new_blank_node(); }
  /// Reports that `text` would become an IRI that is too long, and returns no term.
  [[nodiscard]] made_term refuse_long_iri(std::string_view text);
  [[nodiscard]] std::uint64_t most_iri_bytes() const { return most_iri_bytes_; }
  /// A statement with a term that must be left out, or that is none, is left out. Errors: those of the sink.
  [[nodiscard]] result<void> emit(const made_term& subject, const made_term& predicate,
                                  const made_term& object);
  [[nodiscard]] result<void> emit(const made_term& subject, std::string_view predicate,
                                  const made_term& object);

 private:
  [[nodiscard]] bool finish(made_term& term);
  [[nodiscard]] bool is_plain(const made_term& term) const;

  std::uint64_t most_iri_bytes_;
  statement_sink& sink_;
  term_maker terms_;
};

}  // namespace laundromat::csvw
