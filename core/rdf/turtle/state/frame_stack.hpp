// The stack of open brackets: the subject and predicate that the next object belongs to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/model/statement.hpp"
#include "core/rdf/turtle/emission/statement_writer.hpp"

namespace laundromat::turtle {

/// The statement itself, or one open bracket.
struct frame {
  enum kind_type : std::uint8_t {
    statement,
    property_list,
    list,
    triple_term,
    reified_triple,
    annotation
  } kind = statement;
  term_kind subject_kind = term_kind::none;
  std::string subject;         ///< of a list: the node of its last item, empty before the first
  std::string_view predicate;  ///< in `predicate_memory`, the vocabulary or a name cache; see `pin_predicate`
  std::string predicate_memory;
  std::string head;           ///< of a list: its first node
  std::uint64_t open_at = 0;  ///< offset of the bracket
  held_mark held;             ///< what the writer held when the bracket was opened
  bool is_muted = false;      ///< an enclosing unit is skipped
  bool skips_subject = false, skips_predicate = false;
  bool is_bad_whole = false;       ///< of a list or triple: a term in it cannot be kept, so the whole cannot
  bool is_empty = true;            ///< of a property list: no predicate yet
  bool is_subject = false;         ///< the bracket is the subject of the frame below, not an object
  bool is_behind_skipped = false;  ///< of an annotation: its triple is left out
  bool was_margin_risky = false, was_behind_comma = false;  ///< of the object that the bracket is
  /// The last object of this frame as a triple term, while annotations may follow it; of a reified triple unused.
  std::string annotated;
  term_kind reifier_kind = term_kind::none;  ///< `none`: no reifier was read
  std::string reifier;                       ///< of a reified triple, or the last one of `annotated`

  /// Whether an object of this frame is left out with something around it.
  [[nodiscard]] bool skips_objects() const { return is_muted || skips_subject || skips_predicate; }
  /// A triple term or a reified triple.
  [[nodiscard]] bool is_triple() const { return kind == triple_term || kind == reified_triple; }
  /// Whether an item of this list, or an object of this property list or statement, is left out.
  [[nodiscard]] bool skips_items() const { return skips_objects() || is_bad_whole; }
  /// Copies the predicate into the frame, so that it survives a change of the name caches.
  void pin_predicate() {
    if (predicate.empty() || predicate.data() == predicate_memory.data()) return;
    predicate_memory.assign(predicate);
    predicate = predicate_memory;
  }
};

/// Frame 0 is the statement and is always there; `depth()` brackets are open above it.
/// References to frames stay valid while frames are opened and closed. Frames that are closed keep their memory for reuse.
/// Memory: the deepest nesting so far, one subject and one predicate each; the caller bounds the depth.
class frame_stack {
 public:
  frame_stack() : top_(&statement_) {}
  frame_stack(const frame_stack&) = delete;
  frame_stack& operator=(const frame_stack&) = delete;

  [[nodiscard]] frame& top() { return *top_; }
  [[nodiscard]] const frame& top() const { return *top_; }
  [[nodiscard]] frame& statement() { return statement_; }
  [[nodiscard]] const frame& statement() const { return statement_; }
  [[nodiscard]] std::size_t depth() const { return depth_; }
  [[nodiscard]] bool is_in_list() const { return top_->kind == frame::list; }
  /// The frame below the innermost bracket; there must be one.
  [[nodiscard]] const frame& around() const { return at(depth_ - 1); }
  [[nodiscard]] bool is_in_annotation() const;
  /// The triples that open annotations are about, all together.
  [[nodiscard]] std::uint64_t annotated_bytes() const;

  /// Forgets what the last statement left in frame 0; its subject is set next. No bracket is open.
  void begin_statement();
  /// Opens a bracket at the offset `open_at`. The new frame is muted when the frame below it skips what the bracket belongs to;
  /// `is_subject` says that the bracket is the subject of the statement.
  frame& open(frame::kind_type kind, std::uint64_t open_at, bool is_subject);
  /// Closes the innermost bracket. Its frame stays readable until the next `open`. There must be one.
  frame& close();
  /// Closes all brackets.
  void close_all();

  /// The smallest unit that can be skipped instead of an item: its frame's depth, and where the outermost of the nested lists begins.
  struct enclosing {
    std::size_t depth = 0;
    std::uint64_t begin = 0;
    bool is_subject = false;  ///< what is left is the subject of the statement
  };
  /// Leaves all lists and triples that directly enclose the object that begins at `object_begin`: without one of its terms a list is another
  /// list, and a triple is none.
  [[nodiscard]] enclosing leave_lists(std::uint64_t object_begin, bool keeps_begin) const;

  /// Appends each offset that an open bracket may have to be skipped from.
  void append_marks(std::vector<std::uint64_t>& marks) const;

 private:
  [[nodiscard]] const frame& at(std::size_t depth) const {
    return depth == 0 ? statement_ : *brackets_[depth - 1];
  }
  void set_depth(std::size_t depth) {
    depth_ = depth;
    top_ = depth == 0 ? &statement_ : brackets_[depth - 1].get();
  }

  frame statement_;
  std::vector<std::unique_ptr<frame>> brackets_;
  frame* top_;
  std::size_t depth_ = 0;
};

}  // namespace laundromat::turtle
