// Passes on statements whose terms are checked, with defects at the row that they are made of.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/mapping/made_terms.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/term_check.hpp"

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
  void begin_place(std::uint64_t offset_bytes, std::uint64_t length_bytes, std::uint64_t line);
  [[nodiscard]] made_term new_blank_node() {
    return {term_kind::blank, "b" + std::to_string(blank_nodes_++), {}, {}};
  }
  /// A statement with a term that must be left out is left out. Errors: those of the sink.
  [[nodiscard]] result<void> emit(const made_term& subject, const made_term& predicate,
                                  const made_term& object);
  [[nodiscard]] result<void> emit(const made_term& subject, std::string_view predicate,
                                  const made_term& object);

 private:
  [[nodiscard]] bool check(made_term& term);
  [[nodiscard]] bool is_plain(const made_term& term) const;
  void report(std::string_view before, std::string_view after, bool is_kept);

  reader_options options_;
  statement_sink& sink_;
  term_checker checker_;
  std::uint64_t blank_nodes_ = 0, offset_bytes_ = 0, length_bytes_ = 0, line_ = 1;
};

}  // namespace laundromat::csvw
