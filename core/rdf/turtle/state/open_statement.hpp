// The statement that is being read: its brackets, its object, where its parts begin, and what was noticed about it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/rdf/turtle/state/frame_stack.hpp"
#include "core/rdf/turtle/terms/term_reader.hpp"

namespace laundromat::turtle {

/// Plain state that the parts of the reader share; it has no rule of its own. Offsets are from the start of the document.
struct open_statement {
  frame_stack frames;
  held_term object;                  ///< the last one; valid while `has_object`
  bool has_object = false;           ///< an object is complete, but not written yet
  bool skips_object = false;         ///< it cannot be kept
  bool has_predicate = false;        ///< an object of an earlier predicate was kept
  bool is_margin_risky = false;      ///< the predicate or object is where a subject could be
  bool is_behind_comma = false;      ///< the object is not the first of its predicate
  bool is_behind_semicolon = false;  ///< the predicate is behind a semicolon, on the same line
  bool may_label_graph = false;      ///< what was read so far may be the name of a graph
  bool has_written = false;          ///< something of it was given to the writer to keep
  bool begins_line = false;          ///< it is the first on its line
  std::uint64_t begin = 0, predicate_begin = 0, object_begin = 0;
  std::uint64_t previous_begin = 0;  ///< of the statement before
  std::uint64_t skipped_to = 0;      ///< where the last statement ends that was skipped
  std::uint64_t indent = 0;          ///< of the line where it begins; 0 when it is not the first on it

  /// A statement begins at `begin_bytes`; no bracket is open.
  void start(std::uint64_t begin_bytes, bool is_first_on_line, std::uint64_t indent_bytes) {
    previous_begin = begin;
    begin = begin_bytes;
    begins_line = is_first_on_line;
    indent = is_first_on_line ? indent_bytes : 0;
    has_written = has_predicate = has_object = is_margin_risky = may_label_graph = false;
    frames.begin_statement();
  }
  [[nodiscard]] std::size_t depth() const { return frames.depth(); }
  /// Copies terms that refer to the caches of the term reader, which are about to change.
  void pin_terms() {
    frames.top().pin_predicate();
    if (has_object) object.pin();
  }
};

}  // namespace laundromat::turtle
