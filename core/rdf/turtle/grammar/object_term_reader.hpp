// An object or an item of a list: one term, and the tag or datatype of a literal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/rdf/turtle/grammar/read_progress.hpp"
#include "core/rdf/turtle/recovery/lost_declarations.hpp"
#include "core/rdf/turtle/recovery/skip_region.hpp"
#include "core/rdf/turtle/recovery/string_watch.hpp"
#include "core/rdf/turtle/state/graph_scope.hpp"
#include "core/rdf/turtle/state/nested_writer.hpp"
#include "core/rdf/turtle/state/parser_context.hpp"

namespace laundromat::turtle {

/// Reads the term into `now.object` of the context. A term that cannot be kept is complete, too: the region skips it.
///
///     read ─► done
///       └──── more ─► read_suffix: tag ─► done, or ^^ ─► more ─► read_suffix: datatype ─► done
/// Brackets are read by `parser` and `nested_writer`.
class object_term_reader {
 public:
  object_term_reader(parser_context& all, string_watch& strings, const graph_scope& graphs,
                     skip_region& region, lost_declarations& declarations, const nested_writer& nested)
      : all_(&all),
        strings_(&strings),
        graphs_(&graphs),
        region_(&region),
        declarations_(&declarations),
        nested_(&nested) {}

  /// `none` for a token that begins no term, or that may begin a string without end which hides more than the object.
  [[nodiscard]] read_progress read(const token& t);
  /// The token behind a string, or behind its `^^`. `done_before` when it is neither tag nor datatype.
  [[nodiscard]] read_progress read_suffix(const token& t);
  /// A tag or `^^` behind a complete literal: `"x"@en^^xsd:string`, `"x"^^xsd:string@en`. The tag is kept, unless the datatype is another
  /// one than that of strings.
  [[nodiscard]] read_progress read_late_suffix(const token& t);
  /// Why the last token failed.
  [[nodiscard]] const refusal& why() const { return why_; }

 private:
  [[nodiscard]] bool read_word(const token& t);
  [[nodiscard]] read_progress read_behind_string(const token& t);
  [[nodiscard]] read_progress read_datatype(const token& t);
  void merge_tag(const token& t);
  void finish_literal(const char* end);
  void skip(const token_fault& fault, const token& t);
  [[nodiscard]] read_progress fail(errc rule, const char* message);

  parser_context* all_;
  string_watch* strings_;
  const graph_scope* graphs_;
  skip_region* region_;
  lost_declarations* declarations_;
  const nested_writer* nested_;
  bool needs_datatype_ = false;  ///< the last token was `^^`
  refusal why_;
};

}  // namespace laundromat::turtle
