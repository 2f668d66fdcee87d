// The writer of Turtle and TriG: serd formats the statements; cases that it would get wrong are handled here.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "core/base/byte_source.hpp"
#include "core/base/result.hpp"
#include "core/rdf/model/format.hpp"
#include "core/rdf/model/statement.hpp"
#include "core/rdf/write/output_prefixes.hpp"

namespace laundromat {

/// Writes statements as they come, in UTF-8: successive ones with the same graph, subject or predicate share it, so that sorted
/// input gives the most readable output. Reading the output gives the same statements; blank nodes get ASCII labels, different ones for different
/// labels. Memory: one statement. Source: RDF 1.2 Turtle, RDF 1.2 TriG.
///
/// libserd 0.30.16 is prevented from: writing `()` for rdf:nil in positions without lists; writing any lexical form of xsd:integer, boolean
/// and decimal without quotes; names that need escapes; long strings; labels of blank nodes as they come. It writes triple terms as they are spelled here.
class turtle_writer {
 public:
  /// `syntax` is `turtle` or `trig`. `out` outlives the writer.
  turtle_writer(rdf_format syntax, std::span<const prefix> prefixes, byte_sink& out);
  ~turtle_writer();
  turtle_writer(turtle_writer&&) noexcept;
  turtle_writer& operator=(turtle_writer&&) noexcept;

  /// Errors: `quad_in_triples` for a named graph in Turtle; `literal_out_of_place`, `triple_term_out_of_place` and `blank_predicate` for terms
  /// that RDF 1.2 does not allow; `internal` when serd fails; those of `out`. After an error nothing more may be written.
  [[nodiscard]] result<void> write(const statement_view& statement);
  /// Ends the last statement and graph; without any statement the result is empty but for prefixes. Errors: those of `out`.
  [[nodiscard]] result<void> finish();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace laundromat
