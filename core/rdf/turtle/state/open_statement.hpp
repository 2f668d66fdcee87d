// The statement that is being read: its brackets, its object, where its parts begin, and what was noticed about it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/rdf/turtle/state/frame_stack.hpp"
#include "core/rdf/turtle/terms/term_reader.hpp"

namespace laundromat::turtle {

/// State that the parts of the reader share. Its transitions are the functions below; each field names what else writes it.
/// Offsets are from the start of the document.
///
///     start ─► begin_predicate ─► begin_object ─► keep_object ─► end_object ─┬─► begin_object      behind a comma
///                                             └─► skip_object ──┘            └─► begin_predicate   behind a semicolon
struct open_statement {
  frame_stack
      frames;  ///< opened and closed by `nested_writer`; the parser writes the subject and predicate of the top

  // The object. `object_term_reader`, `usual_pairs` and, for a bracket, `nested_writer` write it.
  held_term object;         ///< the last one; valid while `has_object`
  bool has_object = false;  ///< an object is complete, but not written yet
  /// It cannot be kept. `object_term_reader` and `end_pair` clear it; `skip_region` and `skip_object` set it. `nested_writer` writes it when a
  /// bracket is closed: true for a list of which an item is lost.
  bool skips_object = false;

  // Where the predicate and the object are. `begin_predicate` and `begin_object` write them, and `nested_writer` when a bracket is
  // closed, which then is the object.
  bool is_margin_risky = false;      ///< the predicate or object is where a subject could be
  bool is_behind_comma = false;      ///< the object is not the first of its predicate
  bool is_behind_semicolon = false;  ///< the predicate is behind a semicolon, on the same line
  std::uint64_t predicate_begin = 0, object_begin = 0;

  // The statement.
  bool has_predicate =
      false;  ///< an object of an earlier predicate was kept; `end_object` and `end_pair` write it
  bool may_label_graph =
      false;  ///< what was read so far may be the name of a graph; the parser and `nested_writer` write it
  bool has_begun = false,
       has_pair_beside =
           false;  ///< the first predicate is on the line of the subject; written by `begin_pairs`
  bool has_written =
      false;  ///< something of it was given to the writer to keep; the parser, `usual_pairs` and `nested_writer` set it

  // Written by `start`; the indent also by `statement_recovery`, which takes the one of the statement before a trial.
  bool begins_line = false;  ///< it is the first on its line
  std::uint64_t begin = 0;
  std::uint64_t previous_begin = 0;  ///< of the statement before
  std::uint64_t indent = 0;          ///< of the line where it begins; 0 when it is not the first on it

  std::uint64_t skipped_to =
      0;  ///< where the last statement ends that was skipped; the parser and `statement_recovery` write it

  /// A statement begins at `begin_bytes`; no bracket is open.
  void start(std::uint64_t begin_bytes, bool is_first_on_line, std::uint64_t indent_bytes) {
    previous_begin = begin;
    begin = begin_bytes;
    begins_line = is_first_on_line;
    indent = is_first_on_line ? indent_bytes : 0;
    has_begun = has_written = has_predicate = has_object = is_margin_risky = may_label_graph = false;
    frames.begin_statement();
  }
  /// What may be the first predicate, or a later one, is next.
  void begin_pairs(bool is_first_on_line) {
    if (has_begun) return;
    has_begun = true;
    has_pair_beside = !is_first_on_line;
  }
  /// What may be a predicate begins at `begin_bytes`; `is_at_margin` says that a subject could be there.
  void begin_predicate(std::uint64_t begin_bytes, bool is_at_margin, bool is_after_semicolon) {
    predicate_begin = begin_bytes;
    is_margin_risky = is_at_margin;
    is_behind_semicolon = is_after_semicolon;
  }
  /// What may be an object begins at `begin_bytes`.
  void begin_object(std::uint64_t begin_bytes, bool is_at_margin, bool is_after_comma) {
    object_begin = begin_bytes;
    is_margin_risky = is_margin_risky || is_at_margin;
    is_behind_comma = is_after_comma;
  }
  /// The term in `object` is complete.
  void keep_object() { has_object = true; }
  /// There is an object, but no term that can be kept.
  void skip_object() { skips_object = has_object = true; }
  /// The object is given to the writer, skipped, or forgotten with its statement.
  void drop_object() { has_object = false; }
  /// A delimiter proves that the object is whole; it is given to the writer unless it is skipped.
  void end_object() {
    has_predicate = has_predicate || !skips_object;
    has_object = false;
  }
  /// A predicate with one object was read and written at once.
  void end_pair() {
    has_predicate = true;
    has_object = skips_object = false;
  }
  [[nodiscard]] std::size_t depth() const { return frames.depth(); }
  /// Copies terms that refer to the caches of the term reader, which are about to change.
  void pin_terms() {
    frames.top().pin_predicate();
    if (has_object) object.pin();
  }
};

}  // namespace laundromat::turtle
