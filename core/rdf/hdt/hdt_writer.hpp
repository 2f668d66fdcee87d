// The writer of HDT: statements become one file with a dictionary of terms and compact triples.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/base/byte_source.hpp"
#include "core/base/result.hpp"
#include "core/base/worker_pool.hpp"
#include "core/rdf/hdt/byte_spool.hpp"
#include "core/rdf/model/statement.hpp"

namespace laundromat {

struct hdt_options {
  static constexpr std::uint64_t default_memory_bytes = std::uint64_t{256} << 20;
  static constexpr std::uint64_t default_predicate_bytes = std::uint64_t{64} << 20;

  std::string dataset;  ///< the IRI that the header describes
  std::uint64_t memory_bytes = default_memory_bytes;
  std::uint64_t most_predicate_bytes = default_predicate_bytes;
  worker_pool* workers = nullptr;  ///< null: one thread. Outlives the writer
};

/// Takes triples in any order, each once or more often, and writes HDT 1.0 as rdf2hdt does: terms have the same spelling and order, and all parts the same bytes, but that
/// bits after the last number of an array are zero, and numbers of objects have no more bits than the largest one needs. The output depends only on the set of triples, `dataset` and the size of
/// the original: it has no date.
/// ```
/// control information: HDTv1
/// control information: ntriples        header: statistics in N-Triples
/// control information: dictionaryFour  sections: subjects that are objects, other subjects, predicates, other objects
/// control information: triplesBitmap   bitmap Y, bitmap Z, predicates, objects; in the order of subject, predicate, object
///
/// add ─► terms, with where they are used ─► sorted: numbers of terms ─► sorted by subject: numbers of subjects ─► sorted: triples ─► finish
/// ```
/// Terms: IRIs without brackets, `_:` and the label of a blank node, `"lexical form"` without escapes, and `@tag` or `^^<datatype>` behind it. The terms of a
/// section are numbered from 1, in the order of their bytes; other subjects, and other objects, go on where the first section ends.
///
/// Memory: `memory_bytes` for sorting; 4 MiB for spools; one of each predicate, up to `most_predicate_bytes` in total with 128 bytes for each. All else that grows
/// with the input is in runs.
/// Source: HDT, W3C Member Submission of 30 March 2011; https://www.rdfhdt.org/hdt-binary-format, and hdt-cpp where these say nothing.
class hdt_writer {
 public:
  /// `make_runs` makes stores on scratch, up to 15 of them.
  hdt_writer(hdt_options options, const run_store_maker& make_runs);
  ~hdt_writer();
  hdt_writer(const hdt_writer&) = delete;
  hdt_writer& operator=(const hdt_writer&) = delete;

  /// Errors: `quad_in_triples` for a named graph; `triple_term_out_of_place` for a triple term; `odd_character` for a zero byte, which ends terms in HDT; `limit_exceeded` for more predicates than
  /// fit; those of the runs. After an error the writer is not used again.
  [[nodiscard]] result<void> add(const statement_view& statement);
  /// Writes the file. `original_bytes` is the size of the statements as N-Triples. The writer cannot be used afterwards. Errors: those of the runs and of `out`.
  [[nodiscard]] result<void> finish(std::uint64_t original_bytes, byte_sink& out);

 private:
  class state;
  std::unique_ptr<state> state_;
};

}  // namespace laundromat
